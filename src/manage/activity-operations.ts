import { Type } from '../api/json-schema.ts';
import { AUDIT_ACTIONS, type AuditRecord, addressShownTo } from '../domain/audit.ts';
import { operation } from './operation.ts';
import { positionOf, presentPage } from './page.ts';
import { ACTIONS, Activities } from './schemas/activity.ts';
import { choice, cursor, date, limit } from './schemas/parts.ts';

export const listActivity = operation({
  id: 'listActivity',
  summary: 'List what was done with the account',
  description:
    'The audit log: sign-ins, tokens, and changes of the account and its webpages, the newest first. It names addresses and people, so it needs more than reading.',
  tag: 'account',
  scope: 'manage',
  query: Type.Object({
    action: Type.Optional(choice(ACTIONS, { description: 'Only this action.' })),
    since: Type.Optional(date('Events from this time on.')),
    before: Type.Optional(date('Events before this time.')),
    limit,
    cursor,
  }),
  answers: [{ status: 200, description: 'A page of the list.', schema: Activities }],
  async run({ store, own }, request) {
    const { owner, query } = request;
    const list = `${own.base}/activity`;
    const { action, since, before } = query;
    const begin = before === undefined ? undefined : { at: before, id: '' };
    const from = positionOf(list, request, query.cursor) ?? begin;
    const { records, next } = await store.audit.search(owner, { action, since, from, limit: query.limit as number });
    const members = records.map((event) => presentActivity(owner, event));
    return { body: presentPage(list, request, { members, next }) };
  },
});

function presentActivity(owner: string, event: AuditRecord) {
  const { id, at, action, actor, via, subject, subjectId, times } = event;
  const address = addressShownTo(owner, event);
  return {
    type: 'Activity',
    identifier: id,
    published: at,
    action,
    summary: AUDIT_ACTIONS[action],
    ...(actor !== undefined && { agent: actor }),
    via,
    ...(address !== undefined && { address }),
    ...(subject !== undefined && { subject }),
    ...(subjectId !== undefined && { subjectId }),
    times,
  };
}
