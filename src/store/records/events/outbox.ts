import type { NewEvent } from '../../../domain/event.ts';
import type { Database, Queries, Value } from '../../engine/database.ts';
import { insertMany } from '../../engine/insert.ts';

interface Emitted {
  readonly owner: string;
  readonly event: NewEvent;
}

/** The events of the transactions that are open. SQLite has the same queries in each, but only one at a time. */
const emitted = new WeakMap<Queries, Map<string, Emitted>>();

/** Adds an event to the outbox at the end of the transaction. */
export function emit(tx: Queries, owner: string, event: NewEvent): void {
  const open = emitted.get(tx);
  if (!open) throw new Error('an event outside of a transaction');
  // An edit changes both the record and the schedule of a webpage.
  const { kind, webpageId, screenshotId = '' } = event;
  open.set(`${owner} ${kind} ${webpageId} ${screenshotId}`, { owner, event });
}

/**
 * Transactions that end with the events that they emitted. Numbers are taken last, because the row with the last number is
 * locked from then on: so transactions of an account commit in the order of their numbers, and two that change several
 * webpages do not wait for each other.
 */
export function withOutbox(transaction: Database['transaction']): Database['transaction'] {
  return (work, keeping) =>
    transaction(async (tx) => {
      const open = new Map<string, Emitted>();
      emitted.set(tx, open);
      const result = await work(tx);
      for (const [owner, some] of Map.groupBy(open.values(), (each) => each.owner).entries()) {
        await writeEvents(
          tx,
          owner,
          some.map(({ event }) => event),
        );
      }
      return result;
    }, keeping);
}

/**
 * Numbers are no less than the time in milliseconds. So none occurs twice, not even after yesterday's backup of the database was
 * restored: receivers would take the new event for one that they know.
 */
async function writeEvents(tx: Queries, owner: string, events: readonly NewEvent[]): Promise<void> {
  const row = await tx.get(
    `INSERT INTO account_use (account_id, bytes, day, captures, last_event)
     VALUES ($1, 0, '', 0, ${tx.milliseconds} + CAST($2 AS BIGINT))
     ON CONFLICT (account_id) DO UPDATE SET last_event = CAST($2 AS BIGINT) +
       CASE WHEN account_use.last_event < ${tx.milliseconds} THEN ${tx.milliseconds} ELSE account_use.last_event END
     RETURNING last_event`,
    [owner, events.length],
  );
  const before = Number(row?.last_event) - events.length;
  await insertMany(
    tx,
    'events',
    COLUMNS,
    events.map((event, index) => [owner, before + index + 1, ...valuesOf(event)]),
  );
}

const COLUMNS = ['account_id', 'number', 'kind', 'at', 'webpage_id', 'screenshot_id', 'share', 'details'];

function valuesOf({ kind, at, webpageId, screenshotId, share, details }: NewEvent): Value[] {
  return [kind, at, webpageId, screenshotId ?? null, share ?? null, details ? JSON.stringify(details) : null];
}

/** Keeps the events of an erased webpage, without what they say about it. */
export async function forgetDetails(tx: Queries, webpageId: string): Promise<void> {
  await tx.run('UPDATE events SET details = NULL WHERE webpage_id = $1 AND details IS NOT NULL', [webpageId]);
}
