import { isIdentifier } from '../../../domain/identifier.ts';
import type { Person } from '../../../domain/person.ts';
import type { SentInvitation } from '../../../domain/ports/people.ts';
import { Problem } from '../../../domain/problem.ts';
import { capturesToday, pauseReason } from '../../../domain/quota.ts';
import { formatBytes } from '../../../domain/size.ts';
import { dateTag, pluralize, timeTag } from '../../format.ts';
import { type Html, html } from '../../html.ts';
import { form, icon, layout } from '../../layout.ts';
import { withQuery } from '../../links.ts';
import { withNotice } from '../../notices.ts';
import { idOf } from '../../records.ts';
import { type AdministratorVisit, type Answer, field, page, redirect, type Web } from '../../visit.ts';
import { inviteForms } from './account.ts';

const A_PAGE = 100;

export async function showPeople(web: Web, visit: AdministratorVisit): Promise<Answer> {
  const { store, links } = web;
  const now = web.now();
  const after = await personAfter(web, visit.query.get('after'));
  const [people, total, invitations, membersMayInvite] = await Promise.all([
    store.people.list({ after, limit: A_PAGE + 1 }),
    store.people.total(),
    store.people.invitations(now),
    store.people.membersMayInvite(),
  ]);
  const shown = people.slice(0, A_PAGE);
  const last = people.length > A_PAGE ? shown.at(-1) : undefined;
  const main = html`<div><h1>People</h1>
<p class="lead">${pluralize(total.accounts, 'account')} · ${pluralize(total.webpages, 'webpage')} · ${formatBytes(total.bytes)} · <a href="${links.allActivity}">Activity</a></p></div>
<ul class="records">${shown.map((person) => personRow(web, visit, person))}</ul>
${
  (after || last) &&
  html`<nav class="paging" aria-label="Pages"><div class="row">${after && html`<a class="button" href="${links.people}">First</a>`}</div>
<div class="row">${last && html`<a class="button" rel="next" href="${withQuery(links.people, new URLSearchParams(), { after: last.id })}">Next${icon(links, 'right')}</a>`}</div></nav>`
}
${invitationsPanel(web, visit, invitations)}
<section class="panel">
<h2>Who may invite people?</h2>
${form(
  visit,
  `${links.people}/inviting`,
  html`<fieldset class="stack"><legend class="visually-hidden">Who may invite people?</legend>
<label class="check"><input type="radio" name="inviting" value="everybody"${membersMayInvite && html` checked`}> Everybody with an account</label>
<label class="check"><input type="radio" name="inviting" value="administrators"${!membersMayInvite && html` checked`}> Only administrators</label></fieldset>
<button>Save</button>`,
)}
</section>`;
  return page(layout(web, visit, { title: 'People', current: 'people', main }));
}

export async function doLetInvite(web: Web, visit: AdministratorVisit): Promise<Answer> {
  const inviting = field(visit, 'inviting');
  if (inviting !== 'everybody' && inviting !== 'administrators') {
    throw new Problem('invalid', 'Choose who may invite people.');
  }
  await web.store.people.letMembersInvite(inviting === 'everybody');
  return redirect(withNotice(web.links.people, 'inviting-saved'));
}

export async function doRevokeInvitation(web: Web, visit: AdministratorVisit): Promise<Answer> {
  await web.store.people.revokeInvitation(idOf(visit, 'invitation'));
  return redirect(withNotice(web.links.people, 'invitation-withdrawn'));
}

/** The last person of the page before. A person who was removed in between leads to the first page. */
async function personAfter({ store }: Web, id: string | null): Promise<Person | undefined> {
  return id !== null && isIdentifier(id) ? store.people.find(id).catch(() => undefined) : undefined;
}

function personRow(web: Web, visit: AdministratorVisit, person: Person): Html {
  const { links } = web;
  const { id, email, role, quota, use, webpageCount, createdAt } = person;
  const now = web.now();
  const facts = [
    pluralize(webpageCount, 'webpage'),
    formatBytes(use.bytes),
    `${pluralize(capturesToday(use, now), 'capture')} today`,
  ];
  return html`<li>
<div><strong><bdi>${email}</bdi>${id === visit.member.owner && html` <span class="word">You</span>`}${role === 'administrator' && html` <span class="word">Administrator</span>`}${pauseReason(quota, use, now) !== undefined && html` <span class="word bad">Over quota</span>`}</strong>
<small>${facts.join(' · ')} · joined ${dateTag(createdAt)}</small></div>
<a class="button small" href="${links.people}/${id}">Manage<span class="visually-hidden"> ${email}</span></a>
</li>`;
}

function invitationsPanel(web: Web, visit: AdministratorVisit, invitations: readonly SentInvitation[]): Html {
  const { links } = web;
  return html`<section class="panel">
<h2>Open invitations</h2>
${
  invitations.length === 0
    ? html`<p class="aside">There are no open invitations.</p>`
    : html`<ul class="records">${invitations.map(
        ({ id, inviterEmail, createdAt, expiresAt, email }) => html`<li>
<div><strong>By <bdi>${inviterEmail}</bdi></strong>${email !== undefined && html`<small>To <bdi>${email}</bdi></small>`}<small>Created ${timeTag(createdAt)} · expires ${timeTag(expiresAt)}</small></div>
${form(visit, `${links.people}/invitations/${id}/revoke`, html`<button class="small">Revoke<span class="visually-hidden"> the invitation by ${inviterEmail}</span></button>`, { class: 'inline' })}
</li>`,
      )}</ul>`
}
${inviteForms(web, visit)}
</section>`;
}
