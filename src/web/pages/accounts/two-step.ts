import encodeQR from 'qr';
import {
  disableTwoStep,
  enableTwoStep,
  openSecret,
  type Proof,
  proposeSecret,
  renewRecoveryCodes,
} from '../../../app/two-step.ts';
import { Problem } from '../../../domain/problem.ts';
import { toBase32, totpAddress } from '../../../domain/totp.ts';
import { copyable } from '../../copyable.ts';
import { pluralize, timeTag } from '../../format.ts';
import { type Html, html } from '../../html.ts';
import { errorMessage, form, icon, layout } from '../../layout.ts';
import { withNotice } from '../../notices.ts';
import { type Answer, field, type MemberVisit, page, redirect, refusal, type Web } from '../../visit.ts';

export async function showTwoStep(web: Web, visit: MemberVisit): Promise<Answer> {
  return page(await twoStepPage(web, visit));
}

export async function doEnableTwoStep(web: Web, visit: MemberVisit): Promise<Answer> {
  const secret = field(visit, 'secret');
  const confirmation = { password: passwordOf(visit), secret, code: codeOf(visit) };
  return orPage(web, visit, secret, async () => {
    const codes = await enableTwoStep(web.store, web.sealingKey, visit.member, confirmation, web.now());
    return showCodes(web, codes);
  });
}

export async function doRenewCodes(web: Web, visit: MemberVisit): Promise<Answer> {
  return orPage(web, visit, undefined, async () =>
    showCodes(web, await renewRecoveryCodes(web.store, web.sealingKey, visit.member, proofOf(visit), web.now())),
  );
}

export async function doDisableTwoStep(web: Web, visit: MemberVisit): Promise<Answer> {
  return orPage(web, visit, undefined, async () => {
    await disableTwoStep(web.store, web.sealingKey, visit.member, proofOf(visit), web.now());
    return redirect(withNotice(web.links.account, 'two-step-off'));
  });
}

function passwordOf(visit: MemberVisit): string {
  return visit.form.get('password') ?? '';
}

function codeOf(visit: MemberVisit): string {
  return field(visit, 'code').slice(0, 100);
}

function proofOf(visit: MemberVisit): Proof {
  return { password: passwordOf(visit), code: codeOf(visit), address: visit.address };
}

function showCodes(web: Web, codes: readonly string[]): Answer {
  return redirect({ to: web.links.twoStep, flash: { secret: codes.join(' ') } });
}

async function orPage(
  web: Web,
  visit: MemberVisit,
  secret: string | undefined,
  work: () => Promise<Answer>,
): Promise<Answer> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    // A secret that cannot be read is not shown again: the page has a new one.
    const kept = error.kind === 'unprocessable' ? undefined : secret;
    return refusal(await twoStepPage(web, visit, { message: error.message, secret: kept }), error);
  }
}

async function twoStepPage(
  web: Web,
  visit: MemberVisit,
  { message, secret }: { message?: string; secret?: string | undefined } = {},
): Promise<Html> {
  const { links } = web;
  const enabled = await web.store.twoStep.find(visit.member.owner);
  const main = html`<div>${(enabled || !web.twoStepRequired) && html`<p class="crumb"><a href="${links.account}">Account</a></p>`}
<h1>Two-step sign-in</h1>
<p class="lead">${
    enabled
      ? html`On since ${timeTag(enabled.enabledAt)} · ${pluralize(enabled.recoveryCodesLeft, 'recovery code')} left`
      : 'A code from your phone at each sign-in protects your account even if your password is stolen.'
  }</p></div>
${enabled && errorMessage(links, message)}
${visit.flash.secret !== undefined && recoveryCodes(visit.flash.secret.split(' '))}
${enabled ? managePanels(web, visit) : setUpPanel(web, visit, { kept: secret, message })}`;
  return layout(web, visit, { title: 'Two-step sign-in', current: 'account', main });
}

function recoveryCodes(codes: readonly string[]): Html {
  return html`<div class="secret" role="status">
<p><strong>Save these recovery codes now. They are not shown again.</strong> Each of them replaces a code of the app once, if you lose your phone.</p>
${copyable('recovery-codes', codes.join('\n'))}</div>`;
}

function setUpPanel(
  web: Web,
  visit: MemberVisit,
  { kept, message }: { kept: string | undefined; message: string | undefined },
): Html {
  const { links, sealingKey } = web;
  const { owner, email } = visit.member;
  const sealed = kept ?? proposeSecret(sealingKey, owner);
  const secret = openSecret(sealingKey, owner, sealed);
  const address = totpAddress(email, secret);
  return html`${web.twoStepRequired && html`<p class="callout">${icon(links, 'warning')}<span>This archive requires two-step sign-in. Set it up to continue.</span></p>`}
<section class="panel">
<h2>Set up</h2>
<ol class="instructions"><li>Scan this with an authenticator app, or <a href="${address}">open it on this device</a>.
${qrCode(address)}
<p class="aside">If you cannot scan it, enter this key: <code>${toBase32(secret).replace(/.{4}(?=.)/g, '$& ')}</code></p></li>
<li>Enter the code that the app shows, and your password.</li></ol>
${errorMessage(links, message)}
${form(
  visit,
  links.twoStep,
  html`<input type="hidden" name="secret" value="${sealed}">
<input type="text" name="username" autocomplete="username" value="${email}" readonly class="visually-hidden" tabindex="-1" aria-label="Account">
<div class="fields">
<div class="field"><label for="code">Code</label>
<input id="code" name="code" inputmode="numeric" autocomplete="one-time-code" required maxlength="10"${message !== undefined && html` autofocus`}></div>
${passwordField('password')}
</div>
<button class="primary">Turn on</button>`,
)}
</section>`;
}

function managePanels(web: Web, visit: MemberVisit): Html {
  const { links, twoStepRequired } = web;
  return html`<section class="panel">
<h2>New recovery codes</h2>
<p>New codes replace the existing codes, which are then no longer accepted.</p>
${form(visit, `${links.twoStep}/codes`, html`${proofFields('codes')}<button>Create recovery codes</button>`)}
</section>
<section class="panel">
<h2>Turn off</h2>
${
  twoStepRequired
    ? html`<p>This archive requires two-step sign-in. If you turn it off, for example to use another phone, you have to set it up again at once.</p>`
    : html`<p>You then sign in with your password only.</p>`
}
${form(visit, `${links.twoStep}/off`, html`${proofFields('off')}<button class="danger">Turn off</button>`)}
</section>`;
}

function proofFields(of: string): Html {
  return html`<div class="field"><label for="${of}-code">Code of the app, or a recovery code</label>
<input id="${of}-code" name="code" autocomplete="one-time-code" required maxlength="100"></div>
${passwordField(`${of}-password`)}`;
}

function passwordField(id: string): Html {
  return html`<div class="field"><label for="${id}">Current password</label>
<input id="${id}" name="password" type="password" autocomplete="current-password" required maxlength="1000"></div>`;
}

/** Dark squares on white also in dark mode, because some apps cannot read the opposite. */
function qrCode(text: string): Html {
  const rows = encodeQR(text, 'raw', { border: 3 });
  const path = rows.flatMap((row, y) => row.flatMap((dark, x) => (dark ? [`M${x} ${y}h1v1h-1z`] : []))).join('');
  return html`<svg class="qr" viewBox="0 0 ${rows.length} ${rows.length}" role="img" aria-label="QR code for the authenticator app"><rect width="100%" height="100%" fill="#fff"/><path d="${path}" fill="#000"/></svg>`;
}
