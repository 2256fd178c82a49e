import { changeWebpage } from '../../app/change-webpage.ts';
import type { CaptureSchedule } from '../../domain/capture-schedule.ts';
import { Problem } from '../../domain/problem.ts';
import type { Webpage } from '../../domain/webpage.ts';
import { STATUS_OF } from '../../http/status.ts';
import {
  captureSettingsFields,
  type Fields,
  fieldsOfSchedule,
  readCaptureSettings,
  type StoredSettings,
  UNSCHEDULED_FIELDS,
} from '../capture-settings-form.ts';
import { type Html, html } from '../html.ts';
import { errorMessage, form, layout } from '../layout.ts';
import { withNotice } from '../notices.ts';
import { webpageOf } from '../records.ts';
import { type Answer, field, type MemberVisit, page, redirect, type Web } from '../visit.ts';
import { splitKeywords } from './add.ts';

export async function showEdit(web: Web, visit: MemberVisit): Promise<Answer> {
  const webpage = await webpageOf(web, visit);
  const schedule = await web.store.schedules.find(visit.member.owner, webpage.id, web.now());
  const fields = new URLSearchParams({
    ...(schedule ? fieldsOfSchedule(schedule) : UNSCHEDULED_FIELDS),
    url: webpage.url,
    name: webpage.name,
    keywords: webpage.keywords.join(', '),
  });
  return page(editPage(web, visit, { webpage, fields, stored: storedSettings(schedule) }));
}

export async function doEdit(web: Web, visit: MemberVisit): Promise<Answer> {
  const webpage = await webpageOf(web, visit);
  try {
    const change = {
      ...readCaptureSettings(visit.form),
      url: field(visit, 'url'),
      name: field(visit, 'name'),
      keywords: splitKeywords(field(visit, 'keywords')),
      forgetSecrets: field(visit, 'forget') === 'on',
    };
    await changeWebpage(web, visit.member.owner, webpage, change, web.now());
    return redirect(withNotice(web.links.webpage(webpage.id), 'webpage-saved'));
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    const schedule = await web.store.schedules.find(visit.member.owner, webpage.id, web.now());
    const shown = editPage(web, visit, {
      webpage,
      fields: visit.form,
      stored: storedSettings(schedule),
      message: error.message,
    });
    return page(shown, STATUS_OF[error.kind]);
  }
}

function storedSettings(schedule: CaptureSchedule | undefined): StoredSettings {
  return { noSchedule: schedule === undefined, hasSecrets: schedule?.hasSecrets ?? false };
}

interface EditForm {
  readonly webpage: Webpage;
  readonly fields: Fields;
  readonly stored: StoredSettings;
  readonly message?: string;
}

function editPage(web: Web, visit: MemberVisit, { webpage, fields, stored, message }: EditForm): Html {
  const { links } = web;
  const path = links.webpage(webpage.id);
  const value = (name: string) => fields.get(name) ?? '';
  const main = html`<h1>Edit ${webpage.name}</h1>
${errorMessage(links, message)}
<section class="panel">
${form(
  visit,
  `${path}/edit`,
  html`<div class="field"><label for="url">URL</label>
<input id="url" name="url" type="url" required maxlength="2048" value="${value('url')}" autocomplete="off"></div>
<div class="fields">
<div class="field"><label for="name">Name</label>
<input id="name" name="name" required maxlength="300" value="${value('name')}" autocomplete="off"></div>
<div class="field"><label for="keywords">Keywords <small>separated by commas</small></label>
<input id="keywords" name="keywords" maxlength="2000" value="${value('keywords')}" autocomplete="off"></div>
</div>
${captureSettingsFields(fields, stored)}
<div class="row"><button class="primary">Save changes</button><a class="button quiet" href="${path}">Cancel</a></div>`,
)}
</section>`;
  return layout(web, visit, { title: `Edit ${webpage.name}`, current: 'archive', main });
}
