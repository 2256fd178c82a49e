/** The URLs of all pages. Each begins with the path of PUBLIC_URL. */
export interface WebLinks {
  readonly root: string;
  readonly publicUrl: string;
  readonly home: string;
  readonly add: string;
  readonly tokens: string;
  readonly account: string;
  readonly docs: string;
  readonly signIn: string;
  readonly signOut: string;
  readonly signUp: string;
  asset(name: string): string;
  image(key: string): string;
  webpage(id: string): string;
  capture(webpageId: string, id: string): string;
}

export function makeWebLinks(publicUrl: string, imageHostUrl: string, assetVersion: string): WebLinks {
  const root = new URL(publicUrl).pathname.replace(/\/$/, '');
  const webpage = (id: string) => `${root}/webpages/${id}`;
  return {
    root,
    publicUrl,
    home: `${root}/`,
    add: `${root}/add`,
    tokens: `${root}/tokens`,
    account: `${root}/account`,
    docs: `${root}/docs`,
    signIn: `${root}/sign-in`,
    signOut: `${root}/sign-out`,
    signUp: `${root}/sign-up`,
    asset: (name) => `${root}/assets/${assetVersion}/${name}`,
    image: (key) => `${imageHostUrl}/${key}`,
    webpage,
    capture: (webpageId, id) => `${webpage(webpageId)}/captures/${id}`,
  };
}

/** The parameters of a notice (notices.ts), which is shown once. */
const NOTICE_PARAMETERS = ['done', 'about'];

/** A path with the changed query; a parameter that becomes undefined or empty is left out. */
export function withQuery(path: string, query: URLSearchParams, changes: Record<string, string | undefined>): string {
  const changed = new URLSearchParams(query);
  for (const name of NOTICE_PARAMETERS) changed.delete(name);
  for (const [name, value] of Object.entries(changes)) {
    if (value === undefined || value === '') changed.delete(name);
    else changed.set(name, value);
  }
  const text = changed.toString();
  return text === '' ? path : `${path}?${text}`;
}
