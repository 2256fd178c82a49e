import type { FeedFormat } from '../domain/feed.ts';

/** The URLs of the management API. Records that Archive API v3 has keep the id that they have there. */
export interface ManageLinks {
  readonly base: string;
  readonly webpages: string;
  readonly tokens: string;
  readonly webhooks: string;
  readonly feeds: string;
  readonly trash: string;
  webpage(id: string): string;
  capture(webpageId: string, id: string): string;
  captureRequest(webpageId: string, id: string): string;
  token(id: string): string;
  webhook(id: string): string;
  delivery(webhookId: string, id: string): string;
  feed(id: string): string;
  /** The secret address of the feed itself. */
  feedAddress(secret: string, format: FeedFormat): string;
}

export function makeManageLinks(publicUrl: string): ManageLinks {
  const base = `${publicUrl}/manage/v1`;
  const webpage = (id: string) => `${base}/webpages/${id}`;
  return {
    base,
    webpages: `${base}/webpages`,
    tokens: `${base}/tokens`,
    webhooks: `${base}/webhooks`,
    feeds: `${base}/feeds`,
    trash: `${base}/trash`,
    webpage,
    capture: (webpageId, id) => `${webpage(webpageId)}/captures/${id}`,
    captureRequest: (webpageId, id) => `${webpage(webpageId)}/capture-requests/${id}`,
    token: (id) => `${base}/tokens/${id}`,
    webhook: (id) => `${base}/webhooks/${id}`,
    delivery: (webhookId, id) => `${base}/webhooks/${webhookId}/deliveries/${id}`,
    feed: (id) => `${base}/feeds/${id}`,
    feedAddress: (secret, format) => `${publicUrl}/feeds/${secret}/${format}`,
  };
}
