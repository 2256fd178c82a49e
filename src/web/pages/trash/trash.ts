import { erasedAt, type Trashed, type TrashPosition } from '../../../domain/trash.ts';
import { defaultView, isSameView, viewLabel } from '../../../domain/view.ts';
import { shownName } from '../../../domain/webpage.ts';
import { dateTag, pluralize, relativeTimeTag, shortUrl, timeTag } from '../../format.ts';
import { type Html, html } from '../../html.ts';
import { form, icon, layout } from '../../layout.ts';
import { type WebLinks, withQuery } from '../../links.ts';
import { trashedOf } from '../../records.ts';
import { viewTag } from '../../view-names.ts';
import { type Answer, type MemberVisit, page, type Web } from '../../visit.ts';

const ROWS = 50;
const COUNTED = 1_000;

/** Deleted webpages and captures, the newest first. */
export async function showTrash(web: Web, visit: MemberVisit): Promise<Answer> {
  const { links, store, trashDays } = web;
  const items = await store.trash.list(visit.member.owner, { after: readPosition(visit.query), limit: ROWS + 1 });
  const shown = items.slice(0, ROWS);
  const last = items.length > ROWS ? shown.at(-1) : undefined;
  const older = last && withQuery(links.trash, new URLSearchParams(), { at: last.trashedAt, id: last.id });
  const main = html`<div><h1>Trash</h1>
<p class="lead">${describeTrash(trashDays)}</p></div>
${
  shown.length === 0
    ? empty(web)
    : html`<section class="panel">
<ul class="records trashed">${shown.map((item) => row(web, visit, item))}</ul>
${older && html`<p><a class="button" rel="next" href="${older}">Older${icon(links, 'right')}</a></p>`}
</section>
<p><a class="button danger" href="${links.trash}/empty">${icon(links, 'trash')}Empty trash…</a></p>`
}`;
  return page(layout(web, visit, { title: 'Trash', current: 'trash', main }));
}

function describeTrash(trashDays: number): string {
  if (trashDays === 0) return 'Deleted webpages and captures are permanently deleted at once.';
  return `Deleted webpages and captures stay here for ${pluralize(trashDays, 'day')}. Until then you can restore them, and they count towards your storage.`;
}

function empty({ links }: Web): Html {
  return html`<section class="empty">${icon(links, 'trash')}<h2>The trash is empty</h2></section>`;
}

function row({ links, trashDays }: Web, visit: MemberVisit, item: Trashed): Html {
  const path = `${links.trash}/${item.id}`;
  const name = shownName(item.webpage, item.title);
  const hidden = html`<span class="visually-hidden"> ${describeItem(item)}</span>`;
  return html`<li>
<div><strong dir="auto">${name}</strong><small>${shortUrl(item.webpage.url)} ${trashedViewTag(links, item)}</small>
<small>${whatOf(item)}</small>
<small>Deleted ${relativeTimeTag(item.trashedAt)}, erased after ${dateTag(erasedAt(item, trashDays).toISOString())}</small></div>
<div class="row">${form(visit, `${path}/restore`, html`<button class="small">Restore${hidden}</button>`, { class: 'inline' })}
<a class="button small danger" href="${path}/erase">Erase…${hidden}</a></div>
</li>`;
}

/** Also if it was the only view: the others may be gone by now. The default view needs no tag. */
function trashedViewTag(links: WebLinks, { view }: Trashed): Html | false {
  return !isSameView(view, defaultView) && viewTag(links, viewLabel(view));
}

function whatOf(item: Trashed): Html {
  if (item.kind === 'capture') return html`Capture of ${timeTag(item.capturedAt)}`;
  return html`Webpage with ${item.captures === 0 ? 'no captures' : pluralize(item.captures, 'capture')}`;
}

/** "Morning news" or "a capture of Morning news". */
export function describeItem(item: Trashed): string {
  const name = shownName(item.webpage, item.title);
  return item.kind === 'capture' ? `a capture of ${name}` : name;
}

/** Asks for confirmation before an item is erased. */
export async function showErase(web: Web, visit: MemberVisit): Promise<Answer> {
  const { links } = web;
  const item = await trashedOf(web, visit);
  const question = item.kind === 'capture' ? 'Erase this capture?' : 'Erase this webpage?';
  const main = html`<h1>${question}</h1>
<section class="panel danger-zone">
<p><strong dir="auto">${shownName(item.webpage, item.title)}</strong><br>${shortUrl(item.webpage.url)} ${trashedViewTag(links, item)}</p>
<p>${whatOf(item)}. It is permanently deleted with all its files. This cannot be undone.</p>
${confirm(web, visit, `${links.trash}/${item.id}/erase`, 'Erase')}
</section>`;
  return page(layout(web, visit, { title: question, current: 'trash', main }));
}

export async function showEmptyTrash(web: Web, visit: MemberVisit): Promise<Answer> {
  const items = await web.store.trash.list(visit.member.owner, { after: undefined, limit: COUNTED + 1 });
  const count = items.length > COUNTED ? `more than ${COUNTED} items` : pluralize(items.length, 'item');
  const main = html`<h1>Empty the trash?</h1>
${
  items.length === 0
    ? empty(web)
    : html`<section class="panel danger-zone">
<p>The trash contains ${count}. Everything in it is permanently deleted with all its files. This cannot be undone.</p>
${confirm(web, visit, `${web.links.trash}/empty`, 'Empty trash')}
</section>`
}`;
  return page(layout(web, visit, { title: 'Empty the trash?', current: 'trash', main }));
}

function confirm({ links }: Web, visit: MemberVisit, action: string, text: string): Html {
  const button = html`<button class="danger">${icon(links, 'trash')}${text}</button>`;
  return html`<div class="row">${form(visit, action, button, { class: 'inline' })}
<a class="button quiet" href="${links.trash}">Cancel</a></div>`;
}

const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

/** Whether the text is a time as the trash stores it. */
export function isTrashTime(text: string): boolean {
  return TIME.test(text);
}

function readPosition(query: URLSearchParams): TrashPosition | undefined {
  const [at = '', id = ''] = [query.get('at') ?? '', query.get('id') ?? ''];
  return isTrashTime(at) && /^[\da-f-]{36}$/.test(id) ? { at, id } : undefined;
}
