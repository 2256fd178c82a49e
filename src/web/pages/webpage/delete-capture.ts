import { deleteCapture } from '../../../app/trash.ts';
import { shownName } from '../../../domain/webpage.ts';
import { preciseTimeTag, shortUrl } from '../../format.ts';
import { html } from '../../html.ts';
import { form, icon, layout } from '../../layout.ts';
import { withTrashNotice } from '../../notices.ts';
import { captureOf, webpageOf } from '../../records.ts';
import { type Answer, type MemberVisit, page, redirect, type Web } from '../../visit.ts';
import { describeFate } from './webpage-actions.ts';

export async function showDeleteCapture(web: Web, visit: MemberVisit): Promise<Answer> {
  const { links, store } = web;
  const webpage = await webpageOf(web, visit);
  const capture = await captureOf(web, visit, visit.parameters.capture);
  const title = (await store.gallery.looks(visit.member.owner, [webpage.id])).get(webpage.id)?.title;
  const path = links.capture(webpage.id, capture.id);
  const main = html`<h1>Delete this capture?</h1>
<section class="panel danger-zone">
<p><strong dir="auto">${shownName(webpage, title)}</strong><br>${shortUrl(webpage.url)}</p>
<p>Captured on ${preciseTimeTag(capture.createdAt)}. ${describeFate(web)} Later captures are compared with the capture before this one.</p>
<div class="row">
${form(visit, `${path}/delete`, html`<button class="danger">${icon(links, 'trash')}Delete capture</button>`, { class: 'inline' })}
<a class="button quiet" href="${path}">Cancel</a>
</div>
</section>`;
  return page(layout(web, visit, { title: 'Delete this capture?', current: 'archive', main }));
}

export async function doDeleteCapture(web: Web, visit: MemberVisit): Promise<Answer> {
  const { id, webpageId } = await captureOf(web, visit, visit.parameters.capture);
  const now = web.now();
  await deleteCapture(web, visit.member.owner, { webpageId, id }, now);
  return redirect(withTrashNotice(web, web.links.webpage(webpageId), 'capture', now));
}
