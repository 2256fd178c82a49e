import {
  changeSelected,
  checkSelection,
  type SelectionChange,
  type SelectionResult,
} from '../../../app/change-selected.ts';
import { isIdentifier } from '../../../domain/identifier.ts';
import { Problem } from '../../../domain/problem.ts';
import { shownName } from '../../../domain/webpage.ts';
import { pluralize, shortUrl } from '../../format.ts';
import { html } from '../../html.ts';
import { form, icon, layout } from '../../layout.ts';
import { withQuery } from '../../links.ts';
import { type Notice, withNotice, withTrashNotice } from '../../notices.ts';
import { viewTags } from '../../view-names.ts';
import { type Answer, field, type MemberVisit, page, redirect, type Web } from '../../visit.ts';
import { splitKeywords } from '../archive/add.ts';
import { archivePage } from '../archive/archive.ts';
import { describeFate } from '../webpage/webpage-actions.ts';

const NOTICES: Record<Exclude<SelectionChange['kind'], 'delete'>, Notice> = {
  'add-keywords': 'selection-tagged',
  'remove-keywords': 'selection-untagged',
  schedule: 'selection-scheduled',
  capture: 'selection-captured',
  pause: 'selection-paused',
  resume: 'selection-resumed',
};

/** Changes the selected webpages. Deleting them has to be confirmed on a page of its own. */
export async function doChangeSelection(web: Web, visit: MemberVisit): Promise<Answer> {
  const selected = visit.form.getAll('page').filter(isIdentifier);
  try {
    const change = readChange(visit);
    if (change.kind === 'delete' && field(visit, 'sure') !== 'on') return await confirmDelete(web, visit, selected);
    const now = web.now();
    const result = await changeSelected(web, visit.member.owner, selected, change, now);
    const back = withQuery(web.links.archive, visit.query, {});
    if (change.kind === 'delete') return redirect(withTrashNotice(web, back, 'selection', now, describeResult(result)));
    return redirect(withNotice(back, NOTICES[change.kind], describeResult(result)));
  } catch (error) {
    if (!(error instanceof Problem && (error.kind === 'invalid' || error.kind === 'unprocessable'))) throw error;
    return archivePage(web, visit, { message: error.message, selected, keywords: field(visit, 'keywords') });
  }
}

function readChange(visit: MemberVisit): SelectionChange {
  const kind = field(visit, 'action');
  switch (kind) {
    case 'add-keywords':
    case 'remove-keywords':
      return { kind, keywords: splitKeywords(field(visit, 'keywords')) };
    case 'schedule':
      return { kind, schedule: field(visit, 'schedule') };
    case 'capture':
    case 'pause':
    case 'resume':
    case 'delete':
      return { kind };
    default:
      throw new Problem('invalid', 'Choose what to do with the selected webpages.');
  }
}

function describeResult({ changed, missing, unscheduled }: SelectionResult): string {
  const parts = [
    pluralize(changed, 'webpage'),
    missing > 0 && `${missing} no longer ${missing === 1 ? 'exists' : 'exist'}`,
    unscheduled > 0 && `${unscheduled} without a schedule left as ${unscheduled === 1 ? 'it was' : 'they were'}`,
  ];
  return parts.filter(Boolean).join('; ');
}

const NAMES_SHOWN = 20;

async function confirmDelete(web: Web, visit: MemberVisit, ids: readonly string[]): Promise<Answer> {
  const { links, store } = web;
  checkSelection(ids);
  const { owner } = visit.member;
  const found = (await Promise.all(ids.map((id) => store.webpages.find(owner, id)))).filter(
    (each) => each !== undefined,
  );
  const looks = await store.gallery.looks(
    owner,
    found.map(({ id }) => id),
  );
  const captures = [...looks.values()].reduce((sum, look) => sum + look.captures, 0);
  const back = withQuery(links.archive, visit.query, {});
  const shown = found.slice(0, NAMES_SHOWN);
  const view = await viewTags(web, visit, shown);
  const main = html`<h1>Delete ${pluralize(found.length, 'webpage')}?</h1>
<section class="panel danger-zone">
<ul class="names">${shown.map((webpage) => html`<li><strong dir="auto">${shownName(webpage, looks.get(webpage.id)?.title)}</strong> <span class="soft">${shortUrl(webpage.url)}</span> ${view(webpage)}</li>`)}${found.length > shown.length && html`<li>and ${found.length - shown.length} more</li>`}</ul>
<p>This also deletes <strong>${pluralize(captures, 'capture')}</strong>. ${describeFate(web, 'them')}</p>
<div class="row">
${form(
  visit,
  back,
  html`${found.map(({ id }) => html`<input type="hidden" name="page" value="${id}">`)}
<input type="hidden" name="sure" value="on">
<button class="danger" name="action" value="delete">${icon(links, 'trash')}Delete ${pluralize(found.length, 'webpage')}</button>`,
  { class: 'inline' },
)}
<a class="button quiet" href="${back}">Cancel</a>
</div>
</section>`;
  return page(layout(web, visit, { title: 'Delete webpages', current: 'archive', main }));
}
