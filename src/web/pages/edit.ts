import { changeWebpage } from '../../app/change-webpage.ts';
import type { CaptureSchedule } from '../../domain/capture-schedule.ts';
import { Problem } from '../../domain/problem.ts';
import type { Webpage } from '../../domain/webpage.ts';
import { STATUS_OF } from '../../http/status.ts';
import { type Html, html } from '../html.ts';
import { complaint, form, layout } from '../layout.ts';
import { withNotice } from '../notices.ts';
import { webpageOf } from '../records.ts';
import { type Fields, fieldsOf, type KeptTrack, readFields, trackFields, UNTRACKED_FIELDS } from '../track-form.ts';
import { type Answer, field, type MemberVisit, page, redirect, type Web } from '../visit.ts';
import { splitKeywords } from './add.ts';

export async function showEdit(web: Web, visit: MemberVisit): Promise<Answer> {
  const webpage = await webpageOf(web, visit);
  const track = await web.store.schedules.find(visit.member.owner, webpage.id, web.now());
  const fields = new URLSearchParams({
    ...(track ? fieldsOf(track) : UNTRACKED_FIELDS),
    url: webpage.url,
    name: webpage.name,
    keywords: webpage.keywords.join(', '),
  });
  return page(editPage(web, visit, { webpage, fields, kept: keptOf(track) }));
}

export async function doEdit(web: Web, visit: MemberVisit): Promise<Answer> {
  const webpage = await webpageOf(web, visit);
  try {
    const change = {
      ...readFields(visit.form),
      url: field(visit, 'url'),
      name: field(visit, 'name'),
      keywords: splitKeywords(field(visit, 'keywords')),
      forgetSecrets: field(visit, 'forget') === 'on',
    };
    await changeWebpage(web, visit.member.owner, webpage, change, web.now());
    return redirect(withNotice(web.links.webpage(webpage.id), 'webpage-saved'));
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    const track = await web.store.schedules.find(visit.member.owner, webpage.id, web.now());
    const shown = editPage(web, visit, {
      webpage,
      fields: visit.form,
      kept: keptOf(track),
      message: error.message,
    });
    return page(shown, STATUS_OF[error.kind]);
  }
}

function keptOf(track: CaptureSchedule | undefined): KeptTrack {
  return { noSchedule: track === undefined, secrets: track?.hasSecrets ?? false };
}

interface Edited {
  readonly webpage: Webpage;
  readonly fields: Fields;
  readonly kept: KeptTrack;
  readonly message?: string;
}

function editPage(web: Web, visit: MemberVisit, { webpage, fields, kept, message }: Edited): Html {
  const { links } = web;
  const path = links.webpage(webpage.id);
  const value = (name: string) => fields.get(name) ?? '';
  const main = html`<h1>Edit ${webpage.name}</h1>
${complaint(links, message)}
<section class="panel">
${form(
  visit,
  `${path}/edit`,
  html`<div class="field"><label for="url">Address</label>
<input id="url" name="url" type="url" required maxlength="2048" value="${value('url')}" autocomplete="off"></div>
<div class="fields">
<div class="field"><label for="name">Name</label>
<input id="name" name="name" required maxlength="300" value="${value('name')}" autocomplete="off"></div>
<div class="field"><label for="keywords">Keywords <small>parted by commas</small></label>
<input id="keywords" name="keywords" maxlength="2000" value="${value('keywords')}" autocomplete="off"></div>
</div>
${trackFields(fields, kept)}
<div class="row"><button class="primary">Save</button><a class="button quiet" href="${path}">Back</a></div>`,
)}
</section>`;
  return layout(web, visit, { title: `Edit ${webpage.name}`, current: 'archive', main });
}
