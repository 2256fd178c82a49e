import { acceptInvitation, signUp } from '../../app/join.ts';
import { openSession } from '../../app/sign-in.ts';
import { Problem } from '../../domain/problem.ts';
import { hashSecret } from '../../domain/session.ts';
import { STATUS_OF } from '../../http/status.ts';
import { html } from '../html.ts';
import { complaint, form, icon, layout } from '../layout.ts';
import { type Answer, field, page, type Visit, type Web } from '../visit.ts';

interface Door {
  readonly title: string;
  readonly text: string;
  readonly action: string;
  /** Makes the account and answers its id. */
  enter(applicant: { email: string; password: string }): Promise<string>;
}

export async function showJoin(web: Web, visit: Visit): Promise<Answer> {
  return page(joinPage(web, visit, await invitationDoor(web, visit), {}));
}

export async function doJoin(web: Web, visit: Visit): Promise<Answer> {
  return enter(web, visit, await invitationDoor(web, visit));
}

export async function showSignUp(web: Web, visit: Visit): Promise<Answer> {
  return page(joinPage(web, visit, openDoor(web), {}));
}

export async function doSignUp(web: Web, visit: Visit): Promise<Answer> {
  return enter(web, visit, openDoor(web));
}

async function invitationDoor({ store, links, now }: Web, visit: Visit): Promise<Door> {
  const secret = visit.parameters.secret ?? '';
  const invitation = await store.invitations.find(hashSecret(secret), now());
  if (!invitation) throw new Problem('not-found', 'This link was used already, was withdrawn, or is too old.');
  const first = invitation.inviter === undefined;
  return {
    title: first ? 'Set up the archive' : 'Join the archive',
    text: first
      ? 'Make the first account. You can invite others later.'
      : 'You are invited. Your pages and captures will be yours alone.',
    action: `${links.root}/join/${secret}`,
    enter: (applicant) => acceptInvitation(store, secret, applicant, now()),
  };
}

function openDoor({ store, links, now, signUp: allowed }: Web): Door {
  if (!allowed) throw new Problem('not-found', 'Accounts are made by invitation here.');
  return {
    title: 'Make an account',
    text: 'Your pages and captures will be yours alone.',
    action: links.signUp,
    enter: (applicant) => signUp(store, applicant, now()),
  };
}

async function enter(web: Web, visit: Visit, door: Door): Promise<Answer> {
  const email = field(visit, 'email');
  try {
    const owner = await door.enter({ email, password: visit.form.get('password') ?? '' });
    if (visit.member) await web.store.sessions.end(visit.member.owner, visit.member.sessionId);
    return { kind: 'redirect', to: web.links.home, session: await openSession(web.store, owner, visit, web.now()) };
  } catch (error) {
    if (!(error instanceof Problem) || error.kind === 'not-found') throw error;
    return page(joinPage(web, visit, door, { email, message: error.message }), STATUS_OF[error.kind]);
  }
}

function joinPage(web: Web, visit: Visit, door: Door, { email = '', message }: { email?: string; message?: string }) {
  const main = html`<section class="door">
<h1>${door.title}</h1>
<p class="lead">${door.text}</p>
${visit.member && html`<p class="callout">${icon(web.links, 'warning')}<span>You are signed in as ${visit.member.email}. Joining makes another account and signs you out of that one.</span></p>`}
${complaint(web.links, message)}
${form(
  visit,
  door.action,
  html`<div class="field"><label for="email">E-mail address</label>
<input id="email" name="email" type="email" autocomplete="username" required maxlength="254" value="${email}" aria-describedby="email-hint">
<small id="email-hint">You sign in with it. Nothing is sent to it.</small></div>
<div class="field"><label for="password">Password</label>
<input id="password" name="password" type="password" autocomplete="new-password" required minlength="10" maxlength="1000" aria-describedby="password-hint">
<small id="password-hint">At least 10 characters; a few words are better than a few signs.</small></div>
<button class="primary">Make the account</button>`,
)}
</section>`;
  return layout(web, visit, { title: door.title, main });
}
