import { Type } from '../../api/json-schema.ts';
import { AUDIT_ACTIONS, type AuditAction, VIAS } from '../../domain/audit.ts';
import { choice, date, identifier, pageOf } from './parts.ts';

export const ACTIONS = Object.keys(AUDIT_ACTIONS) as AuditAction[];

export const Activity = Type.Object(
  {
    type: Type.Literal('Activity'),
    identifier,
    published: date('The time of the event, or of the last one of several (UTC).'),
    action: choice(ACTIONS, { description: 'The kind of event.' }),
    summary: Type.String({ description: 'The same in words.' }),
    agent: Type.Optional(
      Type.String({
        description:
          'The account or user that caused the event. Absent: the program itself, or a visitor who was not signed in.',
      }),
    ),
    via: choice(VIAS, { description: 'The origin of the event.' }),
    address: Type.Optional(Type.String({ description: 'The IP address of the origin. Not that of an administrator.' })),
    subject: Type.Optional(Type.String({ description: 'The changed object: a site, the name of a token.' })),
    subjectId: Type.Optional(Type.String({ description: 'The identifier of the changed object.' })),
    times: Type.Integer({ description: 'The number of such events within an hour. Only failed sign-ins are counted.' }),
  },
  { description: 'An event of the audit log: a sign-in, or a change of the account or its webpages.' },
);
export const Activities = pageOf(Activity, 'A page of the audit log.');
