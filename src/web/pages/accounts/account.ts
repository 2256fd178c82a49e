import { invite, inviteByMail } from '../../../app/join.ts';
import { changePassword, closeAccount } from '../../../app/own-account.ts';
import type { MailRecord } from '../../../domain/mail.ts';
import { Problem } from '../../../domain/problem.ts';
import {
  daysFrom,
  INVITATION_DAYS,
  type Invitation,
  SESSION_DAYS,
  type SessionRecord,
} from '../../../domain/session.ts';
import { copyable } from '../../copyable.ts';
import { pluralize, timeTag } from '../../format.ts';
import { type Html, html } from '../../html.ts';
import { errorMessage, form, icon, layout } from '../../layout.ts';
import { mailWords } from '../../mail-words.ts';
import { withNotice } from '../../notices.ts';
import { idOf } from '../../records.ts';
import { usageList } from '../../usage.ts';
import { type Answer, field, type MemberVisit, page, redirect, refusal, type Web } from '../../visit.ts';
import { doSignOut } from './sign-in.ts';

export async function showAccount(web: Web, visit: MemberVisit): Promise<Answer> {
  return page(await accountPage(web, visit));
}

export async function doChangePassword(web: Web, visit: MemberVisit): Promise<Answer> {
  const revokeTokens = visit.form.has('revoke-tokens');
  const change = { old: visit.form.get('old') ?? '', new: visit.form.get('new') ?? '', revokeTokens };
  try {
    await changePassword(web.store, visit.member, change, web.now());
    return redirect(withNotice(web.links.account, revokeTokens ? 'password-changed-tokens' : 'password-changed'));
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    return refusal(await accountPage(web, visit, { form: 'password', message: error.message, revokeTokens }), error);
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
  const email = field(visit, 'email');
  try {
    if (web.mail && email !== '') {
      const sentTo = await inviteByMail(web, visit.member.owner, email, web.now());
      return redirect(withNotice(`${web.links.account}#invitations`, 'invitation-sent', sentTo));
    }
    const secret = await invite(web.store, visit.member.owner, web.now());
    return redirect({ to: `${web.links.account}#invitation`, flash: { secret } });
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    return refusal(await accountPage(web, visit, { form: 'invitation', message: error.message }), error);
  }
}

function createdInvitation({ links }: Web, secret: string): Html {
  return html`<div class="secret" role="status">
<p><strong>Copy this link now. It is not shown again.</strong> It works once and expires in ${INVITATION_DAYS} days.</p>
${copyable('invitation', `${links.publicUrl}/join/${secret}`)}</div>`;
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
    await closeAccount(web.store, visit.member, typed, web.now());
    return { ...redirect(withNotice(web.links.signIn, 'account-deleted')), session: null };
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    return refusal(closePage(web, visit, error.message), error);
  }
}

/** The form that was refused, which shows the reason. */
type Refused =
  | { readonly form: 'password'; readonly message: string; readonly revokeTokens: boolean }
  | { readonly form: 'invitation'; readonly message: string };

async function accountPage(web: Web, visit: MemberVisit, refused?: Refused) {
  const { store, links } = web;
  const { owner, email, webpages, quota, use } = visit.member;
  const now = web.now();
  const [sessions, invitations, membersMayInvite] = await Promise.all([
    store.sessions.list(owner, daysFrom(now, -SESSION_DAYS)),
    shownInvitations(web, owner, now),
    store.people.membersMayInvite(),
  ]);
  const mayInvite = membersMayInvite || visit.member.role === 'administrator';
  const main = html`<div><h1>Account</h1>
<p class="lead">${email} · ${pluralize(webpages.count, 'webpage')} · <a href="${links.activity}">Activity</a></p></div>
<section class="panel">
<h2>Usage</h2>
${usageList({ quota, use, webpages: webpages.count }, now)}
</section>
${passwordPanel(web, visit, refused?.form === 'password' ? refused : undefined)}
<section class="panel">
<h2>Two-step sign-in</h2>
<p>${visit.member.twoStep ? 'On. You sign in with your password and a code from your authenticator app.' : 'Off. A code from your phone at each sign-in protects your account even if your password is stolen.'}</p>
<p><a class="button" href="${links.twoStep}">${visit.member.twoStep ? 'Manage…' : 'Set up…'}</a></p>
</section>
${sessionsPanel(web, visit, sessions)}
${(mayInvite || invitations.length > 0) && invitationsPanel(web, visit, { invitations, mayInvite, message: refused?.form === 'invitation' ? refused.message : undefined })}
<section class="panel danger-zone">
<h2>Delete account</h2>
<p>This permanently deletes your webpages, captures and tokens.</p>
<p><a class="button danger" href="${links.account}/delete">${icon(links, 'trash')}Delete account…</a></p>
</section>`;
  return layout(web, visit, { title: 'Account', current: 'account', main });
}

function passwordPanel(
  { links }: Web,
  visit: MemberVisit,
  refused: { readonly message: string; readonly revokeTokens: boolean } | undefined,
): Html {
  const { email } = visit.member;
  return html`<section class="panel">
<h2>Change password</h2>
${errorMessage(links, refused?.message)}
${form(
  visit,
  `${links.account}/password`,
  html`<input type="text" name="username" autocomplete="username" value="${email}" readonly class="visually-hidden" tabindex="-1" aria-label="Account">
<div class="fields">
<div class="field"><label for="old">Current password</label>
<input id="old" name="old" type="password" autocomplete="current-password" required maxlength="1000"${refused && html` autofocus`}></div>
<div class="field"><label for="new">New password <small>at least 10 characters</small></label>
<input id="new" name="new" type="password" autocomplete="new-password" required minlength="10" maxlength="1000"></div>
</div>
<label class="check"><input type="checkbox" name="revoke-tokens"${refused?.revokeTokens && html` checked`}> Also revoke my API tokens</label>
<p class="aside">All other sessions are signed out. Revoke the tokens, too, if someone else may have known the password.</p>
<button>Change password</button>`,
)}
</section>`;
}

function sessionsPanel({ links }: Web, visit: MemberVisit, sessions: readonly SessionRecord[]): Html {
  const row = ({ id, userAgent, address, createdAt, lastSeenAt }: SessionRecord) => html`<li>
<div><strong>${browserName(userAgent)}${id === visit.member.sessionId && html` <span class="word">Current session</span>`}</strong>
<small>IP address ${address}</small><small>Signed in ${timeTag(createdAt)}</small><small>Last active ${timeTag(lastSeenAt)}</small></div>
${form(visit, `${links.account}/sessions/${id}/end`, html`<button class="small">Sign out<span class="visually-hidden"> the session of ${createdAt}</span></button>`, { class: 'inline' })}
</li>`;
  return html`<section class="panel">
<h2>Active sessions</h2>
<ul class="records">${sessions.map(row)}</ul>
${
  sessions.length > 1 &&
  form(visit, `${links.account}/sessions/end`, html`<button>Sign out all other sessions</button>`, { class: 'inline' })
}
</section>`;
}

/** The link is shown on the Account page. */
export function inviteForms({ links, mail }: Web, visit: MemberVisit): Html {
  const action = `${links.account}/invitations`;
  const create = form(visit, action, html`<button>${icon(links, 'plus')}Create invitation link</button>`, {
    class: 'inline',
  });
  if (!mail) return create;
  const send = html`<div class="field"><label for="invited">E-mail address</label>
<input id="invited" name="email" type="email" required maxlength="254" autocomplete="off"></div>
<button>Send invitation</button>`;
  return html`${form(visit, action, send)}
<p class="aside">Or pass the link on yourself:</p>
${create}`;
}

/** An invitation with the mail that its link was sent by. */
interface ShownInvitation extends Invitation {
  readonly mail: MailRecord | undefined;
}

async function shownInvitations({ store }: Web, owner: string, now: Date): Promise<ShownInvitation[]> {
  const invitations = await store.invitations.list(owner, now);
  return Promise.all(
    invitations.map(async (invitation) => ({
      ...invitation,
      mail: invitation.email === undefined ? undefined : await store.mails.findBySubject(owner, invitation.id),
    })),
  );
}

function invitationsPanel(
  web: Web,
  visit: MemberVisit,
  content: { invitations: readonly ShownInvitation[]; mayInvite: boolean; message: string | undefined },
): Html {
  const { links } = web;
  const { secret } = visit.flash;
  const { invitations, mayInvite, message } = content;
  return html`<section class="panel" id="invitations">
<h2>Invite people</h2>
<p>An invitation link creates one new account. Accounts cannot see each other’s webpages.</p>
${errorMessage(links, message)}
${secret !== undefined && createdInvitation(web, secret)}
${
  invitations.length > 0 &&
  html`<ul class="records">${invitations.map(
    ({ id, createdAt, expiresAt, email, mail }) => html`<li>
<div><strong>${email === undefined ? 'Pending invitation' : html`<bdi>${email}</bdi>`}</strong>${mail && html`<small>${mailWords(mail)}</small>`}<small>Created ${timeTag(createdAt)}</small><small>Expires ${timeTag(expiresAt)}</small></div>
${form(visit, `${links.account}/invitations/${id}/withdraw`, html`<button class="small">Revoke<span class="visually-hidden"> the invitation of ${createdAt}</span></button>`, { class: 'inline' })}
</li>`,
  )}</ul>`
}
${mayInvite && inviteForms(web, visit)}
</section>`;
}

function closePage(web: Web, visit: MemberVisit, message?: string): Html {
  const { links } = web;
  const { email, webpages } = visit.member;
  const main = html`<h1>Delete your account?</h1>
${errorMessage(links, message)}
<section class="panel danger-zone">
<p>This permanently deletes <strong>${pluralize(webpages.count, 'webpage')}</strong> with all captures, and all your tokens and sessions. It cannot be undone.</p>
${form(
  visit,
  `${links.account}/delete`,
  html`<div class="field"><label for="email">Enter ${email} to confirm</label>
<input id="email" name="email" type="email" autocomplete="off" required maxlength="254"></div>
<div class="field"><label for="password">Current password</label>
<input id="password" name="password" type="password" autocomplete="current-password" required maxlength="1000"></div>
<div class="row"><button class="danger">${icon(links, 'trash')}Delete account</button>
<a class="button quiet" href="${links.account}">Cancel</a></div>`,
)}
</section>`;
  return layout(web, visit, { title: 'Delete account', current: 'account', main });
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

function browserName(userAgent: string): string {
  const name = (known: readonly [RegExp, string][]) => known.find(([pattern]) => pattern.test(userAgent))?.[1];
  const browser = name(BROWSERS) ?? 'Unknown browser';
  const system = name(SYSTEMS);
  return system ? `${browser} on ${system}` : browser;
}
