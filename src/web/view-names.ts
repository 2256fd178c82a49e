import { viewLabels } from '../domain/view.ts';
import type { Webpage } from '../domain/webpage.ts';
import { type Html, html } from './html.ts';
import { icon } from './layout.ts';
import type { WebLinks } from './links.ts';
import type { MemberVisit, Web } from './visit.ts';

/** One of the views of a page. */
export interface NamedView {
  readonly webpageId: string;
  /** Differs from that of every other view of the page. */
  readonly label: string;
}

/** The views of the pages with these addresses, by address. A page with a single view is left out. */
export async function namedViews(
  { store }: Pick<Web, 'store'>,
  { member }: MemberVisit,
  webpages: readonly Webpage[],
): Promise<Map<string, NamedView[]>> {
  if (webpages.length === 0) return new Map();
  const found = await store.gallery.severalViews(
    member.owner,
    webpages.map(({ url }) => url),
  );
  return new Map(
    [...found].map(([url, views]) => {
      const labels = viewLabels(views.map(({ options }) => options));
      return [url, views.map(({ webpageId }, index) => ({ webpageId, label: labels[index] ?? '' }))];
    }),
  );
}

/** A tag that tells the views of a page apart; false for the only view. */
export type ViewTag = (webpage: Webpage) => Html | false;

export async function viewTags(web: Web, visit: MemberVisit, webpages: readonly Webpage[]): Promise<ViewTag> {
  const named = await namedViews(web, visit, webpages);
  return ({ id, url }) => {
    const view = named.get(url)?.find(({ webpageId }) => webpageId === id);
    return view !== undefined && viewTag(web.links, view.label);
  };
}

export function viewTag(links: WebLinks, label: string): Html {
  return html`<span class="viewtag" title="View">${icon(links, 'screen')}${label}</span>`;
}
