import { Type } from '../../api/json-schema.ts';
import { AUDIT_ACTIONS, type AuditAction, VIAS } from '../../domain/audit.ts';
import { choice, date, identifier, pageOf } from './parts.ts';

export const ACTIONS = Object.keys(AUDIT_ACTIONS) as AuditAction[];

export const Activity = Type.Object(
  {
    type: Type.Literal('Activity'),
    identifier,
    published: date('When it was done, for the last time (UTC).'),
    action: choice(ACTIONS, { description: 'What was done.' }),
    summary: Type.String({ description: 'The same in words.' }),
    agent: Type.Optional(
      Type.String({ description: 'Who did it. Absent: the program itself, or a visitor who was not signed in.' }),
    ),
    via: choice(VIAS, { description: 'Through what it was done.' }),
    address: Type.Optional(
      Type.String({ description: 'The IP address from which it was done. Not that of an administrator.' }),
    ),
    subject: Type.Optional(Type.String({ description: 'What it was done to: a site, the name of a token.' })),
    subjectId: Type.Optional(Type.String({ description: 'The identifier of that.' })),
    times: Type.Integer({ description: 'How often within an hour. Only failed sign-ins are counted.' }),
  },
  { description: 'Something that was done with the account or its webpages.' },
);
export const Activities = pageOf(Activity, 'A page of the audit log.');
