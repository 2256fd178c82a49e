import { checkResetLink, requestPassword, resetPassword } from '../../../app/forgotten-password.ts';
import { Problem } from '../../../domain/problem.ts';
import { type Html, html } from '../../html.ts';
import { errorMessage, form, layout } from '../../layout.ts';
import { withNotice } from '../../notices.ts';
import { type Answer, field, page, redirect, refusal, type Visit, type Web } from '../../visit.ts';

export async function showForgotten(web: Web, visit: Visit): Promise<Answer> {
  checkMail(web);
  return page(forgottenPage(web, visit));
}

/** The answer is the same whether or not there is an account. */
export async function doRequestPassword(web: Web, visit: Visit): Promise<Answer> {
  checkMail(web);
  try {
    const { address } = visit;
    await requestPassword(web.store, { email: visit.form.get('email') ?? '', address }, web.now());
    return redirect(withNotice(web.links.signIn, 'password-requested'));
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    return refusal(forgottenPage(web, visit, error.message), error);
  }
}

/** Opening the link changes nothing: programs that check mail open links, too. */
export async function showReset(web: Web, visit: Visit): Promise<Answer> {
  await checkResetLink(web.store, visit.parameters.secret ?? '', web.now());
  return page(resetPage(web, visit));
}

export async function doReset(web: Web, visit: Visit): Promise<Answer> {
  const secret = visit.parameters.secret ?? '';
  const revokeTokens = visit.form.has('revoke-tokens');
  try {
    const reset = { secret, password: visit.form.get('password') ?? '', revokeTokens };
    await resetPassword(web.store, reset, web.now());
    return { ...redirect(withNotice(web.links.signIn, 'password-reset')), session: null };
  } catch (error) {
    if (!(error instanceof Problem) || error.kind === 'not-found') throw error;
    return refusal(resetPage(web, visit, error.message), error);
  }
}

function checkMail({ mail }: Web): void {
  if (!mail) throw new Problem('not-found', 'This archive sends no mail. Ask its operator for a new password.');
}

function forgottenPage(web: Web, visit: Visit, message?: string): Html {
  const { links } = web;
  const main = html`<section class="account-form">
<h1>Forgot your password?</h1>
<p class="lead">Enter the e-mail address of your account. You get a link to choose a new password.</p>
${errorMessage(links, message)}
${form(
  visit,
  `${links.signIn}/forgotten`,
  html`<div class="field"><label for="email">E-mail address</label>
<input id="email" name="email" type="email" autocomplete="username" required maxlength="254" value="${field(visit, 'email')}" autofocus></div>
<button class="primary">Send link</button>`,
)}
<p class="aside"><a href="${links.signIn}">Back to sign-in</a></p>
</section>`;
  return layout(web, visit, { title: 'Forgot your password?', main });
}

function resetPage(web: Web, visit: Visit, message?: string): Html {
  const { links } = web;
  const main = html`<section class="account-form">
<h1>Choose a new password</h1>
<p class="lead">All sessions of your account are signed out.</p>
${errorMessage(links, message)}
${form(
  visit,
  `${links.root}/password/${visit.parameters.secret ?? ''}`,
  html`<div class="field"><label for="password">New password</label>
<input id="password" name="password" type="password" autocomplete="new-password" required minlength="10" maxlength="1000" autofocus aria-describedby="password-hint">
<small id="password-hint">At least 10 characters. Several random words make a good password.</small></div>
<label class="check"><input type="checkbox" name="revoke-tokens"${visit.form.has('revoke-tokens') && html` checked`}> Also revoke my API tokens</label>
<button class="primary">Change password</button>`,
)}
</section>`;
  return layout(web, visit, { title: 'Choose a new password', main });
}
