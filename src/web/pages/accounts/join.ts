import { acceptInvitation, alreadySetUp, checkSignUp, hasAccounts, signUpFrom } from '../../../app/join.ts';
import { rememberDevice } from '../../../app/known-devices.ts';
import { openSession } from '../../../app/sign-in.ts';
import { Problem } from '../../../domain/problem.ts';
import { hashSecret } from '../../../domain/session.ts';
import { html } from '../../html.ts';
import { errorMessage, form, icon, layout } from '../../layout.ts';
import { type Answer, field, page, refusal, type Visit, type Web } from '../../visit.ts';

/** How a visitor gets an account: by invitation or by open sign-up. */
interface Registration {
  readonly title: string;
  readonly text: string;
  readonly action: string;
  /** The address that the invitation was sent to. */
  readonly email?: string | undefined;
  /** Creates the account and returns its id. */
  createAccount(applicant: { email: string; password: string }): Promise<string>;
}

export async function showJoin(web: Web, visit: Visit): Promise<Answer> {
  return page(joinPage(web, visit, await invitedRegistration(web, visit), {}));
}

export async function doJoin(web: Web, visit: Visit): Promise<Answer> {
  return register(web, visit, await invitedRegistration(web, visit));
}

export async function showSignUp(web: Web, visit: Visit): Promise<Answer> {
  const registration = openRegistration(web, visit);
  await checkSignUp(web.store);
  return page(joinPage(web, visit, registration, {}));
}

export async function doSignUp(web: Web, visit: Visit): Promise<Answer> {
  return register(web, visit, openRegistration(web, visit));
}

async function invitedRegistration({ store, links, now }: Web, visit: Visit): Promise<Registration> {
  const secret = visit.parameters.secret ?? '';
  const invitation = await store.invitations.find(hashSecret(secret), now());
  if (!invitation)
    throw new Problem('not-found', 'This invitation link was already used, was revoked, or has expired.');
  const first = invitation.inviter === undefined;
  if (first && (await hasAccounts(store))) throw alreadySetUp();
  return {
    title: first ? 'Set up your archive' : 'Join this archive',
    text: first
      ? 'Create the first account. You can invite other people later.'
      : 'You are invited. Only you will see your webpages and captures.',
    action: `${links.root}/join/${secret}`,
    email: invitation.email,
    createAccount: (applicant) => acceptInvitation(store, secret, applicant, now()),
  };
}

function openRegistration({ store, links, now, signUp: allowed }: Web, { address }: Visit): Registration {
  if (!allowed) throw new Problem('not-found', 'You need an invitation to create an account here.');
  return {
    title: 'Create account',
    text: 'Only you will see your webpages and captures.',
    action: links.signUp,
    createAccount: (applicant) => signUpFrom(store, address, applicant, now()),
  };
}

async function register(web: Web, visit: Visit, registration: Registration): Promise<Answer> {
  const email = field(visit, 'email');
  try {
    const owner = await registration.createAccount({ email, password: visit.form.get('password') ?? '' });
    if (visit.member) await web.store.sessions.end(visit.member.owner, visit.member.sessionId);
    const devices = await rememberDevice(web.store, owner, visit.devices, web.now());
    const session = await openSession(web.store, owner, visit, web.now());
    return { kind: 'redirect', to: web.links.home, session, devices };
  } catch (error) {
    if (!(error instanceof Problem) || error.kind === 'not-found') throw error;
    return refusal(joinPage(web, visit, registration, { email, message: error.message }), error);
  }
}

function joinPage(
  web: Web,
  visit: Visit,
  registration: Registration,
  { email = registration.email ?? '', message }: { email?: string; message?: string },
) {
  const main = html`<section class="account-form">
<h1>${registration.title}</h1>
<p class="lead">${registration.text}</p>
${visit.member && html`<p class="callout">${icon(web.links, 'warning')}<span>You are signed in as ${visit.member.email}. Creating another account signs you out of this one.</span></p>`}
${errorMessage(web.links, message)}
${form(
  visit,
  registration.action,
  html`<div class="field"><label for="email">E-mail address</label>
<input id="email" name="email" type="email" autocomplete="username" required maxlength="254" value="${email}" aria-describedby="email-hint">
<small id="email-hint">You use it to sign in.${!web.mail && ' Pagekeep sends no e-mail.'}</small></div>
<div class="field"><label for="password">Password</label>
<input id="password" name="password" type="password" autocomplete="new-password" required minlength="10" maxlength="1000" aria-describedby="password-hint">
<small id="password-hint">At least 10 characters. Several random words make a good password.</small></div>
<button class="primary">Create account</button>`,
)}
</section>`;
  return layout(web, visit, { title: registration.title, main });
}
