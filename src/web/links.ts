import type { Box } from '../domain/findings.ts';

/** The URLs of all pages. Each begins with the path of PUBLIC_URL. */
export interface WebLinks {
  readonly root: string;
  readonly publicUrl: string;
  /** The Changes page. */
  readonly home: string;
  /** The forms of the Changes page are below this path. */
  readonly changes: string;
  readonly archive: string;
  /** The webpages that were captured on a day and looked as before. */
  unchanged(day: string): string;
  /** Search for words of captures. */
  readonly search: string;
  /** When a phrase appeared and went. */
  readonly phrase: string;
  readonly add: string;
  readonly tokens: string;
  readonly trash: string;
  readonly account: string;
  /** The audit log of the own account, and of all accounts. */
  readonly activity: string;
  readonly allActivity: string;
  /** Webhooks and other notifications; their pages are below this path. */
  readonly notifications: string;
  readonly people: string;
  readonly twoStep: string;
  readonly docs: string;
  readonly manageDocs: string;
  readonly signIn: string;
  readonly signOut: string;
  readonly signUp: string;
  asset(name: string): string;
  image(key: string): string;
  /** The icon of a host. */
  siteIcon(host: string, version: string): string;
  webpage(id: string): string;
  capture(webpageId: string, id: string): string;
  /** The comparison of two captures of a webpage. */
  compare(webpageId: string, before: string, after: string): string;
  /** A part of the picture of a capture, at most as wide as its box. */
  part(webpageId: string, captureId: string, box: Box, width: number): string;
}

export function makeWebLinks(publicUrl: string, imageHostUrl: string, assetVersion: string): WebLinks {
  const root = new URL(publicUrl).pathname.replace(/\/$/, '');
  const webpage = (id: string) => `${root}/webpages/${id}`;
  const capture = (webpageId: string, id: string) => `${webpage(webpageId)}/captures/${id}`;
  return {
    root,
    publicUrl,
    home: `${root}/`,
    changes: `${root}/changes`,
    archive: `${root}/archive`,
    unchanged: (day) => `${root}/archive?unchanged=${day}`,
    search: `${root}/search`,
    phrase: `${root}/phrase`,
    add: `${root}/add`,
    tokens: `${root}/tokens`,
    trash: `${root}/trash`,
    account: `${root}/account`,
    activity: `${root}/account/activity`,
    allActivity: `${root}/people/activity`,
    notifications: `${root}/notifications`,
    people: `${root}/people`,
    twoStep: `${root}/account/two-step`,
    docs: `${root}/docs`,
    manageDocs: `${root}/docs/manage`,
    signIn: `${root}/sign-in`,
    signOut: `${root}/sign-out`,
    signUp: `${root}/sign-up`,
    asset: (name) => `${root}/assets/${assetVersion}/${name}`,
    image: (key) => `${imageHostUrl}/${key}`,
    siteIcon: (host, version) => `${root}/icons/${encodeURIComponent(host)}/${version}`,
    webpage,
    capture,
    compare: (webpageId, before, after) => `${webpage(webpageId)}/compare?before=${before}&after=${after}`,
    part(webpageId, captureId, { x, y, width, height }, shownWidth) {
      const region = `${x},${y},${width},${height}`;
      return `${capture(webpageId, captureId)}/iiif/${region}/${Math.min(shownWidth, width)},/0/default.webp`;
    },
  };
}

/** A path with the changed query; a parameter that becomes undefined or empty is left out. */
export function withQuery(path: string, query: URLSearchParams, changes: Record<string, string | undefined>): string {
  const changed = new URLSearchParams(query);
  for (const [name, value] of Object.entries(changes)) {
    if (value === undefined || value === '') changed.delete(name);
    else changed.set(name, value);
  }
  const text = changed.toString();
  return text === '' ? path : `${path}?${text}`;
}
