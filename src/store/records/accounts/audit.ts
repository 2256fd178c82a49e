import { hash, randomUUIDv7 } from 'node:crypto';
import type { AuditAction, AuditEvent, Origin } from '../../../domain/audit.ts';
import type { Audit } from '../../../domain/ports/audit.ts';
import type { Queries, Value } from '../../engine/database.ts';
import { AUDIT_COLUMNS, auditRecordOf, searchAudit } from './audit-search.ts';

/** Records an event in a transaction. */
export type Note = (tx: Queries, event: AuditEvent) => Promise<void>;

/** Strangers can cause these events in any number. Events of one hour share rows. */
const REPEATABLE: ReadonlySet<AuditAction> = new Set(['sign-in-failed']);

/** The most rows that the repeatable events of an account take in an hour. */
const ROWS_AN_HOUR = 32;

const LONGEST_SUBJECT = 200;

export function noteAs(origin: Origin): Note {
  const { via, actorId, actor, address } = columnsOf(origin);
  return async (tx, { action, owner, subject, subjectId }) => {
    const at = new Date().toISOString();
    await tx.run(
      `INSERT INTO audit_events (id, at, action, account_id, email, via, actor_id, actor, address, subject, subject_id,
         times, repeat_key)
       VALUES ($1, $2, $3, $4, (SELECT a.email FROM accounts a WHERE a.id = $4), $5, $6,
         coalesce($7, (SELECT a.email FROM accounts a WHERE a.id = $6)), $8, $9, $10, 1, $11)
       ON CONFLICT (repeat_key) DO UPDATE SET times = audit_events.times + 1, at = excluded.at,
         address = CASE WHEN audit_events.address = excluded.address THEN excluded.address END`,
      [
        orderedId(),
        at,
        action,
        owner ?? null,
        via,
        actorId,
        actor,
        address,
        subject?.slice(0, LONGEST_SUBJECT) ?? null,
        subjectId ?? null,
        REPEATABLE.has(action) ? repeatKey(action, owner, at, address) : null,
      ],
    );
  };
}

let lastMs = '';
let count = 0;

/** A UUID of version 7 with a counter (RFC 9562 §6.2): events of one millisecond stay in their order. */
function orderedId(): string {
  const id = randomUUIDv7();
  const ms = id.slice(0, 13);
  count = ms === lastMs ? count + 1 : 0;
  lastMs = ms;
  return `${ms}-7${count.toString(16).padStart(3, '0').slice(-3)}${id.slice(18)}`;
}

/** Addresses share rows by their hash, so that a flood from ever-new addresses does not fill the log. */
function repeatKey(action: AuditAction, owner: string | undefined, at: string, address: Value): string {
  const row = Number.parseInt(hash('sha256', String(address)).slice(0, 8), 16) % ROWS_AN_HOUR;
  return [action, owner ?? '', at.slice(0, 13), row].join(' ');
}

function columnsOf(origin: Origin): Record<'via' | 'actorId' | 'actor' | 'address', Value> {
  const nobody = { via: origin.via, actorId: null, actor: null, address: null };
  switch (origin.via) {
    case 'service':
      return nobody;
    case 'command line':
      return { ...nobody, actor: origin.user };
    default:
      return { ...nobody, actorId: origin.account ?? null, address: origin.address };
  }
}

export function audit(queries: Queries, note: Note): Audit {
  return {
    record: (event) => note(queries, event),

    search: (owner, search) => searchAudit(queries, owner, search),

    async list({ owner, email, after, limit }) {
      const parameters: Value[] = [];
      const bind = (value: Value) => `$${parameters.push(value)}`;
      const bounds = [
        owner !== undefined && `account_id = ${bind(owner)}`,
        email !== undefined && `email = ${bind(email)}`,
        after && `(at, id) < (${bind(after.at)}, ${bind(after.id)})`,
      ].filter((bound) => typeof bound === 'string');
      const rows = await queries.all(
        `SELECT ${AUDIT_COLUMNS}, ${queries.intact('audit_events')} AS intact
         FROM audit_events ${bounds.length > 0 ? `WHERE ${bounds.join(' AND ')}` : ''}
         ORDER BY at DESC, id DESC LIMIT ${bind(limit)}`,
        parameters,
      );
      return rows.map(auditRecordOf);
    },

    async forget(before, limit) {
      const gone = await queries.run(
        'DELETE FROM audit_events WHERE id IN (SELECT id FROM audit_events WHERE at < $1 ORDER BY at LIMIT $2)',
        [before.toISOString(), limit],
      );
      return gone === limit;
    },
  };
}
