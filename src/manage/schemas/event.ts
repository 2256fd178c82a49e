import { Type } from '../../api/json-schema.ts';
import { ALL_EVENT_KINDS } from '../../domain/event.ts';
import { date, pageOf, uri } from './parts.ts';

const EVENT_KIND_WORDS = ALL_EVENT_KINDS.join(', ');
export const Event = Type.Object(
  {
    type: Type.String({
      description: 'The activity: Create, Reject, Accept, Update, Delete, Pause, Resume or Restore.',
    }),
    id: uri('URL of the record, the same for every delivery.'),
    identifier: Type.String({ description: 'Grows with every event of the account.' }),
    eventKind: Type.String({ description: `What happened: ${EVENT_KIND_WORDS}.` }),
    actor: uri('URL of the service.'),
    published: date('When it happened (UTC).'),
    summary: Type.String({ description: 'What happened, in a sentence. That of a failure is its reason.' }),
    object: Type.Object(
      { type: Type.String(), id: uri('URL of the record.'), identifier: Type.String() },
      { description: 'The screenshot or the webpage; one that was deleted has only these properties.' },
    ),
    failures: Type.Optional(Type.Integer({ description: 'How many captures failed in a row.' })),
    failingSince: Type.Optional(date('Since when captures fail (UTC).')),
    changeShare: Type.Optional(Type.Number({ description: 'Share (0 to 1) of the page that changed.' })),
    regions: Type.Optional(
      Type.Array(Type.Object({ type: Type.Literal('Region') }), { description: 'The largest regions that changed.' }),
    ),
    isBasedOn: Type.Optional(uri('URL of the screenshot before the change.')),
  },
  { description: 'Something that happened, as an activity of ActivityStreams.' },
);
export const Events = pageOf(Event, 'A page of the list of events.');
