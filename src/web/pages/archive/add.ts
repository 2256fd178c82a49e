import { type AddedList, addWebpages } from '../../../app/add-webpages.ts';
import { isIdentifier } from '../../../domain/identifier.ts';
import { Problem } from '../../../domain/problem.ts';
import { givenName } from '../../../domain/webpage.ts';
import { STATUS_OF } from '../../../http/status.ts';
import { DEFAULT_FIELDS, fieldsOfSchedule, readCaptureSettings } from '../../capture-settings.ts';
import { captureSettingsRows } from '../../capture-settings-form.ts';
import { pluralize } from '../../format.ts';
import { type Html, html } from '../../html.ts';
import { errorMessage, form, icon, layout } from '../../layout.ts';
import { withNotice } from '../../notices.ts';
import { check, differs, type Fields, radios, settingsRow, textArea, textField } from '../../settings-row.ts';
import { readViewChoice } from '../../view-choice.ts';
import { type Answer, field, type MemberVisit, page, redirect, type Web } from '../../visit.ts';
import { readSettingsForm } from '../changes/change-settings-form.ts';
import { justAdded } from './just-added.ts';

/** A notice has room for most addresses. */
const LONGEST_SHOWN = 200;

const SHARES = [
  { value: '', label: 'Any size', says: '' },
  ...['0.1', '1', '5'].map((value) => ({
    value,
    label: `At least ${value} %`,
    says: `changes of at least ${value} %`,
  })),
];

export async function showAdd(web: Web, visit: MemberVisit): Promise<Answer> {
  const fields = new URLSearchParams({ ...DEFAULT_FIELDS, share: '', urls: visit.query.get('url') ?? '' });
  return page(await addPage(web, visit, (await fieldsLike(web, visit)) ?? fields));
}

/** The settings of the webpage `like`, to add another view of it. Its secrets are not read. */
async function fieldsLike({ store, now }: Web, visit: MemberVisit): Promise<Fields | undefined> {
  const id = visit.query.get('like') ?? '';
  const webpage = isIdentifier(id) ? await store.webpages.find(visit.member.owner, id) : undefined;
  if (!webpage) return undefined;
  const schedule = await store.schedules.find(visit.member.owner, id, now());
  return new URLSearchParams({
    ...DEFAULT_FIELDS,
    ...(schedule && fieldsOfSchedule(schedule)),
    view: '',
    share: '',
    urls: webpage.url,
    name: givenName(webpage) ?? '',
    keywords: webpage.keywords.join(', '),
  });
}

export async function doAdd(web: Web, visit: MemberVisit): Promise<Answer> {
  const { links } = web;
  try {
    const list = {
      ...readCaptureSettings(visit.form),
      views: readViewChoice(visit.form),
      lines: field(visit, 'urls').split(/\r?\n/),
      name: field(visit, 'name') || undefined,
      keywords: splitKeywords(field(visit, 'keywords')),
      changeSettings: readSettingsForm(visit.form),
      allowDuplicates: field(visit, 'allowDuplicates') === 'on',
    };
    const result = await addWebpages(web, visit.member.owner, list, web.now());
    const [first, second] = result.added;
    if (result.refused.length > 0) return page(await someRefused(web, visit, result), 422);
    if (first && !second)
      return redirect(withNotice(links.webpage(first.id), 'webpage-added', first.url.slice(0, LONGEST_SHOWN)));
    if (first && result.added.every(({ url }) => url === first.url)) {
      const what = `${first.url.slice(0, LONGEST_SHOWN)} in ${pluralize(result.added.length, 'view')}`;
      return redirect(withNotice(links.webpage(first.id), 'views-added', what));
    }
    return redirect(withNotice(links.add, 'webpages-added', pluralize(result.added.length, 'webpage')));
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    const shown = await addPage(web, visit, visit.form, errorMessage(links, error.message) || undefined);
    return page(shown, STATUS_OF[error.kind]);
  }
}

/** Keywords are separated by commas, because they can contain spaces. */
export function splitKeywords(text: string): string[] {
  return text.split(',').filter((keyword) => keyword.trim() !== '');
}

/** Shows the form again with only the refused lines in its field, and the reason for each. */
function someRefused(web: Web, visit: MemberVisit, { added, refused }: AddedList): Promise<Html> {
  const { links } = web;
  const fields = new URLSearchParams(visit.form);
  fields.set('urls', refused.map(({ line }) => line).join('\n'));
  const error = html`<div class="error" role="alert">${icon(links, 'warning')}<div>
<p><strong>${added.length > 0 && `${pluralize(added.length, 'webpage')} added. `}${pluralize(refused.length, 'line')} could not be added:</strong></p>
<ul class="reasons">${refused.map(
    ({ line, reason, tracked }) =>
      html`<li><code>${line.slice(0, 200)}</code> ${tracked === undefined ? reason : html`<a href="${links.webpage(tracked)}">${reason}</a>`}</li>`,
  )}</ul>
</div></div>`;
  return addPage(web, visit, fields, error);
}

/** `error` is given if the form is shown again. */
async function addPage(web: Web, visit: MemberVisit, fields: Fields, error?: Html): Promise<Html> {
  const { links } = web;
  const again = error !== undefined;
  const another = visit.query.has('like') && !again;
  const settings = {
    unscheduled: 'once',
    hasSecrets: false,
    severalViews: true,
    // A further view keeps the zone of the first.
    detectZone: !again && !another,
    again,
  } as const;
  const counting = [
    radios(fields, 'share', 'Announce changes of', SHARES),
    textArea(fields, 'selectors', {
      label: 'Ignore elements',
      hint: 'One CSS selector per line. Ignored and smaller changes are kept, but not announced.',
      says: 'ignores %',
      class: 'mono',
    }),
  ];
  const naming = [
    textField(fields, 'name', {
      label: 'Name',
      hint: 'For a single address. The title of the page by default.',
      says: '%',
      attributes: html` maxlength="300"`,
    }),
    textField(fields, 'keywords', {
      label: 'Keywords',
      hint: 'Separated by commas',
      says: '%',
      attributes: html` maxlength="2000" placeholder="prices, travel"`,
    }),
    check(fields, 'allowDuplicates', 'Also add views that are already tracked', 'also views already tracked'),
  ];
  const main = html`<h1>${another ? 'Add a view' : 'Which page should we keep?'}</h1>
<p class="lead">${
    another
      ? 'Choose further views under Screen. The other settings are those of the page, but for cookies, headers and secrets.'
      : 'Paste one address, or a list with one on each line. The first capture starts right away.'
  }</p>
${error}
${form(
  visit,
  links.add,
  html`<div class="one"><textarea id="urls" name="urls" rows="1" required aria-label="Addresses, one per line" placeholder="example.org/pricing" autocapitalize="off" spellcheck="false">${fields.get('urls') ?? ''}</textarea><button class="primary">${icon(links, 'camera')}Add and capture</button></div>
<div class="settings">
${captureSettingsRows(links, fields, settings)}
${settingsRow(links, { title: 'What counts', controls: counting, otherwise: 'Every change', sentence: true, open: again && differs(fields, DEFAULT_FIELDS, counting) })}
${settingsRow(links, { title: 'Name and keywords', controls: naming, otherwise: 'From the page’s title', open: again && differs(fields, {}, naming) })}
</div>`,
  { class: 'adding' },
)}
${await justAdded(web, visit)}`;
  return layout(web, visit, { title: 'Add webpages', current: 'add', main, width: 'add' });
}
