import { ALL_EVENT_KINDS, EVENT_KINDS, type EventKind } from '../domain/event.ts';
import { scopeValue } from '../domain/scope.ts';
import {
  type Signing,
  WEBHOOK_FORMATS,
  type Webhook,
  type WebhookDraft,
  type WebhookFormat,
} from '../domain/webhook.ts';
import { type Html, html } from './html.ts';
import { readPercent } from './percent.ts';
import { readScopeFields, scopeFields, scopeOfForm } from './scope-fields.ts';
import { field, type MemberVisit, type Web } from './visit.ts';

/** The values of the form as text. */
export interface WebhookFields {
  readonly name: string;
  readonly url: string;
  readonly format: string;
  readonly kinds: readonly string[];
  readonly scope: { readonly kind: string; readonly value: string };
  readonly share: string;
  readonly signing: string;
}

export const NEW_WEBHOOK: WebhookFields = {
  name: '',
  url: '',
  format: 'json',
  kinds: ['changed', 'failed', 'recovered'],
  scope: { kind: 'all', value: '' },
  share: '',
  signing: 'hmac',
};

const SIGNING_WORDS: Record<Signing, string> = {
  hmac: 'A shared secret (HMAC-SHA256)',
  ed25519: 'A key pair (Ed25519)',
};

export function fieldsOfWebhook(
  { name, format, kinds, scope, leastShare, signing }: Webhook,
  url: string,
): WebhookFields {
  const share = leastShare === 0 ? '' : String(Math.round(leastShare * 10_000) / 100);
  return { name, url, format, kinds, scope: { kind: scope.kind, value: scopeValue(scope) }, share, signing };
}

export function fieldsOfForm(visit: MemberVisit): WebhookFields {
  return {
    name: field(visit, 'name'),
    url: field(visit, 'url'),
    format: field(visit, 'format'),
    kinds: visit.form.getAll('kind'),
    scope: scopeOfForm(visit),
    share: field(visit, 'share'),
    signing: field(visit, 'signing'),
  };
}

/** Reads the form. Values are validated where the webhook is made. Throws Problem('invalid'). */
export async function readWebhookForm(web: Web, visit: MemberVisit): Promise<WebhookDraft> {
  const fields = fieldsOfForm(visit);
  return {
    name: fields.name,
    url: fields.url,
    format: fields.format as WebhookFormat,
    kinds: fields.kinds as EventKind[],
    scope: await readScopeFields(web, visit),
    leastShare: readPercent(fields.share || '0'),
    signing: fields.signing as Signing,
  };
}

export function webhookFields(fields: WebhookFields): Html {
  return html`<div class="field"><label for="name">Name</label>
<input id="name" name="name" required maxlength="100" value="${fields.name}" placeholder="For example: deploy bot" autocomplete="off"></div>
<div class="field"><label for="url">Address</label>
<input id="url" name="url" type="url" required maxlength="2048" value="${fields.url}" placeholder="https://example.org/hooks/pagekeep" autocomplete="off"></div>
<div class="fields">
<div class="field"><label for="format">Format</label>
<select id="format" name="format">${Object.entries(WEBHOOK_FORMATS).map(
    ([value, words]) => html`<option value="${value}"${value === fields.format && html` selected`}>${words}</option>`,
  )}</select></div>
<div class="field"><label for="signing">Signature</label>
<select id="signing" name="signing">${Object.entries(SIGNING_WORDS).map(
    ([value, words]) => html`<option value="${value}"${value === fields.signing && html` selected`}>${words}</option>`,
  )}</select></div>
</div>
<fieldset><legend>Events</legend>${ALL_EVENT_KINDS.map(
    (kind) =>
      html`<label class="check"><input type="checkbox" name="kind" value="${kind}"${fields.kinds.includes(kind) && html` checked`}>${EVENT_KINDS[kind]}</label>`,
  )}</fieldset>
${scopeFields(fields.scope)}
<div class="field"><label for="share">Smallest change in percent of the page <small>optional</small></label>
<input id="share" name="share" inputmode="decimal" maxlength="10" value="${fields.share}" placeholder="For example: 1.5" autocomplete="off"></div>`;
}
