/** Every URL in an API answer. They are made from the configured public URLs, never from the Host header. */
export interface Links {
  readonly base: string;
  readonly contexts: string;
  readonly vocab: string;
  readonly webpages: string;
  webpage(id: string): string;
  screenshots(webpageId: string): string;
  screenshot(webpageId: string, id: string): string;
  /** An event, by its unique name. */
  event(name: string): string;
  image(key: string): string;
  /** The Link header of all answers but the entry point and the vocabulary. */
  readonly contextHeader: string;
  /** The same with a link to the API documentation. */
  readonly documentationHeader: string;
}

export function makeLinks(publicUrl: string, imageHostUrl: string): Links {
  const base = `${publicUrl}/v3`;
  const webpages = `${base}/webpages`;
  const contextHeader = `<${base}/contexts>; rel="http://www.w3.org/ns/json-ld#context"; type="application/ld+json"`;
  return {
    base,
    contexts: `${base}/contexts`,
    vocab: `${base}/vocab`,
    webpages,
    webpage: (id) => `${webpages}/${id}`,
    screenshots: (webpageId) => `${webpages}/${webpageId}/screenshots`,
    screenshot: (webpageId, id) => `${webpages}/${webpageId}/screenshots/${id}`,
    event: (name) => `${publicUrl}/manage/v1/events/${name}`,
    image: (key) => `${imageHostUrl}/${key}`,
    contextHeader,
    documentationHeader: `${contextHeader}, <${base}/vocab>; rel="http://www.w3.org/ns/hydra/core#apiDocumentation"`,
  };
}
