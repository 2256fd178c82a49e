import {
  AUDIT_ACTIONS,
  type AuditPosition,
  type AuditRecord,
  actorOf,
  addressShownTo,
  type Via,
} from '../../../domain/audit.ts';
import { isIdentifier } from '../../../domain/identifier.ts';
import { timeTag } from '../../format.ts';
import { type Html, html } from '../../html.ts';
import { icon, layout } from '../../layout.ts';
import { withQuery } from '../../links.ts';
import { type AdministratorVisit, type Answer, type MemberVisit, page, type Web } from '../../visit.ts';

const A_PAGE = 50;

const VIAS: Record<Via, string> = {
  web: 'Web application',
  api: 'API',
  'command line': 'Command line',
  service: 'Pagekeep itself',
};

/** Names of sites, tokens, feeds and webhooks are private: administrators see them only in events of their own account. */
const PRIVATE = /^(webpage|capture|change-settings|token|feed|webhook)/;

/** The events of the own account. */
export async function showActivity(web: Web, visit: MemberVisit): Promise<Answer> {
  const { owner } = visit.member;
  const list = await activityList(web, visit, owner, web.links.activity);
  const main = html`<div><p class="crumb"><a href="${web.links.account}">Account</a></p>
<h1>Activity</h1>
<p class="lead">Sign-ins and changes of your account and your webpages.</p></div>
${list}`;
  return page(layout(web, visit, { title: 'Activity', current: 'account', main }));
}

/** The events of all accounts. */
export async function showAllActivity(web: Web, visit: AdministratorVisit): Promise<Answer> {
  const list = await activityList(web, visit, undefined, web.links.allActivity);
  const main = html`<div><p class="crumb"><a href="${web.links.people}">People</a></p>
<h1>All activity</h1>
<p class="lead">Sign-ins and changes of all accounts. The webpages of others are not named.</p></div>
${list}`;
  return page(layout(web, visit, { title: 'All activity', current: 'people', main }));
}

async function activityList(
  { store, links }: Web,
  visit: MemberVisit,
  owner: string | undefined,
  path: string,
): Promise<Html> {
  const after = positionOf(visit.query.get('after'));
  const events = await store.audit.list({ owner, after, limit: A_PAGE + 1 });
  const shown = events.slice(0, A_PAGE);
  const last = events.length > A_PAGE ? shown.at(-1) : undefined;
  if (shown.length === 0) return html`<p class="aside">There is no ${after && 'earlier '}activity.</p>`;
  return html`<ul class="records activity">${shown.map((event) => eventRow(event, visit, owner === undefined))}</ul>
${
  (after || last) &&
  html`<nav class="paging" aria-label="Pages"><div class="row">${after && html`<a class="button" href="${path}">Newest</a>`}</div>
<div class="row">${last && html`<a class="button" rel="next" href="${withQuery(path, new URLSearchParams(), { after: `${last.at}_${last.id}` })}">Earlier${icon(links, 'right')}</a>`}</div></nav>`
}`;
}

function eventRow(event: AuditRecord, { member }: MemberVisit, ofAll: boolean): Html {
  const { action, owner, email, via, address, subject, times, at } = event;
  const isOwn = owner === member.owner;
  const shownSubject = isOwn || !PRIVATE.test(action) ? subject : undefined;
  const shownAddress = ofAll ? address : addressShownTo(member.owner, event);
  const who = actorOf(event) ?? (via === 'service' ? undefined : 'Unknown visitor');
  return html`<li><div><strong>${AUDIT_ACTIONS[action]}${times > 1 && ` (${times} times)`}${shownSubject && html`: <bdi>${shownSubject}</bdi>`}</strong>
<small>${[who, VIAS[via], shownAddress].filter(Boolean).join(' · ')}${email !== undefined && who !== email && ofAll && html` · concerns <bdi>${email}</bdi>`}</small></div>
<small>${timeTag(at)}</small></li>`;
}

/** Undefined for a text that no link of this page has. */
function positionOf(text: string | null): AuditPosition | undefined {
  const [, at, id] = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z)_([\w-]{36})$/.exec(text ?? '') ?? [];
  return at !== undefined && id !== undefined && isIdentifier(id) ? { at, id } : undefined;
}
