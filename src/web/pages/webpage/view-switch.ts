import type { Webpage } from '../../../domain/webpage.ts';
import { type Html, html } from '../../html.ts';
import { icon } from '../../layout.ts';
import type { WebLinks } from '../../links.ts';
import { namedViews } from '../../view-names.ts';
import type { MemberVisit, Web } from '../../visit.ts';

/** Links to the other views of a page; false for a page with one view. `path` is the page of another view. */
export async function viewSwitch(
  web: Web,
  visit: MemberVisit,
  webpage: Webpage,
  path: (webpageId: string) => string,
): Promise<Html | false> {
  const views = (await namedViews(web, visit, [webpage])).get(webpage.url);
  if (!views) return false;
  const near = nearTo(
    views.findIndex(({ webpageId }) => webpageId === webpage.id),
    views.length,
  );
  const shown = views.slice(near.from, near.to);
  return html`<nav class="views" aria-label="Views of this page">${shown.map(({ webpageId, label }) =>
    webpageId === webpage.id
      ? html`<a class="chip" href="${path(webpageId)}" aria-current="true">${label}</a>`
      : html`<a class="chip" href="${path(webpageId)}">${label}</a>`,
  )}<a class="chip quiet" href="${addViewPath(web.links, webpage)}">${icon(web.links, 'plus')}Add a view</a></nav>`;
}

/** The form for new webpages, with the address and the settings of this one. */
export function addViewPath(links: WebLinks, { id }: Webpage): string {
  return `${links.add}?like=${id}`;
}

const MOST_SHOWN = 24;

/** The views to show if there are many, among them the one at `index`. */
function nearTo(index: number, count: number): { from: number; to: number } {
  const from = Math.max(0, Math.min(index - MOST_SHOWN / 2, count - MOST_SHOWN));
  return { from, to: from + MOST_SHOWN };
}
