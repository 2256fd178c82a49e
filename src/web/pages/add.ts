import { type AddedList, addWebpages } from '../../app/add-webpages.ts';
import { Problem } from '../../domain/problem.ts';
import { STATUS_OF } from '../../http/status.ts';
import { type Html, html } from '../html.ts';
import { complaint, form, icon, layout } from '../layout.ts';
import { withNotice } from '../notices.ts';
import { type Fields, FRESH_FIELDS, readFields, trackFields } from '../track-form.ts';
import { type Answer, field, type MemberVisit, page, redirect, type Web } from '../visit.ts';
import { count } from '../words.ts';

export async function showAdd(web: Web, visit: MemberVisit): Promise<Answer> {
  const fields = new URLSearchParams({ ...FRESH_FIELDS, urls: visit.query.get('url') ?? '' });
  return page(addPage(web, visit, fields));
}

export async function doAdd(web: Web, visit: MemberVisit): Promise<Answer> {
  const { links } = web;
  try {
    const list = {
      ...readFields(visit.form),
      lines: field(visit, 'urls').split(/\r?\n/),
      name: field(visit, 'name') || undefined,
      keywords: splitKeywords(field(visit, 'keywords')),
      again: field(visit, 'again') === 'on',
    };
    const result = await addWebpages(web, visit.member.owner, list, web.now());
    const [first, second] = result.added;
    if (result.refused.length > 0) return page(someRefused(web, visit, result), 422);
    if (first && !second) return redirect(links.webpage(first.id));
    return redirect(withNotice(`${links.home}?sort=dateCreated&order=desc`, 'webpages-added'));
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    const told = complaint(links, error.message);
    return page(addPage(web, visit, visit.form, told || undefined), STATUS_OF[error.kind]);
  }
}

/** Commas part keywords, so that they can hold spaces. */
export function splitKeywords(text: string): string[] {
  return text.split(',').filter((keyword) => keyword.trim() !== '');
}

/** The good lines are gone from the box; the bad ones stay in it, with what is wrong. */
function someRefused(web: Web, visit: MemberVisit, { added, refused }: AddedList): Html {
  const fields = new URLSearchParams(visit.form);
  fields.set('urls', refused.map(({ line }) => line).join('\n'));
  const told = html`<div class="complaint" role="alert">${icon(web.links, 'warning')}<div>
<p><strong>${added.length > 0 && `${count(added.length, 'page')} added. `}${count(refused.length, 'line')} could not be:</strong></p>
<ul class="reasons">${refused.map(({ line, reason }) => html`<li><code>${line.slice(0, 200)}</code> ${reason}</li>`)}</ul>
</div></div>`;
  return addPage(web, visit, fields, told);
}

function addPage(web: Web, visit: MemberVisit, fields: Fields, told?: Html): Html {
  const { links } = web;
  const main = html`<h1>Add pages</h1>
${told}
<section class="panel">
${form(
  visit,
  links.add,
  html`<div class="field"><label for="urls">Addresses <small>one to a line</small></label>
<textarea id="urls" name="urls" rows="4" required placeholder="https://example.org/" spellcheck="false" aria-describedby="urls-hint">${fields.get('urls') ?? ''}</textarea>
<small id="urls-hint">One, or a pasted list of hundreds. The first capture of each begins at once.</small></div>
<div class="fields">
<div class="field"><label for="name">Name <small>for a single address</small></label>
<input id="name" name="name" value="${fields.get('name') ?? ''}" maxlength="300" placeholder="Made from the address" autocomplete="off"></div>
<div class="field"><label for="keywords">Keywords <small>parted by commas</small></label>
<input id="keywords" name="keywords" value="${fields.get('keywords') ?? ''}" maxlength="2000" autocomplete="off"></div>
</div>
${trackFields(fields)}
<label class="check"><input type="checkbox" name="again" value="on"${fields.get('again') === 'on' && html` checked`}> Also addresses that are tracked already</label>
<button class="primary">${icon(links, 'camera')}Add and capture</button>`,
)}
</section>`;
  return layout(web, visit, { title: 'Add pages', current: 'add', main });
}
