import type { Static } from 'typebox';
import { Type } from '../../api/json-schema.ts';
import { ErrorRecord } from '../../api/schemas.ts';
import { choice, closed, text } from './parts.ts';

const ACTIONS = ['add-keywords', 'remove-keywords', 'schedule', 'capture', 'pause', 'resume', 'delete'] as const;

export const MOST_CHANGED = 1000;

export const ManyPatch = Type.Object(
  {
    webpages: Type.Array(text(100, 'Identifier of a webpage.'), {
      minItems: 1,
      maxItems: MOST_CHANGED,
      description: 'The webpages to change.',
    }),
    action: choice(ACTIONS, { description: 'What to do with each. delete needs the scope "delete" as well.' }),
    keywords: Type.Optional(
      Type.Array(Type.String({ maxLength: 100 }), {
        maxItems: 50,
        description: 'For add-keywords and remove-keywords.',
      }),
    ),
    schedule: Type.Optional(text(200, 'For schedule: a name or a cron line, in the time zone of each webpage.')),
  },
  { ...closed, description: 'A change of many webpages.' },
);
export type ManyPatch = Static<typeof ManyPatch>;

export const ManyResult = Type.Object(
  {
    type: Type.Literal('Result'),
    webpage: Type.String({ description: 'The identifier as it was sent.' }),
    httpStatus: Type.Integer({ description: '200 for a changed webpage, otherwise the status of the error.' }),
    error: Type.Optional(ErrorRecord),
  },
  { description: 'The result for one webpage.' },
);
export const ManyResults = Type.Object(
  {
    type: Type.Literal('Collection'),
    changed: Type.Integer({ description: 'How many webpages have the change now.' }),
    refused: Type.Integer({ description: 'How many do not.' }),
    members: Type.Array(ManyResult, { description: 'In the order of the request.' }),
  },
  { description: 'The results of changing many webpages.' },
);
