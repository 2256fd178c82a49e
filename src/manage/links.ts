/** The URLs of the management API. Records that Archive API v3 has keep the id that they have there. */
export interface ManageLinks {
  readonly base: string;
  readonly webpages: string;
  readonly tokens: string;
  webpage(id: string): string;
  capture(webpageId: string, id: string): string;
  captureRequest(webpageId: string, id: string): string;
  token(id: string): string;
}

export function makeManageLinks(publicUrl: string): ManageLinks {
  const base = `${publicUrl}/manage/v1`;
  const webpage = (id: string) => `${base}/webpages/${id}`;
  return {
    base,
    webpages: `${base}/webpages`,
    tokens: `${base}/tokens`,
    webpage,
    capture: (webpageId, id) => `${webpage(webpageId)}/captures/${id}`,
    captureRequest: (webpageId, id) => `${webpage(webpageId)}/capture-requests/${id}`,
    token: (id) => `${base}/tokens/${id}`,
  };
}
