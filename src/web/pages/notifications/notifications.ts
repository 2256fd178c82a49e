import { addWebhook } from '../../../app/webhooks.ts';
import { Problem } from '../../../domain/problem.ts';
import type { Webhook } from '../../../domain/webhook.ts';
import { feedSections } from '../../feed-section.ts';
import { timeTag } from '../../format.ts';
import { type Html, html } from '../../html.ts';
import { errorMessage, form, icon, layout } from '../../layout.ts';
import { mailSection } from '../../mail-section.ts';
import { type Answer, type MemberVisit, page, redirect, refusal, type Web } from '../../visit.ts';
import { fieldsOfForm, NEW_WEBHOOK, readWebhookForm, webhookFields } from '../../webhook-form.ts';

export async function showNotifications(web: Web, visit: MemberVisit): Promise<Answer> {
  return page(await notificationsPage(web, visit));
}

/** Hands the key to the page of the webhook, because it is shown once. */
export async function doAddWebhook(web: Web, visit: MemberVisit): Promise<Answer> {
  try {
    const draft = await readWebhookForm(web, visit);
    const { webhook, key } = await addWebhook(web, visit.member.owner, draft, web.now());
    return redirect({ to: `${web.links.notifications}/webhooks/${webhook.id}#key`, flash: { secret: key } });
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    return refusal(await notificationsPage(web, visit, { form: 'webhook', message: error.message }), error);
  }
}

/** The state of a webhook as text. */
export function webhookState({ state }: Webhook): Html {
  if (state.kind === 'off') {
    return state.because === undefined
      ? html`Off since ${timeTag(state.since)}`
      : html`<strong>Switched off</strong> ${timeTag(state.since)}: ${state.because}`;
  }
  return state.failingSince === undefined ? html`On` : html`On, but failing since ${timeTag(state.failingSince)}`;
}

/** A refused form, which is shown again with what was entered. */
interface Refused {
  readonly form: 'mail' | 'webhook' | 'feed';
  readonly message: string;
}

export async function notificationsPage(web: Web, visit: MemberVisit, refused?: Refused): Promise<Html> {
  const { links, store } = web;
  const webhooks = await store.webhooks.list(visit.member.owner);
  const main = html`<div><h1>Notifications</h1>
<p class="lead">Mail tells you about changes and failures. Webhooks tell programs and chats about everything that happens in your archive. Feeds show changes in a feed reader.</p></div>
${errorMessage(links, refused?.message)}
${await mailSection(web, visit, refused?.form === 'mail')}
<section class="panel">
<h2>Webhooks</h2>
${
  webhooks.length === 0
    ? html`<p class="aside">You have no webhooks yet.</p>`
    : html`<ul class="records">${webhooks.map(
        (webhook) => html`<li>
<div><strong>${webhook.name}</strong><small>${webhook.host}</small><small>${webhookState(webhook)}</small></div>
<a class="button small" href="${links.notifications}/webhooks/${webhook.id}">Open<span class="visually-hidden"> ${webhook.name}</span></a>
</li>`,
      )}</ul>`
}
</section>
<section class="panel">
<h2>Add a webhook</h2>
${form(
  visit,
  `${links.notifications}/webhooks`,
  html`${webhookFields(refused?.form === 'webhook' ? fieldsOfForm(visit) : NEW_WEBHOOK)}
<button class="primary">${icon(links, 'plus')}Add webhook</button>`,
)}
</section>
${await feedSections(web, visit, refused?.form === 'feed')}`;
  return layout(web, visit, { title: 'Notifications', current: 'notifications', main });
}
