import type { Static } from 'typebox';
import { Type } from '../../api/json-schema.ts';
import { closed, date, identifier, text, uri } from './parts.ts';
import { Scope } from './scope.ts';

export const FeedDraft = Type.Object(
  { name: text(100, 'What the feed is for; its readers show it.'), scope: Type.Optional(Scope) },
  { ...closed, description: 'A feed to create. Without a scope it is about all webpages.' },
);

const fields = {
  type: Type.Literal('Feed'),
  id: uri('URL of the record.'),
  identifier,
  name: Type.String({ description: 'What the feed is for.' }),
  scope: Scope,
  dateCreated: date('When it was created (UTC).'),
  lastReadAt: Type.Optional(date('When it was last read (UTC), to the hour.')),
};
export const Feed = Type.Object(fields, { description: 'A feed of changes, without its secret address.' });
export type Feed = Static<typeof Feed>;
export const NewFeed = Type.Object(
  {
    ...fields,
    atom: uri('Address of the Atom feed. It is a secret and is shown only once.'),
    jsonFeed: uri('Address of the JSON Feed. It is a secret and is shown only once.'),
  },
  { description: 'A new feed with its addresses.' },
);
export const Feeds = Type.Object(
  {
    type: Type.Literal('Collection'),
    id: uri('URL of the collection.'),
    totalItems: Type.Integer({ description: 'Count of records in the collection.' }),
    members: Type.Array(Feed),
  },
  { description: 'All feeds of the account.' },
);
