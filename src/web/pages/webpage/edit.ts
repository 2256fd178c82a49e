import { changeWebpage } from '../../../app/change-webpage.ts';
import type { CaptureSchedule } from '../../../domain/capture-schedule.ts';
import type { ChangeSettings } from '../../../domain/change.ts';
import { Problem } from '../../../domain/problem.ts';
import { givenName, shownName, type Webpage } from '../../../domain/webpage.ts';
import { STATUS_OF } from '../../../http/status.ts';
import { fieldsOfSchedule, readCaptureSettings, readViewFields, UNSCHEDULED_FIELDS } from '../../capture-settings.ts';
import { captureSettingsRows } from '../../capture-settings-form.ts';
import { formatShare, pluralize } from '../../format.ts';
import { type Html, html } from '../../html.ts';
import { errorMessage, form, layout } from '../../layout.ts';
import { withNotice } from '../../notices.ts';
import { webpageOf } from '../../records.ts';
import { type Fields, linkedRow, settingsRow, textField } from '../../settings-row.ts';
import { type Answer, field, type MemberVisit, page, redirect, type Web } from '../../visit.ts';
import { splitKeywords } from '../archive/add.ts';

export async function showEdit(web: Web, visit: MemberVisit): Promise<Answer> {
  const webpage = await webpageOf(web, visit);
  const schedule = await web.store.schedules.find(visit.member.owner, webpage.id, web.now());
  const fields = new URLSearchParams({
    ...(schedule ? fieldsOfSchedule(schedule) : UNSCHEDULED_FIELDS),
    url: webpage.url,
    name: givenName(webpage) ?? '',
    keywords: webpage.keywords.join(', '),
  });
  return page(await editPage(web, visit, { webpage, schedule, fields }));
}

export async function doEdit(web: Web, visit: MemberVisit): Promise<Answer> {
  const webpage = await webpageOf(web, visit);
  try {
    const settings = readCaptureSettings(visit.form);
    const change = {
      ...settings,
      options: { ...settings.options, ...readViewFields(visit.form) },
      url: field(visit, 'url'),
      name: field(visit, 'name') || undefined,
      keywords: splitKeywords(field(visit, 'keywords')),
      forgetSecrets: field(visit, 'forget') === 'on',
    };
    await changeWebpage(web, visit.member.owner, webpage, change, web.now());
    return redirect(withNotice(web.links.webpage(webpage.id), 'webpage-saved'));
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    const schedule = await web.store.schedules.find(visit.member.owner, webpage.id, web.now());
    const shown = await editPage(web, visit, { webpage, schedule, fields: visit.form, message: error.message });
    return page(shown, STATUS_OF[error.kind]);
  }
}

interface EditForm {
  readonly webpage: Webpage;
  readonly schedule: CaptureSchedule | undefined;
  readonly fields: Fields;
  /** Given if the form is shown again. */
  readonly message?: string;
}

async function editPage(web: Web, visit: MemberVisit, edit: EditForm): Promise<Html> {
  const { links, store } = web;
  const { webpage, schedule, fields, message } = edit;
  const path = links.webpage(webpage.id);
  const title = (await store.gallery.looks(visit.member.owner, [webpage.id])).get(webpage.id)?.title;
  const again = message !== undefined;
  const naming = [
    textField(fields, 'name', {
      label: 'Name',
      hint: 'The title of the page by default',
      says: '%',
      attributes: html` maxlength="300" placeholder="${title ?? ''}"`,
    }),
    textField(fields, 'keywords', {
      label: 'Keywords',
      hint: 'Separated by commas',
      says: '%',
      attributes: html` maxlength="2000"`,
    }),
  ];
  const settings = {
    unscheduled: schedule ? undefined : 'manual',
    hasSecrets: schedule?.hasSecrets ?? false,
    severalViews: false,
    detectZone: false,
    again,
  } as const;
  const name = shownName(webpage, title);
  const main = html`<h1>Edit <bdi>${name}</bdi></h1>
${errorMessage(links, message)}
${form(
  visit,
  `${path}/edit`,
  html`<div class="field address-field"><label for="url">Address</label>
<input id="url" name="url" inputmode="url" required maxlength="2048" value="${fields.get('url') ?? ''}" autocomplete="off" autocapitalize="off" spellcheck="false"></div>
<div class="settings">
${captureSettingsRows(links, fields, settings)}
${linkedRow(links, 'What counts', describeCounting(await store.changes.settings(visit.member.owner, webpage.id)), `${path}/changes`)}
${settingsRow(links, { title: 'Name and keywords', controls: naming, otherwise: 'From the page’s title', open: again })}
</div>
<div class="row"><button class="primary">Save changes</button><a class="button quiet" href="${path}">Cancel</a></div>`,
  { class: 'adding' },
)}`;
  return layout(web, visit, { title: `Edit ${name}`, current: 'archive', main, width: 'add' });
}

function describeCounting({
  ignoredSelectors,
  ignoredBoxes,
  leastShare,
  leastArea,
  watchWords = [],
}: ChangeSettings): string {
  const parts = [
    leastShare > 0 && `Changes of at least ${formatShare(leastShare)}`,
    leastArea > 0 && `${leastShare > 0 ? 'and' : 'Changes of'} at least ${pluralize(leastArea, 'pixel')}`,
    ignoredSelectors.length > 0 && `ignores ${pluralize(ignoredSelectors.length, 'selector')}`,
    ignoredBoxes.length > 0 && `ignores ${pluralize(ignoredBoxes.length, 'rectangle')}`,
    watchWords.length > 0 && `watches ${pluralize(watchWords.length, 'rule')} of words`,
  ].filter((part) => part !== false);
  const text = parts.join(', ') || 'Every change';
  return text.charAt(0).toUpperCase() + text.slice(1);
}
