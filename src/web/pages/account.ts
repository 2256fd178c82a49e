import { invite } from '../../app/join.ts';
import { changePassword, closeAccount } from '../../app/own-account.ts';
import { Problem } from '../../domain/problem.ts';
import { daysFrom, INVITATION_DAYS, type Invitation, SESSION_DAYS, type SessionRecord } from '../../domain/session.ts';
import { STATUS_OF } from '../../http/status.ts';
import { type Html, html } from '../html.ts';
import { complaint, form, icon, layout } from '../layout.ts';
import { withNotice } from '../notices.ts';
import { idOf } from '../records.ts';
import { type Answer, field, type MemberVisit, page, redirect, type Web } from '../visit.ts';
import { count, timeTag } from '../words.ts';
import { doSignOut } from './sign-in.ts';

export async function showAccount(web: Web, visit: MemberVisit): Promise<Answer> {
  return page(await accountPage(web, visit));
}

export async function doChangePassword(web: Web, visit: MemberVisit): Promise<Answer> {
  const passwords = { old: visit.form.get('old') ?? '', new: visit.form.get('new') ?? '' };
  try {
    await changePassword(web.store, visit.member, passwords, { address: visit.address, now: web.now() });
    return redirect(withNotice(web.links.account, 'password-changed'));
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    return page(await accountPage(web, visit, { message: error.message }), STATUS_OF[error.kind]);
  }
}

export async function doEndSession(web: Web, visit: MemberVisit): Promise<Answer> {
  const id = idOf(visit, 'session');
  if (id === visit.member.sessionId) return doSignOut(web, visit);
  await web.store.sessions.end(visit.member.owner, id);
  return redirect(withNotice(web.links.account, 'session-ended'));
}

export async function doEndOtherSessions(web: Web, visit: MemberVisit): Promise<Answer> {
  await web.store.sessions.endOthers(visit.member.owner, visit.member.sessionId);
  return redirect(withNotice(web.links.account, 'sessions-ended'));
}

export async function doInvite(web: Web, visit: MemberVisit): Promise<Answer> {
  const secret = await invite(web.store, visit.member.owner, web.now());
  const made = html`<div class="once" role="status">
<p><strong>Send this link to one person.</strong> It works once, within ${INVITATION_DAYS} days, and is not shown again.</p>
<pre tabindex="0" id="invitation"><code>${web.links.publicUrl}/join/${secret}</code></pre></div>`;
  const shown = await accountPage(web, visit, { made });
  return { kind: 'page', html: shown, headers: { 'Cache-Control': 'no-store' } };
}

export async function doWithdraw(web: Web, visit: MemberVisit): Promise<Answer> {
  await web.store.invitations.withdraw(visit.member.owner, idOf(visit, 'invitation'));
  return redirect(withNotice(web.links.account, 'invitation-withdrawn'));
}

export async function showCloseAccount(web: Web, visit: MemberVisit): Promise<Answer> {
  return page(closePage(web, visit));
}

export async function doCloseAccount(web: Web, visit: MemberVisit): Promise<Answer> {
  const typed = { email: field(visit, 'email'), password: visit.form.get('password') ?? '' };
  try {
    await closeAccount(web.store, visit.member, typed, { address: visit.address, now: web.now() });
    return { kind: 'redirect', to: withNotice(web.links.signIn, 'account-deleted'), session: null };
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    return page(closePage(web, visit, error.message), STATUS_OF[error.kind]);
  }
}

async function accountPage(web: Web, visit: MemberVisit, { message, made }: { message?: string; made?: Html } = {}) {
  const { store, links } = web;
  const { owner, email, webpages } = visit.member;
  const now = web.now();
  const [sessions, invitations] = await Promise.all([
    store.sessions.list(owner, daysFrom(now, -SESSION_DAYS)),
    store.invitations.list(owner, now),
  ]);
  const main = html`<div><h1>Account</h1>
<p class="lead">${email}, with ${count(webpages.count, 'webpage')}</p></div>
${complaint(links, message)}
<section class="panel">
<h2>Change the password</h2>
${form(
  visit,
  `${links.account}/password`,
  html`<input type="text" name="username" autocomplete="username" value="${email}" readonly class="visually-hidden" tabindex="-1" aria-label="Account">
<div class="fields">
<div class="field"><label for="old">Password now</label>
<input id="old" name="old" type="password" autocomplete="current-password" required maxlength="1000"></div>
<div class="field"><label for="new">New password <small>at least 10 characters</small></label>
<input id="new" name="new" type="password" autocomplete="new-password" required minlength="10" maxlength="1000"></div>
</div>
<button>Change it</button>`,
)}
</section>
${sessionsPanel(web, visit, sessions)}
${invitationsPanel(web, visit, invitations, made)}
<section class="panel grave">
<h2>Delete the account</h2>
<p>Everything in it goes with it: webpages, captures, tokens.</p>
<p><a class="button danger" href="${links.account}/delete">${icon(links, 'trash')}Delete the account…</a></p>
</section>`;
  return layout(web, visit, { title: 'Account', current: 'account', main });
}

function sessionsPanel({ links }: Web, visit: MemberVisit, sessions: readonly SessionRecord[]): Html {
  const row = ({ id, userAgent, address, createdAt, lastSeenAt }: SessionRecord) => html`<li>
<div><strong>${browserWords(userAgent)}${id === visit.member.sessionId && html` <span class="chip good">this one</span>`}</strong>
<small>From ${address}, signed in ${timeTag(createdAt)}, last seen ${timeTag(lastSeenAt)}</small></div>
${form(visit, `${links.account}/sessions/${id}/end`, html`<button class="small">End<span class="visually-hidden"> the session of ${createdAt}</span></button>`, { class: 'inline' })}
</li>`;
  return html`<section class="panel">
<h2>Where you are signed in</h2>
<ul class="records">${sessions.map(row)}</ul>
${
  sessions.length > 1 &&
  form(visit, `${links.account}/sessions/end`, html`<button>End all others</button>`, { class: 'inline' })
}
</section>`;
}

function invitationsPanel({ links }: Web, visit: MemberVisit, invitations: readonly Invitation[], made?: Html): Html {
  return html`<section class="panel">
<h2>Invite someone</h2>
<p>They get an account of their own in this archive. You do not see their pages, and they do not see yours.</p>
${made}
${
  invitations.length > 0 &&
  html`<ul class="records">${invitations.map(
    ({ id, createdAt, expiresAt }) => html`<li>
<div><strong>An open invitation</strong><small>Made ${timeTag(createdAt)}, good until ${timeTag(expiresAt)}</small></div>
${form(visit, `${links.account}/invitations/${id}/withdraw`, html`<button class="small">Withdraw<span class="visually-hidden"> the invitation of ${createdAt}</span></button>`, { class: 'inline' })}
</li>`,
  )}</ul>`
}
${form(visit, `${links.account}/invitations#invitation`, html`<button>${icon(links, 'plus')}Make an invitation link</button>`, { class: 'inline' })}
</section>`;
}

function closePage(web: Web, visit: MemberVisit, message?: string): Html {
  const { links } = web;
  const { email, webpages } = visit.member;
  const main = html`<h1>Delete your account?</h1>
${complaint(links, message)}
<section class="panel grave">
<p><strong>${count(webpages.count, 'webpage')}</strong> with all captures, every token and every session are deleted, for ever. There is no way back.</p>
${form(
  visit,
  `${links.account}/delete`,
  html`<div class="field"><label for="email">Type ${email} to confirm</label>
<input id="email" name="email" type="email" autocomplete="off" required maxlength="254"></div>
<div class="field"><label for="password">Password</label>
<input id="password" name="password" type="password" autocomplete="current-password" required maxlength="1000"></div>
<div class="row"><button class="danger">${icon(links, 'trash')}Delete everything</button>
<a class="button quiet" href="${links.account}">Keep it</a></div>`,
)}
</section>`;
  return layout(web, visit, { title: 'Delete the account', current: 'account', main });
}

const BROWSERS: readonly [RegExp, string][] = [
  [/Edg\//, 'Edge'],
  [/OPR\//, 'Opera'],
  [/Firefox\//, 'Firefox'],
  [/Chrome\//, 'Chrome'],
  [/Safari\//, 'Safari'],
];

const SYSTEMS: readonly [RegExp, string][] = [
  [/Android/, 'Android'],
  [/iPhone|iPad/, 'iOS'],
  [/Windows/, 'Windows'],
  [/Mac OS X/, 'macOS'],
  [/Linux/, 'Linux'],
];

function browserWords(userAgent: string): string {
  const name = (known: readonly [RegExp, string][]) => known.find(([pattern]) => pattern.test(userAgent))?.[1];
  const browser = name(BROWSERS) ?? 'A browser';
  const system = name(SYSTEMS);
  return system ? `${browser} on ${system}` : browser;
}
