import { Type } from '../../api/json-schema.ts';
import { uri } from './parts.ts';

const used = (what: string) =>
  Type.Object(
    { used: Type.Integer(), limit: Type.Optional(Type.Integer({ description: 'Absent: no limit.' })) },
    { description: what },
  );
export const Usage = Type.Object(
  {
    type: Type.Literal('Usage'),
    id: uri('URL of the record.'),
    webpages: used('Tracked webpages.'),
    storage: used('Bytes of pictures and of the text of captures.'),
    capturesToday: used('Captures since 00:00 UTC.'),
    summary: Type.Optional(Type.String({ description: 'Why captures pause, if they do.' })),
  },
  { description: 'The usage of the account, and its quotas.' },
);
