import { hash } from 'node:crypto';
import { openWebhookIfReadable } from '../app/webhooks.ts';
import type { Delivery as DeliveryRecord } from '../domain/delivery.ts';
import { eventName } from '../domain/event.ts';
import type { Feed as FeedRecord } from '../domain/feed.ts';
import type { Webhook as WebhookRecord } from '../domain/webhook.ts';
import type { ManageLinks } from './links.ts';
import type { Manage } from './operation.ts';
import { presentScope } from './record-scope.ts';
import type { Feed } from './schemas/feed.ts';
import type { Delivery, Webhook } from './schemas/webhook.ts';

export function presentWebhook(
  { own, sealingKey }: Pick<Manage, 'own' | 'sealingKey'>,
  webhook: WebhookRecord,
): Webhook {
  const { id, name, host, format, kinds, scope, leastShare, signing, createdAt, state } = webhook;
  const url = openWebhookIfReadable(sealingKey, webhook)?.url;
  return {
    type: 'Webhook',
    id: own.webhook(id),
    identifier: id,
    name,
    ...(url !== undefined && { url }),
    host,
    format,
    eventKinds: [...kinds],
    scope: presentScope(scope),
    leastShare,
    signing,
    dateCreated: createdAt,
    state: state.kind,
    ...(state.kind === 'on' && state.failingSince !== undefined && { failingSince: state.failingSince }),
    ...(state.kind === 'off' && { offSince: state.since }),
    ...(state.kind === 'off' && state.because !== undefined && { summary: state.because }),
  };
}

/** Differs whenever a setting or a key differs, and stays the same whatever becomes of deliveries. */
export function webhookTag({ state, ...settings }: WebhookRecord): string {
  return hash('sha256', JSON.stringify([settings, state.kind])).slice(0, 20);
}

export function presentDelivery(
  { own, links }: Pick<Manage, 'own' | 'links'>,
  { id: webhookId, owner }: Pick<WebhookRecord, 'id' | 'owner'>,
  { id, event, state, createdAt, nextAt, attempts }: DeliveryRecord,
): Delivery {
  return {
    type: 'Delivery',
    id: own.delivery(webhookId, id),
    identifier: id,
    ...(event !== undefined && { event: links.event(eventName({ owner, number: event })) }),
    deliveryState: state,
    dateCreated: createdAt,
    ...(nextAt !== undefined && { nextAttempt: nextAt }),
    attempts: attempts.map(({ at, tookMs, status, answer }) => ({
      type: 'DeliveryAttempt',
      startTime: at,
      milliseconds: tookMs,
      ...(status !== undefined && { httpStatus: status }),
      answer,
    })),
  };
}

export function presentFeed(own: ManageLinks, { id, name, scope, createdAt, lastReadAt }: FeedRecord): Feed {
  return {
    type: 'Feed',
    id: own.feed(id),
    identifier: id,
    name,
    scope: presentScope(scope),
    dateCreated: createdAt,
    ...(lastReadAt !== undefined && { lastReadAt }),
  };
}
