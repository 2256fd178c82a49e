import { randomUUIDv7 } from 'node:crypto';
import type { DeliveryQueue, DeliveryResult } from '../../../domain/ports/webhooks.ts';
import { Problem } from '../../../domain/problem.ts';
import type { Database, Queries } from '../../engine/database.ts';
import { insertMany } from '../../engine/insert.ts';
import type { Note } from '../accounts/audit.ts';
import { insertMail } from './mails.ts';
import { insertDelivery, webhookOf } from './webhooks.ts';

/** Leases need no sync to disk: after a power cut the webhook is claimed again. */
const LEASE = 'brief';

const BEHIND = 'w.position < (SELECT u.last_event FROM account_use u WHERE u.account_id = w.account_id)';

/** A receiver that has not accepted anything for this time is switched off when a delivery gives up. */
const PATIENCE_MS = 2 * 86_400_000;

export function deliveryQueue(queries: Queries, write: Database['transaction'], note: Note): DeliveryQueue {
  return {
    async claim(lease, { now, until }) {
      const at = now.toISOString();
      // Read first: an empty write transaction would invalidate the caches of every process.
      const idle = await queries.all(
        `SELECT w.id FROM webhooks w WHERE w.state = 'on' AND w.lease_until < $1
           AND (${BEHIND} OR EXISTS (SELECT 1 FROM deliveries d WHERE d.webhook_id = w.id AND d.due_at <= $1))
         ORDER BY w.lease_until LIMIT 5`,
        [at],
      );
      if (idle.length === 0) return undefined;
      return write(async (tx) => {
        for (const { id } of idle) {
          const row = await tx.get(
            `UPDATE webhooks SET lease = $2, lease_until = $3 WHERE id = $1 AND state = 'on' AND lease_until < $4
             RETURNING *`,
            [String(id), lease, until.toISOString(), at],
          );
          if (row) return webhookOf(row);
        }
        return undefined;
      }, LEASE);
    },

    async held(webhookId, lease) {
      const row = await queries.get(
        `SELECT w.*, CASE WHEN ${BEHIND} THEN 1 ELSE 0 END AS is_behind, ${queries.intact('webhooks w')} AS intact
         FROM webhooks w WHERE w.id = $1 AND w.lease = $2 AND w.state = 'on'`,
        [webhookId, lease],
      );
      return row && { webhook: webhookOf(row), position: Number(row.position), isBehind: row.is_behind === 1 };
    },

    renew: (leases, until) =>
      write(async (tx) => {
        for (const lease of leases) {
          await tx.run('UPDATE webhooks SET lease_until = $2 WHERE lease = $1', [lease, until.toISOString()]);
        }
      }, LEASE),

    async release(lease) {
      await write(
        (tx) => tx.run("UPDATE webhooks SET lease = NULL, lease_until = '' WHERE lease = $1", [lease]),
        LEASE,
      );
    },

    queue: (webhookId, lease, { events, position, now }) =>
      write(async (tx) => {
        await lock(tx, webhookId, lease);
        for (const { number, webpageId } of events) {
          const waiting = await tx.get(
            "SELECT 1 AS found FROM deliveries WHERE webhook_id = $1 AND webpage_id = $2 AND state = 'waiting' LIMIT 1",
            [webhookId, webpageId],
          );
          await insertDelivery(tx, webhookId, {
            event: number,
            webpageId,
            dueAt: waiting ? null : now.toISOString(),
            now,
          });
        }
        await tx.run('UPDATE webhooks SET position = $2 WHERE id = $1', [webhookId, position]);
      }),

    async due(webhookId, now, limit) {
      const rows = await queries.all(
        `SELECT id, event, attempts, ${queries.intact('deliveries')} AS intact FROM deliveries
         WHERE webhook_id = $1 AND due_at <= $2 ORDER BY due_at LIMIT $3`,
        [webhookId, now.toISOString(), limit],
      );
      return rows.map(({ id, event, attempts }) => ({
        id: String(id),
        event: event === null ? undefined : Number(event),
        attempts: Number(attempts),
      }));
    },

    record: (webhookId, lease, { results, now, mail }) =>
      write(async (tx) => {
        const { owner, name, host, failingSince } = await lock(tx, webhookId, lease);
        await insertMany(
          tx,
          'delivery_attempts',
          ['id', 'delivery_id', 'at', 'took_ms', 'status', 'answer'],
          results.map(({ delivery, attempt }) => [
            randomUUIDv7(),
            delivery.id,
            attempt.at,
            attempt.tookMs,
            attempt.status ?? null,
            attempt.answer,
          ]),
        );
        for (const result of results) await settle(tx, webhookId, result, now);
        const succeeded = results.some(({ outcome }) => outcome.kind === 'delivered');
        const since = succeeded ? null : (failingSince ?? now.toISOString());
        if (since !== failingSince) {
          await tx.run('UPDATE webhooks SET failing_since = $2 WHERE id = $1', [webhookId, since]);
        }
        const because = reasonToSwitchOff(results, since, now);
        if (because === undefined) return undefined;
        await tx.run("UPDATE webhooks SET state = 'off', off_since = $2, off_because = $3 WHERE id = $1", [
          webhookId,
          now.toISOString(),
          because,
        ]);
        await note(tx, { action: 'webhook-off', owner, subject: name, subjectId: webhookId });
        if (mail) {
          const details = { name, host, because };
          await insertMail(tx, { id: randomUUIDv7(), owner, kind: 'webhook-off', subjectId: webhookId, details }, now);
        }
        return because;
      }),

    async forget(before, limit) {
      const old = await queries.all('SELECT id FROM deliveries WHERE created_at < $1 ORDER BY created_at LIMIT $2', [
        before.toISOString(),
        limit,
      ]);
      if (old.length === 0) return false;
      await write(async (tx) => {
        for (const { id } of old) await tx.run('DELETE FROM deliveries WHERE id = $1', [String(id)]);
      });
      return old.length === limit;
    },
  };
}

/** Another process may hold the webhook by now. The row is locked, so that none takes it before the transaction ends. */
async function lock(tx: Queries, webhookId: string, lease: string) {
  const row = await tx.get(
    'UPDATE webhooks SET lease = lease WHERE id = $1 AND lease = $2 RETURNING account_id, name, host, failing_since',
    [webhookId, lease],
  );
  if (!row) throw new Problem('conflict', 'Another process delivers for this webhook.');
  const failingSince = row.failing_since == null ? null : String(row.failing_since);
  return { owner: String(row.account_id), name: String(row.name), host: String(row.host), failingSince };
}

/** Notes the result. The next event of the webpage is due when this one is over. */
async function settle(tx: Queries, webhookId: string, { delivery, outcome, nextAt }: DeliveryResult, now: Date) {
  const isOver = outcome.kind === 'delivered' || nextAt === undefined;
  const state = outcome.kind === 'delivered' ? 'delivered' : isOver ? 'failed' : 'waiting';
  const row = await tx.get(
    'UPDATE deliveries SET state = $2, attempts = $3, due_at = $4 WHERE id = $1 RETURNING webpage_id',
    [delivery.id, state, delivery.attempts + 1, isOver ? null : (nextAt ?? null)],
  );
  if (!isOver || !row) return;
  await tx.run(
    `UPDATE deliveries SET due_at = $3 WHERE due_at IS NULL AND id =
       (SELECT d.id FROM deliveries d WHERE d.webhook_id = $1 AND d.webpage_id = $2 AND d.state = 'waiting'
        ORDER BY d.event LIMIT 1)`,
    [webhookId, String(row.webpage_id), now.toISOString()],
  );
}

function reasonToSwitchOff(results: readonly DeliveryResult[], since: string | null, now: Date): string | undefined {
  if (results.some(({ outcome }) => outcome.kind === 'gone')) {
    return 'The receiver answered with HTTP status 410 (Gone).';
  }
  const gaveUp = results.some(({ outcome, nextAt }) => outcome.kind === 'failed' && nextAt === undefined);
  if (!gaveUp || since === null || now.getTime() - Date.parse(since) < PATIENCE_MS) return undefined;
  return 'No request succeeded for three days.';
}
