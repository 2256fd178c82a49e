import { hasAccounts } from '../../../app/join.ts';
import { signIn } from '../../../app/sign-in.ts';
import { Problem } from '../../../domain/problem.ts';
import { html } from '../../html.ts';
import { errorMessage, form, icon, layout } from '../../layout.ts';
import { nextPage } from '../../next-page.ts';
import { withNotice } from '../../notices.ts';
import { type Answer, field, type MemberVisit, page, redirect, refusal, type Visit, type Web } from '../../visit.ts';
import { askForCode } from './sign-in-code.ts';

export async function showSignIn(web: Web, visit: Visit): Promise<Answer> {
  if (visit.member) return redirect(nextPage(web.links, visit.query.get('next')));
  return page(signInPage(web, visit, { isNew: !(await hasAccounts(web.store)) }));
}

export async function doSignIn(web: Web, visit: Visit): Promise<Answer> {
  const email = field(visit, 'email');
  const password = visit.form.get('password') ?? '';
  try {
    const { address, userAgent, devices } = visit;
    const signedIn = await signIn(web.store, { email, password, address, userAgent, devices }, web.now());
    if (signedIn.kind === 'code needed') return askForCode(web, visit, signedIn);
    const { session, devices: known } = signedIn;
    return { kind: 'redirect', to: nextPage(web.links, visit.form.get('next')), session, devices: known };
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    return refusal(signInPage(web, visit, { email, message: error.message }), error);
  }
}

export async function doSignOut(web: Web, visit: MemberVisit): Promise<Answer> {
  await web.store.sessions.end(visit.member.owner, visit.member.sessionId);
  return { ...redirect(withNotice(web.links.signIn, 'signed-out')), session: null };
}

interface SignInContent {
  readonly email?: string;
  readonly message?: string;
  /** There is no account yet. */
  readonly isNew?: boolean;
}

function signInPage(web: Web, visit: Visit, { email = '', message, isNew }: SignInContent) {
  const { links } = web;
  const next = visit.form.get('next') ?? visit.query.get('next') ?? '';
  const main = html`<section class="account-form">
<h1>Sign in</h1>
${isNew && html`<p class="callout">${icon(links, 'warning')}<span>This archive has no account yet. To create the first one, open the link that Pagekeep printed when it started, or run <code>npx pagekeep account add</code> with your e-mail address.</span></p>`}
${errorMessage(links, message)}
${form(
  visit,
  links.signIn,
  html`<input type="hidden" name="next" value="${next}">
<div class="field"><label for="email">E-mail address</label>
<input id="email" name="email" type="email" autocomplete="username" required maxlength="254" value="${email}"${email === '' && html` autofocus`}></div>
<div class="field"><label for="password">Password</label>
<input id="password" name="password" type="password" autocomplete="current-password" required maxlength="1000"${email !== '' && html` autofocus`}></div>
<button class="primary">Sign in</button>`,
)}
${
  web.mail
    ? html`<p class="aside"><a href="${links.signIn}/forgotten">Forgot your password?</a></p>`
    : html`<details class="aside"><summary>Forgot your password?</summary>
<p>Ask the operator of this archive for a new one. The operator runs <code>npx pagekeep account password</code> with your e-mail address.</p></details>`
}
${!isNew && html`<p class="aside">${web.signUp ? html`No account yet? <a href="${links.signUp}">Create one</a>.` : 'No account? Ask someone with an account to invite you.'}</p>`}
</section>`;
  return layout(web, visit, { title: 'Sign in', main });
}
