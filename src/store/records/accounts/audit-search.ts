import type { AuditAction, AuditRecord, Via } from '../../../domain/audit.ts';
import type { AuditSearch } from '../../../domain/ports/audit.ts';
import type { FoundInSteps } from '../../../domain/stepwise.ts';
import type { Queries, Row, Value } from '../../engine/database.ts';
import { optionalText } from '../optional-text.ts';
import { readInSteps, type StepQuery } from '../stepwise.ts';

export const AUDIT_COLUMNS = `id, at, action, account_id, email, via, actor_id, actor, address, subject, subject_id, times`;

export function searchAudit(
  queries: Queries,
  owner: string,
  { action, since, from, limit }: AuditSearch,
): Promise<FoundInSteps<AuditRecord>> {
  const stepOf = (select: string) => `SELECT ${select} FROM audit_events
    WHERE account_id = $1 AND (at, id) < ($2, $3) AND at >= $4 ORDER BY at DESC, id DESC LIMIT $5`;
  const parametersOf = (step: StepQuery, size: number): Value[] => [
    owner,
    step.from.at,
    step.from.id,
    since ?? '',
    size,
  ];

  return readInSteps(
    { order: 'desc', from, limit },
    {
      read(step, most) {
        const wanted = action === undefined ? '' : 'WHERE action = $7';
        return queries.all(
          `SELECT ${AUDIT_COLUMNS}, ${queries.intact('audit_events')} AS intact FROM (${stepOf('*')}) AS audit_events
           ${wanted} ORDER BY at DESC, id DESC LIMIT $6`,
          [...parametersOf(step, step.size), most, ...(action === undefined ? [] : [action])],
        );
      },
      async end(step) {
        const [last] = await queries.all(`${stepOf('at, id')} OFFSET $6`, [...parametersOf(step, 1), step.size - 1]);
        return last && positionOf(last);
      },
      positionOf,
      found: auditRecordOf,
    },
  );
}

const positionOf = (row: Row) => ({ at: String(row.at), id: String(row.id) });

export function auditRecordOf(row: Row): AuditRecord {
  return {
    id: String(row.id),
    at: String(row.at),
    action: row.action as AuditAction,
    owner: optionalText(row.account_id),
    email: optionalText(row.email),
    via: row.via as Via,
    actor: optionalText(row.actor),
    actorId: optionalText(row.actor_id),
    address: optionalText(row.address),
    subject: optionalText(row.subject),
    subjectId: optionalText(row.subject_id),
    times: Number(row.times),
  };
}
