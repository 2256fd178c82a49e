import { readRole, removePerson } from '../../../app/people.ts';
import type { Person } from '../../../domain/person.ts';
import { Problem } from '../../../domain/problem.ts';
import { pauseReason, type QuotaTexts, readQuota } from '../../../domain/quota.ts';
import { formatSize } from '../../../domain/size.ts';
import { dateTag, pluralize } from '../../format.ts';
import { type Html, html } from '../../html.ts';
import { errorMessage, form, icon, layout } from '../../layout.ts';
import { withNotice } from '../../notices.ts';
import { idOf } from '../../records.ts';
import { usageList } from '../../usage.ts';
import { type AdministratorVisit, type Answer, field, page, redirect, refusal, type Web } from '../../visit.ts';

export async function showPerson(web: Web, visit: AdministratorVisit): Promise<Answer> {
  return page(personPage(web, visit, await personOf(web, visit)));
}

export async function doSetQuota(web: Web, visit: AdministratorVisit): Promise<Answer> {
  const person = await personOf(web, visit);
  const texts = {
    webpages: field(visit, 'webpages'),
    storage: field(visit, 'storage'),
    captures: field(visit, 'captures'),
  };
  try {
    await web.store.people.setQuota(person.id, readQuota(texts));
    return redirect(withNotice(pathOf(web, person), 'quota-saved'));
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    return refusal(personPage(web, visit, person, { message: error.message, texts }), error);
  }
}

export async function doSetRole(web: Web, visit: AdministratorVisit): Promise<Answer> {
  const person = await personOf(web, visit);
  try {
    await web.store.people.setRole(person.id, readRole(field(visit, 'role')));
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    return refusal(personPage(web, visit, person, { message: error.message }), error);
  }
  // A person who is no administrator any more cannot open the page.
  const isGone = person.id === visit.member.owner && field(visit, 'role') === 'member';
  return redirect(withNotice(isGone ? web.links.account : pathOf(web, person), 'role-changed'));
}

export async function showRemovePerson(web: Web, visit: AdministratorVisit): Promise<Answer> {
  return page(removePage(web, visit, await personOf(web, visit)));
}

export async function doRemovePerson(web: Web, visit: AdministratorVisit): Promise<Answer> {
  const person = await personOf(web, visit);
  try {
    const email = await removePerson(web.store, visit.member.owner, person.id, field(visit, 'email'), web.now());
    return redirect(withNotice(web.links.people, 'person-removed', email));
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    return refusal(removePage(web, visit, person, error.message), error);
  }
}

function personOf({ store }: Web, visit: AdministratorVisit): Promise<Person> {
  return store.people.find(idOf(visit, 'person'));
}

const pathOf = ({ links }: Web, { id }: Person) => `${links.people}/${id}`;

/** The form as it was sent, if it is shown again. */
interface Refused {
  readonly message: string;
  readonly texts?: QuotaTexts;
}

function personPage(web: Web, visit: AdministratorVisit, person: Person, refused?: Refused): Html {
  const { links } = web;
  const { email, role, createdAt, webpageCount, quota, use } = person;
  const path = pathOf(web, person);
  const isSelf = person.id === visit.member.owner;
  const paused = pauseReason(quota, use, web.now());
  const other = role === 'member' ? 'administrator' : 'member';
  const main = html`<div><p class="crumb"><a href="${links.people}">People</a></p>
<h1><bdi>${email}</bdi></h1>
<p class="lead">${role === 'administrator' ? 'Administrator' : 'Member'} · joined ${dateTag(createdAt)}</p></div>
${errorMessage(links, refused?.message)}
${paused !== undefined && !isSelf && html`<p class="callout" role="status">${icon(links, 'warning')}${paused}</p>`}
<section class="panel"><h2>Usage</h2>
${usageList({ quota, use, webpages: webpageCount }, web.now())}</section>
<section class="panel"><h2>Quota</h2>
<p>An empty field is no limit. At a limit of storage or captures, captures pause; everything can still be read.</p>
${form(visit, `${path}/quota`, html`<div class="fields">${quotaFields(refused?.texts ?? textsOf(person))}</div><button>Save quota</button>`)}
</section>
<section class="panel"><h2>Role</h2>
<p>Administrators manage people, invitations and quotas. They cannot see the webpages of others.</p>
${form(visit, `${path}/role`, html`<button name="role" value="${other}">${other === 'member' ? 'Make a member' : 'Make an administrator'}</button>`, { class: 'inline' })}
</section>
<section class="panel danger-zone"><h2>Remove account</h2>
${
  isSelf
    ? html`<p>You can delete your own account on the <a href="${links.account}">Account</a> page.</p>`
    : html`<p>This permanently deletes the webpages, captures and tokens of this person.</p>
<p><a class="button danger" href="${path}/remove">${icon(links, 'trash')}Remove account…</a></p>`
}</section>`;
  return layout(web, visit, { title: email, current: 'people', main });
}

function textsOf({ quota }: Person): QuotaTexts {
  return {
    webpages: quota.webpages?.toString() ?? '',
    storage: quota.bytes === undefined ? '' : formatSize(quota.bytes),
    captures: quota.capturesADay?.toString() ?? '',
  };
}

function quotaFields({ webpages, storage, captures }: QuotaTexts): Html {
  return html`<div class="field"><label for="webpages">Webpages</label>
<input id="webpages" name="webpages" inputmode="numeric" maxlength="9" placeholder="No limit" autocomplete="off" value="${webpages}"></div>
<div class="field"><label for="storage">Storage <small>such as 10 GB</small></label>
<input id="storage" name="storage" maxlength="20" placeholder="No limit" autocomplete="off" value="${storage}"></div>
<div class="field"><label for="captures">Captures a day</label>
<input id="captures" name="captures" inputmode="numeric" maxlength="9" placeholder="No limit" autocomplete="off" value="${captures}"></div>`;
}

function removePage(web: Web, visit: AdministratorVisit, person: Person, message?: string): Html {
  const { links } = web;
  const { email, webpageCount } = person;
  const main = html`<h1>Remove <bdi>${email}</bdi>?</h1>
${errorMessage(links, message)}
<section class="panel danger-zone">
<p>This permanently deletes <strong>${pluralize(webpageCount, 'webpage')}</strong> with all captures, and all tokens and sessions of this person. It cannot be undone.</p>
${form(
  visit,
  `${pathOf(web, person)}/remove`,
  html`<div class="field"><label for="email">Enter ${email} to confirm</label>
<input id="email" name="email" type="email" autocomplete="off" required maxlength="254"></div>
<div class="row"><button class="danger">${icon(links, 'trash')}Remove account</button>
<a class="button quiet" href="${pathOf(web, person)}">Cancel</a></div>`,
)}
</section>`;
  return layout(web, visit, { title: `Remove ${email}`, current: 'people', main });
}
