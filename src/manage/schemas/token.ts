import type { Static } from 'typebox';
import { Type } from '../../api/json-schema.ts';
import { SCOPES } from '../../domain/token.ts';
import { choice, closed, date, identifier, text, uri } from './parts.ts';

const limits = {
  scopes: Type.Array(choice(SCOPES, {}), {
    maxItems: SCOPES.length,
    description:
      'read: read records. delete: delete webpages and captures. manage: everything else. Every token may read.',
  }),
  networks: Type.Array(Type.String({ maxLength: 50 }), {
    maxItems: 20,
    description: 'Addresses and ranges (192.0.2.0/24) that the token may be used from; empty: all.',
  }),
};
export const TokenDraft = Type.Object(
  {
    name: text(100, 'What the token is for.'),
    scopes: Type.Optional(limits.scopes),
    networks: Type.Optional(limits.networks),
    expiresAt: Type.Optional(date('When it expires; absent: never.')),
  },
  { ...closed, description: 'A token to create. It cannot do more than the token that creates it.' },
);
const tokenFields = {
  type: Type.Literal('Token'),
  id: uri('URL of the record.'),
  identifier,
  name: Type.String({ description: 'What the token is for.' }),
  dateCreated: date('When it was created (UTC).'),
  lastUsedAt: Type.Optional(date('When it was last used (UTC), to the minute.')),
  expiresAt: Type.Optional(date('When it expires (UTC).')),
  ...limits,
};
export const Token = Type.Object(tokenFields, { description: 'An API token without its secret.' });
export type Token = Static<typeof Token>;
export const NewToken = Type.Object(
  { ...tokenFields, token: Type.String({ description: 'The secret. It is shown only once.' }) },
  { description: 'A new API token.' },
);
export const Tokens = Type.Object(
  {
    type: Type.Literal('Collection'),
    id: uri('URL of the collection.'),
    totalItems: Type.Integer({ description: 'Count of records in the collection.' }),
    members: Type.Array(Token),
  },
  { description: 'All API tokens of the account.' },
);
