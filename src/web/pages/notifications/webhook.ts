import { changeWebhook, findWebhook, openWebhookIfReadable, rotateWebhookKey } from '../../../app/webhooks.ts';
import type { Delivery } from '../../../domain/delivery.ts';
import { type ArchiveEvent, EVENT_KINDS } from '../../../domain/event.ts';
import { Problem } from '../../../domain/problem.ts';
import type { Webhook } from '../../../domain/webhook.ts';
import { copyable } from '../../copyable.ts';
import { timeTag } from '../../format.ts';
import { type Html, html } from '../../html.ts';
import { errorMessage, form, icon, layout } from '../../layout.ts';
import { withNotice } from '../../notices.ts';
import { idOf } from '../../records.ts';
import { describeScope } from '../../scope-fields.ts';
import { type Answer, type MemberVisit, page, redirect, refusal, type Web } from '../../visit.ts';
import { fieldsOfForm, fieldsOfWebhook, readWebhookForm, webhookFields } from '../../webhook-form.ts';
import { webhookState } from './notifications.ts';

const LOG_LENGTH = 25;

export async function showWebhook(web: Web, visit: MemberVisit): Promise<Answer> {
  return page(await webhookPage(web, visit, undefined));
}

export async function doChangeWebhook(web: Web, visit: MemberVisit): Promise<Answer> {
  try {
    const draft = await readWebhookForm(web, visit);
    const id = idOf(visit, 'webhook');
    const key = await changeWebhook(web, visit.member.owner, id, () => draft, web.now());
    if (key !== undefined) return redirect({ to: `${pathOf(web, visit)}#key`, flash: { secret: key } });
    return redirect(withNotice(pathOf(web, visit), 'webhook-saved'));
  } catch (error) {
    if (!(error instanceof Problem) || error.kind === 'not-found') throw error;
    return refusal(await webhookPage(web, visit, error.message), error);
  }
}

export async function doRotateKey(web: Web, visit: MemberVisit): Promise<Answer> {
  const key = await rotateWebhookKey(web, visit.member.owner, idOf(visit, 'webhook'), { now: web.now() });
  return redirect({ to: `${pathOf(web, visit)}#key`, flash: { secret: key } });
}

export async function doSwitchWebhook(web: Web, visit: MemberVisit): Promise<Answer> {
  const state = visit.form.get('state') === 'on' ? 'on' : 'off';
  await web.store.webhooks.switchTo(visit.member.owner, idOf(visit, 'webhook'), state, web.now());
  return redirect(withNotice(pathOf(web, visit), state === 'on' ? 'webhook-on' : 'webhook-off'));
}

export async function doTestWebhook(web: Web, visit: MemberVisit): Promise<Answer> {
  await web.store.webhooks.sendTest(visit.member.owner, idOf(visit, 'webhook'), web.now());
  return redirect(withNotice(`${pathOf(web, visit)}#log`, 'test-queued'));
}

export async function doSendAgain(web: Web, visit: MemberVisit): Promise<Answer> {
  const delivery = idOf(visit, 'delivery');
  await web.store.webhooks.sendAgain(visit.member.owner, idOf(visit, 'webhook'), delivery, web.now());
  return redirect(withNotice(`${pathOf(web, visit)}#log`, 'delivery-queued'));
}

export async function showRemoveWebhook(web: Web, visit: MemberVisit): Promise<Answer> {
  const { links } = web;
  const webhook = await findWebhook(web.store, visit.member.owner, idOf(visit, 'webhook'));
  const main = html`<h1>Remove this webhook?</h1>
<section class="panel danger-zone">
<p><strong>${webhook.name}</strong><br>${webhook.host}</p>
<p>Its delivery log is deleted, and events that were not delivered yet are not sent. This cannot be undone.</p>
<div class="row">
${form(visit, `${pathOf(web, visit)}/remove`, html`<button class="danger">${icon(links, 'trash')}Remove webhook</button>`, { class: 'inline' })}
<a class="button quiet" href="${pathOf(web, visit)}">Cancel</a>
</div>
</section>`;
  return page(layout(web, visit, { title: `Remove ${webhook.name}`, current: 'notifications', main }));
}

export async function doRemoveWebhook(web: Web, visit: MemberVisit): Promise<Answer> {
  await web.store.webhooks.remove(visit.member.owner, idOf(visit, 'webhook'));
  return redirect(withNotice(web.links.notifications, 'webhook-removed'));
}

const pathOf = ({ links }: Web, visit: MemberVisit) => `${links.notifications}/webhooks/${idOf(visit, 'webhook')}`;

async function webhookPage(web: Web, visit: MemberVisit, message: string | undefined): Promise<Html> {
  const { links, store } = web;
  const { owner } = visit.member;
  const webhook = await findWebhook(store, owner, idOf(visit, 'webhook'));
  const path = pathOf(web, visit);
  const deliveries = await store.webhooks.deliveries(owner, webhook.id, { before: undefined, limit: LOG_LENGTH });
  const entries = await Promise.all(deliveries.map((delivery) => entryOf(web, visit, webhook, delivery)));
  const isOn = webhook.state.kind === 'on';
  // Empty if it was encrypted with another key; saving the form then replaces it.
  const url = openWebhookIfReadable(web.sealingKey, webhook)?.url ?? '';
  const fields = message === undefined ? fieldsOfWebhook(webhook, url) : fieldsOfForm(visit);
  const main = html`<div><h1>${webhook.name}</h1>
<p class="lead">${webhookState(webhook)}. Sends to ${webhook.host}, about ${await describeScope(web, owner, webhook.scope)}.</p></div>
${errorMessage(links, message)}
${visit.flash.secret !== undefined && createdKey(webhook, visit.flash.secret)}
<div class="row">
${isOn && form(visit, `${path}/test`, html`<button>${icon(links, 'clock')}Send a test</button>`, { class: 'inline' })}
${form(
  visit,
  `${path}/switch`,
  isOn
    ? html`<input type="hidden" name="state" value="off"><button>Switch off</button>`
    : html`<input type="hidden" name="state" value="on"><button class="primary">Switch on</button>`,
  { class: 'inline' },
)}
${form(visit, `${path}/key`, html`<button>New key</button>`, { class: 'inline' })}
<a class="button danger" href="${path}/remove">Remove…</a>
</div>
<section class="panel" id="log">
<h2>Deliveries</h2>
${entries.length === 0 ? html`<p class="aside">Nothing was sent yet.</p>` : html`<ul class="records">${entries}</ul>`}
</section>
<section class="panel">
<h2>Settings</h2>
${form(visit, path, html`${webhookFields(fields)}<button class="primary">Save</button>`)}
</section>`;
  return layout(web, visit, { title: webhook.name, current: 'notifications', main });
}

function createdKey({ signing }: Webhook, key: string): Html {
  const what = signing === 'hmac' ? 'secret' : 'public key';
  return html`<section class="secret" id="key" role="status"><h2>Key of this webhook</h2>
<p>Give this ${what} to the receiver, which verifies the requests with it. <strong>Copy it now. It is not shown again.</strong> Requests are also signed with the previous key for one day.</p>
${copyable('key', key)}</section>`;
}

async function entryOf({ store, links }: Web, visit: MemberVisit, webhook: Webhook, delivery: Delivery): Promise<Html> {
  const { id, event: number, state, nextAt, attempts, createdAt } = delivery;
  const event = number === undefined ? undefined : await store.events.find(visit.member.owner, number);
  const title = titleOf(delivery, event);
  const last = attempts.at(-1);
  const again = webhook.state.kind === 'on' && (state !== 'waiting' || nextAt !== undefined);
  return html`<li><div><strong>${title}</strong>
<small>${timeTag(createdAt)} · ${stateWords(delivery)}${last?.status !== undefined && html` · HTTP ${last.status}`}</small>
${
  attempts.length > 0 &&
  html`<details><summary>${attempts.length === 1 ? '1 attempt' : `${attempts.length} attempts`}</summary><ol>${attempts.map(
    ({
      at,
      tookMs,
      status,
      answer,
    }) => html`<li>${timeTag(at)}, ${tookMs} ms${status !== undefined && html`, HTTP ${status}`}
${answer !== '' && html`<pre dir="auto">${answer}</pre>`}</li>`,
  )}</ol></details>`
}</div>
${
  again &&
  form(
    visit,
    `${links.notifications}/webhooks/${webhook.id}/deliveries/${id}/again`,
    html`<button class="small">Send again<span class="visually-hidden">: ${title}</span></button>`,
    { class: 'inline' },
  )
}</li>`;
}

function titleOf({ event: number }: Delivery, event: ArchiveEvent | undefined): string {
  if (number === undefined) return 'Test';
  if (!event) return 'An event that is no longer kept';
  return `${EVENT_KINDS[event.kind]}: ${event.webpage?.name ?? 'a deleted webpage'}`;
}

function stateWords({ state, nextAt, attempts }: Delivery): Html {
  if (state === 'delivered') return html`delivered`;
  if (state === 'failed') return html`<strong>failed</strong>`;
  if (nextAt === undefined) return html`waiting for an earlier event of this webpage`;
  return attempts.length === 0 ? html`waiting` : html`next attempt ${timeTag(nextAt)}`;
}
