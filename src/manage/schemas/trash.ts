import { Type } from '../../api/json-schema.ts';
import { choice, date, pageOf, uri } from './parts.ts';

export const Trashed = Type.Object(
  {
    type: Type.Literal('TrashedItem'),
    identifier: Type.String({ description: 'Identifier of the webpage or screenshot.' }),
    kind: choice(['webpage', 'capture'], { description: 'What was deleted.' }),
    name: Type.String({ description: 'Name of the webpage.' }),
    url: uri('Address of the webpage.'),
    deletedAt: date('When it was deleted (UTC).'),
    expires: date('When it is erased (UTC).'),
  },
  { description: 'Something that was deleted and can be restored.' },
);
export const Trash = pageOf(Trashed, 'A page of the trash, the newest first.');
