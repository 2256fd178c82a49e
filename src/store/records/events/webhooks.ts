import { randomUUIDv7 } from 'node:crypto';
import type { AuditAction } from '../../../domain/audit.ts';
import type { Delivery, DeliveryState } from '../../../domain/delivery.ts';
import type { WebhookChange, Webhooks } from '../../../domain/ports/webhooks.ts';
import { notFound, Problem } from '../../../domain/problem.ts';
import {
  MOST_WEBHOOKS,
  type Signing,
  type Webhook,
  type WebhookFormat,
  type WebhookState,
} from '../../../domain/webhook.ts';
import type { Database, Queries, Row, Value } from '../../engine/database.ts';
import { insertMany } from '../../engine/insert.ts';
import { lockAccount } from '../accounts/accounts.ts';
import type { Note } from '../accounts/audit.ts';

export function webhooks(queries: Queries, write: Database['transaction'], note: Note): Webhooks {
  const noteChange = (tx: Queries, action: AuditAction, owner: string, { id, name }: { id: string; name: Value }) =>
    note(tx, { action, owner, subject: String(name), subjectId: id });

  /** Changes the webhook and returns its name. */
  async function update(tx: Queries, owner: string, id: string, set: string, values: readonly Value[]): Promise<Value> {
    const row = await tx.get(`UPDATE webhooks SET ${set} WHERE account_id = $1 AND id = $2 RETURNING name`, [
      owner,
      id,
      ...values,
    ]);
    if (!row) throw notFound('webhook');
    return row.name ?? null;
  }

  async function checkOn(tx: Queries, owner: string, id: string): Promise<void> {
    const row = await tx.get('SELECT state FROM webhooks WHERE account_id = $1 AND id = $2', [owner, id]);
    if (!row) throw notFound('webhook');
    if (row.state !== 'on') throw new Problem('unprocessable', 'The webhook is off: switch it on first.');
  }

  const find = async (reader: Queries, owner: string, id: string): Promise<Webhook | undefined> => {
    const row = await reader.get(
      `SELECT *, ${reader.intact('webhooks')} AS intact FROM webhooks WHERE account_id = $1 AND id = $2`,
      [owner, id],
    );
    return row && webhookOf(row);
  };

  const readDeliveries = async (owner: string, id: string, condition: string, values: readonly Value[]) => {
    const rows = await queries.all(
      `SELECT d.*, ${queries.intact('deliveries d')} AS intact FROM deliveries d JOIN webhooks w ON w.id = d.webhook_id
       WHERE w.account_id = $1 AND d.webhook_id = $2 AND ${condition}`,
      [owner, id, ...values],
    );
    return deliveriesOf(queries, rows);
  };

  return {
    add: (owner, webhook) =>
      write(async (tx) => {
        await lockAccount(tx, owner);
        const row = await tx.get('SELECT count(*) AS webhooks FROM webhooks WHERE account_id = $1', [owner]);
        if (Number(row?.webhooks) >= MOST_WEBHOOKS) {
          throw new Problem('unprocessable', `An account has at most ${MOST_WEBHOOKS} webhooks: remove one first.`);
        }
        const newest = await tx.get('SELECT last_event FROM account_use WHERE account_id = $1', [owner]);
        const columns = ['id', 'account_id', 'created_at', 'state', 'position', 'lease_until', ...CHANGEABLE];
        await insertMany(tx, 'webhooks', columns, [
          [webhook.id, owner, webhook.createdAt, 'on', newest?.last_event ?? 0, '', ...changeValues(webhook)],
        ]);
        await noteChange(tx, 'webhook-added', owner, webhook);
      }),

    async list(owner) {
      const rows = await queries.all(
        `SELECT *, ${queries.intact('webhooks')} AS intact FROM webhooks WHERE account_id = $1 ORDER BY created_at, id`,
        [owner],
      );
      return rows.map(webhookOf);
    },

    find: (owner, id) => find(queries, owner, id),

    hold: (owner, id) =>
      write(async (tx) => {
        await lockAccount(tx, owner);
        const webhook = await find(tx, owner, id);
        if (!webhook) throw notFound('webhook');
        return webhook;
      }),

    change: (owner, id, change) =>
      write(async (tx) => {
        const set = CHANGEABLE.map((column, index) => `${column} = $${index + 3}`).join(', ');
        await update(tx, owner, id, set, changeValues(change));
        await noteChange(tx, 'webhook-changed', owner, { id, name: change.name });
      }),

    switchTo: (owner, id, state, at) =>
      write(async (tx) => {
        const set = 'state = $3, off_since = $4, off_because = NULL, failing_since = NULL';
        const name = await update(tx, owner, id, set, [state, state === 'off' ? at.toISOString() : null]);
        if (state === 'on') {
          await tx.run('UPDATE deliveries SET due_at = $2 WHERE webhook_id = $1 AND due_at > $2', [
            id,
            at.toISOString(),
          ]);
        }
        await noteChange(tx, state === 'on' ? 'webhook-on' : 'webhook-off', owner, { id, name });
      }),

    remove: (owner, id) =>
      write(async (tx) => {
        const row = await tx.get('DELETE FROM webhooks WHERE account_id = $1 AND id = $2 RETURNING name', [owner, id]);
        if (!row) throw notFound('webhook');
        await noteChange(tx, 'webhook-removed', owner, { id, name: row.name ?? null });
      }),

    deliveries: (owner, id, { before = '\uffff', limit }) =>
      readDeliveries(owner, id, 'd.id < $3 ORDER BY d.id DESC LIMIT $4', [before, limit]),

    delivery: async (owner, id, deliveryId) => (await readDeliveries(owner, id, 'd.id = $3', [deliveryId]))[0],

    sendAgain: (owner, id, deliveryId, now) =>
      write(async (tx) => {
        await checkOn(tx, owner, id);
        const sent = await tx.run(
          `UPDATE deliveries SET state = 'waiting', due_at = $3, attempts = CASE WHEN state = 'waiting' THEN attempts ELSE 0 END
           WHERE webhook_id = $1 AND id = $2 AND (state <> 'waiting' OR due_at IS NOT NULL)`,
          [id, deliveryId, now.toISOString()],
        );
        if (sent > 0) return;
        const known = await tx.get('SELECT 1 FROM deliveries WHERE webhook_id = $1 AND id = $2', [id, deliveryId]);
        if (!known) throw notFound('delivery');
        throw new Problem('conflict', 'An earlier event of the same webpage is delivered first.');
      }),

    sendTest: (owner, id, now) =>
      write(async (tx) => {
        await checkOn(tx, owner, id);
        const row = await tx.get(
          "SELECT count(*) AS tests FROM deliveries WHERE webhook_id = $1 AND webpage_id = '' AND state = 'waiting'",
          [id],
        );
        if (Number(row?.tests) >= MOST_TESTS) {
          throw new Problem('too-many', `${MOST_TESTS} tests wait for the receiver. Send another one later.`);
        }
        return insertDelivery(tx, id, { event: null, webpageId: '', dueAt: now.toISOString(), now });
      }),
  };
}

/** Tests that wait at the same time. */
const MOST_TESTS = 20;

export async function insertDelivery(
  tx: Queries,
  webhookId: string,
  { event, webpageId, dueAt, now }: { event: number | null; webpageId: string; dueAt: string | null; now: Date },
): Promise<string> {
  const id = randomUUIDv7();
  await insertMany(
    tx,
    'deliveries',
    ['id', 'webhook_id', 'event', 'webpage_id', 'state', 'attempts', 'due_at', 'created_at'],
    [[id, webhookId, event, webpageId, 'waiting', 0, dueAt, now.toISOString()]],
  );
  return id;
}

async function deliveriesOf(queries: Queries, rows: readonly Row[]): Promise<Delivery[]> {
  if (rows.length === 0) return [];
  const ids = rows.map(({ id }) => String(id));
  const attempts = await queries.all(
    `SELECT delivery_id, at, took_ms, status, answer, ${queries.intact('delivery_attempts')} AS intact FROM delivery_attempts
     WHERE delivery_id IN (${ids.map((_, index) => `$${index + 1}`).join(', ')}) ORDER BY id`,
    ids,
  );
  const attemptsOf = Map.groupBy(attempts, (attempt) => String(attempt.delivery_id));
  return rows.map((row) => ({
    id: String(row.id),
    event: row.event === null ? undefined : Number(row.event),
    state: row.state as DeliveryState,
    nextAt: row.due_at === null ? undefined : String(row.due_at),
    createdAt: String(row.created_at),
    attempts: (attemptsOf.get(String(row.id)) ?? []).map(({ at, took_ms: tookMs, status, answer }) => ({
      at: String(at),
      tookMs: Number(tookMs),
      status: status == null ? undefined : Number(status),
      answer: String(answer),
    })),
  }));
}

const CHANGEABLE = ['name', 'host', 'format', 'kinds', 'scope', 'least_share', 'signing', 'secrets'];

function changeValues(change: WebhookChange): Value[] {
  const { name, host, format, kinds, scope, leastShare, signing, sealed } = change;
  return [name, host, format, JSON.stringify(kinds), JSON.stringify(scope), leastShare, signing, sealed];
}

export function webhookOf(row: Row): Webhook {
  return {
    id: String(row.id),
    owner: String(row.account_id),
    name: String(row.name),
    host: String(row.host),
    format: row.format as WebhookFormat,
    kinds: JSON.parse(String(row.kinds)),
    scope: JSON.parse(String(row.scope)),
    leastShare: Number(row.least_share),
    signing: row.signing as Signing,
    sealed: String(row.secrets),
    createdAt: String(row.created_at),
    state: stateOf(row),
  };
}

function stateOf(row: Row): WebhookState {
  const text = (value: Value | undefined) => (value == null ? undefined : String(value));
  if (row.state === 'on') return { kind: 'on', failingSince: text(row.failing_since) };
  return { kind: 'off', since: String(row.off_since), because: text(row.off_because) };
}
