import { pauseWebpage, requestCapture, resumeWebpage } from '../../../app/track-webpages.ts';
import { deleteWebpage } from '../../../app/trash.ts';
import { shownName } from '../../../domain/webpage.ts';
import { pluralize, shortUrl } from '../../format.ts';
import { html } from '../../html.ts';
import { form, icon, layout } from '../../layout.ts';
import { withNotice, withTrashNotice } from '../../notices.ts';
import { webpageOf } from '../../records.ts';
import { viewTags } from '../../view-names.ts';
import { type Answer, type MemberVisit, page, redirect, type Web } from '../../visit.ts';

export async function doCapture(web: Web, visit: MemberVisit): Promise<Answer> {
  const { id } = await webpageOf(web, visit);
  await requestCapture(web, visit.member.owner, id, web.now());
  return redirect(web.links.webpage(id));
}

export async function doPause(web: Web, visit: MemberVisit): Promise<Answer> {
  const { id } = await webpageOf(web, visit);
  await pauseWebpage(web.store, visit.member.owner, id);
  return redirect(withNotice(web.links.webpage(id), 'paused'));
}

export async function doResume(web: Web, visit: MemberVisit): Promise<Answer> {
  const { id } = await webpageOf(web, visit);
  await resumeWebpage(web.store, visit.member.owner, id, web.now());
  return redirect(withNotice(web.links.webpage(id), 'resumed'));
}

export async function showDelete(web: Web, visit: MemberVisit): Promise<Answer> {
  const { links } = web;
  const webpage = await webpageOf(web, visit);
  const state = await web.store.screenshots.state(visit.member.owner, webpage.id, undefined);
  const captures = state?.count ?? 0;
  const title = (await web.store.gallery.looks(visit.member.owner, [webpage.id])).get(webpage.id)?.title;
  const name = shownName(webpage, title);
  const address = shortUrl(webpage.url);
  const view = await viewTags(web, visit, [webpage]);
  const path = links.webpage(webpage.id);
  const main = html`<h1>Delete this webpage?</h1>
<section class="panel danger-zone">
<p><strong dir="auto">${name}</strong>${name !== address && html`<br>${address}`} ${view(webpage)}</p>
<p>${
    captures === 0 ? 'It has no captures.' : html`This also deletes <strong>${pluralize(captures, 'capture')}</strong>.`
  } ${describeFate(web)}${view(webpage) && ' The other views of this page stay.'}</p>
<div class="row">
${form(visit, `${path}/delete`, html`<button class="danger">${icon(links, 'trash')}Delete webpage</button>`, {
  class: 'inline',
})}
<a class="button quiet" href="${path}">Cancel</a>
</div>
</section>`;
  return page(layout(web, visit, { title: `Delete ${name}`, current: 'archive', main }));
}

export async function doDelete(web: Web, visit: MemberVisit): Promise<Answer> {
  const { id } = await webpageOf(web, visit);
  const now = web.now();
  await deleteWebpage(web, visit.member.owner, id, { now });
  return redirect(withTrashNotice(web, web.links.archive, 'webpage', now));
}

/** A sentence that says whether a deletion can be undone. */
export function describeFate({ trashDays }: Pick<Web, 'trashDays'>, what: 'it' | 'them' = 'it'): string {
  if (trashDays === 0) return 'This cannot be undone.';
  return `You can restore ${what} from the trash for ${pluralize(trashDays, 'day')}.`;
}
