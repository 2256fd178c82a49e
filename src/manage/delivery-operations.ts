import { Type } from '../api/json-schema.ts';
import { findWebhook } from '../app/webhooks.ts';
import { notFound } from '../domain/problem.ts';
import { type Manage, type ManageAnswer, type ManageRequest, operation } from './operation.ts';
import { positionOf, presentPage } from './page.ts';
import { presentDelivery } from './present-webhook.ts';
import { cursor, limit } from './schemas/parts.ts';
import { Deliveries, Delivery } from './schemas/webhook.ts';
import { idOf } from './webpage-operations.ts';

const common = { tag: 'webhooks', scope: 'manage' } as const;

const QUEUED = [{ status: 202, description: 'The delivery is queued. Follow Location.', schema: Delivery }];

async function answerDelivery(manage: Manage, request: ManageRequest, id: string): Promise<ManageAnswer> {
  const webhook = await findWebhook(manage.store, request.owner, idOf(request, 'webhook'));
  const delivery = await manage.store.webhooks.delivery(request.owner, webhook.id, id);
  if (!delivery) throw notFound('delivery');
  return { body: presentDelivery(manage, webhook, delivery) };
}

async function answerQueued(manage: Manage, request: ManageRequest, id: string): Promise<ManageAnswer> {
  const location = manage.own.delivery(idOf(request, 'webhook'), id);
  return { ...(await answerDelivery(manage, request, id)), status: 202, headers: { location } };
}

export const testWebhook = operation({
  ...common,
  id: 'testWebhook',
  summary: 'Send a test to a webhook',
  answers: QUEUED,
  errors: [404, 422],
  async run(manage, request) {
    const id = await manage.store.webhooks.sendTest(request.owner, idOf(request, 'webhook'), manage.now());
    return answerQueued(manage, request, id);
  },
});

export const listDeliveries = operation({
  ...common,
  id: 'listDeliveries',
  summary: 'List the deliveries of a webhook',
  query: Type.Object({ limit, cursor }),
  answers: [{ status: 200, description: 'A page of the log, the newest first.', schema: Deliveries }],
  errors: [404],
  async run(manage, request) {
    const { owner, query } = request;
    const webhook = await findWebhook(manage.store, owner, idOf(request, 'webhook'));
    const list = `${manage.own.webhook(webhook.id)}/deliveries`;
    const size = query.limit as number;
    const before = positionOf(list, request, query.cursor)?.id;
    const found = await manage.store.webhooks.deliveries(owner, webhook.id, { before, limit: size + 1 });
    const shown = found.slice(0, size);
    const last = found.length > size ? shown.at(-1) : undefined;
    const members = shown.map((delivery) => presentDelivery(manage, webhook, delivery));
    return { body: presentPage(list, request, { members, next: last && { at: last.createdAt, id: last.id } }) };
  },
});

export const getDelivery = operation({
  ...common,
  id: 'getDelivery',
  summary: 'Get a delivery of a webhook',
  answers: [{ status: 200, description: 'The record.', schema: Delivery }],
  errors: [404],
  run: (manage, request) => answerDelivery(manage, request, idOf(request, 'delivery')),
});

export const sendAgain = operation({
  ...common,
  id: 'sendAgain',
  summary: 'Send a delivery again',
  description: 'The webhook-id stays the same. A delivery that waits for its next attempt is sent at once.',
  answers: QUEUED,
  errors: [404, 409, 422],
  async run(manage, request) {
    const [webhook, id] = [idOf(request, 'webhook'), idOf(request, 'delivery')];
    await manage.store.webhooks.sendAgain(request.owner, webhook, id, manage.now());
    return answerQueued(manage, request, id);
  },
});
