import { type AddedList, addWebpages } from '../../app/add-webpages.ts';
import { Problem } from '../../domain/problem.ts';
import { STATUS_OF } from '../../http/status.ts';
import { captureSettingsFields, DEFAULT_FIELDS, type Fields, readCaptureSettings } from '../capture-settings-form.ts';
import { pluralize } from '../format.ts';
import { type Html, html } from '../html.ts';
import { errorMessage, form, icon, layout } from '../layout.ts';
import { withNotice } from '../notices.ts';
import { type Answer, field, type MemberVisit, page, redirect, type Web } from '../visit.ts';

export async function showAdd(web: Web, visit: MemberVisit): Promise<Answer> {
  const fields = new URLSearchParams({ ...DEFAULT_FIELDS, urls: visit.query.get('url') ?? '' });
  return page(addPage(web, visit, fields));
}

export async function doAdd(web: Web, visit: MemberVisit): Promise<Answer> {
  const { links } = web;
  try {
    const list = {
      ...readCaptureSettings(visit.form),
      lines: field(visit, 'urls').split(/\r?\n/),
      name: field(visit, 'name') || undefined,
      keywords: splitKeywords(field(visit, 'keywords')),
      allowDuplicates: field(visit, 'allowDuplicates') === 'on',
    };
    const result = await addWebpages(web, visit.member.owner, list, web.now());
    const [first, second] = result.added;
    if (result.refused.length > 0) return page(someRefused(web, visit, result), 422);
    if (first && !second) return redirect(links.webpage(first.id));
    return redirect(withNotice(`${links.archive}?sort=dateCreated&order=desc`, 'webpages-added'));
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    return page(addPage(web, visit, visit.form, errorMessage(links, error.message)), STATUS_OF[error.kind]);
  }
}

/** Keywords are separated by commas, because they can contain spaces. */
export function splitKeywords(text: string): string[] {
  return text.split(',').filter((keyword) => keyword.trim() !== '');
}

/** Shows the form again with only the refused lines in its text area, and the reason for each. */
function someRefused(web: Web, visit: MemberVisit, { added, refused }: AddedList): Html {
  const fields = new URLSearchParams(visit.form);
  fields.set('urls', refused.map(({ line }) => line).join('\n'));
  const error = html`<div class="error" role="alert">${icon(web.links, 'warning')}<div>
<p><strong>${added.length > 0 && `${pluralize(added.length, 'webpage')} added. `}${pluralize(refused.length, 'line')} could not be added:</strong></p>
<ul class="reasons">${refused.map(({ line, reason }) => html`<li><code>${line.slice(0, 200)}</code> ${reason}</li>`)}</ul>
</div></div>`;
  return addPage(web, visit, fields, error);
}

function addPage(web: Web, visit: MemberVisit, fields: Fields, error?: Html | false): Html {
  const { links } = web;
  const main = html`<h1>Add webpages</h1>
${error}
<section class="panel">
${form(
  visit,
  links.add,
  html`<div class="field"><label for="urls">URLs <small>one per line</small></label>
<textarea id="urls" name="urls" rows="4" required placeholder="https://example.org/" spellcheck="false" aria-describedby="urls-hint">${fields.get('urls') ?? ''}</textarea>
<small id="urls-hint">Enter one URL or paste a list. The first captures start right away.</small></div>
<div class="fields">
<div class="field"><label for="name">Name <small>for a single URL</small></label>
<input id="name" name="name" value="${fields.get('name') ?? ''}" maxlength="300" placeholder="Derived from the URL" autocomplete="off"></div>
<div class="field"><label for="keywords">Keywords <small>separated by commas</small></label>
<input id="keywords" name="keywords" value="${fields.get('keywords') ?? ''}" maxlength="2000" autocomplete="off"></div>
</div>
${captureSettingsFields(fields)}
<label class="check"><input type="checkbox" name="allowDuplicates" value="on"${fields.get('allowDuplicates') === 'on' && html` checked`}> Also add URLs that are already tracked</label>
<button class="primary">${icon(links, 'camera')}Add and capture</button>`,
)}
</section>`;
  return layout(web, visit, { title: 'Add webpages', current: 'add', main });
}
