import { signInWithCode } from '../../../app/sign-in.ts';
import { makeTicket, type PasswordPassed, readTicket } from '../../../app/sign-in-ticket.ts';
import { Problem } from '../../../domain/problem.ts';
import { type Html, html } from '../../html.ts';
import { errorMessage, form, layout } from '../../layout.ts';
import { nextPage } from '../../next-page.ts';
import { type Answer, field, page, refusal, type Visit, type Web } from '../../visit.ts';

/** The second step of the sign-in, after a correct password. */
export function askForCode(web: Web, visit: Visit, passed: PasswordPassed): Answer {
  return page(codePage(web, visit, makeTicket(web.sealingKey, passed, web.now())));
}

export async function doEnterCode(web: Web, visit: Visit): Promise<Answer> {
  const ticket = field(visit, 'ticket');
  const now = web.now();
  try {
    const passed = readTicket(web.sealingKey, ticket, now);
    const { address, userAgent, devices } = visit;
    const attempt = { ...passed, code: field(visit, 'code').slice(0, 100), address, userAgent, devices };
    const { session, devices: known } = await signInWithCode(web.store, web.sealingKey, attempt, now);
    return { kind: 'redirect', to: nextPage(web.links, visit.form.get('next')), session, devices: known };
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    return refusal(codePage(web, visit, ticket, error.message), error);
  }
}

function codePage(web: Web, visit: Visit, ticket: string, message?: string): Html {
  const { links } = web;
  const main = html`<section class="account-form">
<h1>Enter your code</h1>
<p class="lead">Open your authenticator app and enter the code for Pagekeep.</p>
${errorMessage(links, message)}
${form(
  visit,
  `${links.signIn}/code`,
  html`<input type="hidden" name="ticket" value="${ticket}">
<input type="hidden" name="next" value="${visit.form.get('next') ?? ''}">
<div class="field"><label for="code">Code</label>
<input id="code" name="code" autocomplete="one-time-code" required maxlength="40" autofocus spellcheck="false" autocapitalize="none" aria-describedby="code-hint">
<small id="code-hint">Six digits, or one of your recovery codes.</small></div>
<button class="primary">Sign in</button>`,
)}
<p class="aside">Lost your device and your recovery codes? Ask the operator of this archive, who runs <code>npx pagekeep account two-step-off</code> with your e-mail address. <a href="${links.signIn}">Start again</a>.</p>
</section>`;
  return layout(web, visit, { title: 'Enter your code', main });
}
