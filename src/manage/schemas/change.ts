import type { Static } from 'typebox';
import { Type } from '../../api/json-schema.ts';
import { Screenshot, ScreenshotInList } from '../../api/schemas.ts';
import { Box, choice, closed, date, namedWebpage, pageOf, text, uri } from './parts.ts';

const kind = { description: 'What happened to the region.' };
export const Region = Type.Object(
  {
    kind: choice(['added', 'removed', 'altered'], kind),
    before: Box,
    after: Box,
    area: Type.Number({ description: 'The number of changed pixels.' }),
  },
  { description: 'A part of the page that changed, in the pixels of both pictures.' },
);

export const ComparedRegion = Type.Object(
  {
    ...Region.properties,
    selector: Type.Optional(
      Type.String({ description: 'Finds the element at the region; for changeSettings.ignoredSelectors.' }),
    ),
  },
  { description: 'A region, with the element that was measured there.' },
);

const counts = {
  added: Type.Integer({ description: 'Added regions.' }),
  removed: Type.Integer({ description: 'Removed regions.' }),
  altered: Type.Integer({ description: 'Altered regions.' }),
  ignored: Type.Integer({ description: 'Regions that the settings of the webpage ignore.' }),
};

export const Change = Type.Object(
  {
    type: Type.Literal('Change'),
    identifier: Type.String({ description: 'Unique identifier of the record.' }),
    kind: choice(['changed', 'new', 'failing'], {
      description: 'changed: the page changed. new: its first good capture. failing: its captures fail.',
    }),
    published: date('When it happened (UTC).'),
    about: namedWebpage,
    title: Type.Optional(Type.String({ description: 'Title of the page at its newest good capture.' })),
    reviewedAt: Type.Optional(date('When it was marked as reviewed (UTC).')),
    changeShare: Type.Optional(Type.Number({ description: 'Share (0 to 1) of the page that changed.' })),
    regions: Type.Optional(
      Type.Object(
        { ...counts, leading: Type.Array(Region) },
        { description: 'What changed; the largest regions first.' },
      ),
    ),
    object: Type.Optional(ScreenshotInList),
    isBasedOn: Type.Optional(uri('URL of the screenshot before the change.')),
    summary: Type.Optional(Type.String({ description: 'Why captures fail.' })),
    failures: Type.Optional(Type.Integer({ description: 'How many captures failed in a row.' })),
    endTime: Type.Optional(date('When a capture succeeded again (UTC).')),
  },
  { description: 'An entry of the Changes page.' },
);
export type Change = Static<typeof Change>;
export const Changes = pageOf(Change, 'A page of the list of changes.');

const Rows = Type.Object({ top: Type.Integer(), bottom: Type.Integer() }, { description: 'Rows of a picture.' });
const Size = Type.Object({ width: Type.Integer(), height: Type.Integer() }, { description: 'Size in pixels.' });

export const Comparison = Type.Object(
  {
    type: Type.Literal('Comparison'),
    id: uri('URL of the comparison.'),
    before: Screenshot,
    after: Screenshot,
    word: choice(['same', 'moved', 'changed'], {
      description: 'The result after the settings of the webpage were applied.',
    }),
    changeShare: Type.Number({ description: 'Share (0 to 1) of the page that changed.' }),
    announced: Type.Boolean({ description: 'Whether the change is large enough for the Changes page.' }),
    ...counts,
    regions: Type.Array(ComparedRegion, { description: 'All regions, also ignored ones, the largest first.' }),
    omitted: Type.Integer({ description: 'Further regions that are not listed.' }),
    moved: Type.Array(Type.Object({ before: Box, after: Box }), { description: 'Content that only moved.' }),
    bands: Type.Array(Type.Object({ before: Rows, after: Rows }), {
      description: 'How the rows of both pictures are aligned.',
    }),
    beforeSize: Size,
    afterSize: Size,
  },
  { description: 'The differences between two screenshots of a webpage.' },
);

export const MOST_REVIEWED = 200;
export const ChangeReview = Type.Object(
  {
    changes: Type.Optional(
      Type.Array(text(36, 'Identifier of a change.'), { maxItems: MOST_REVIEWED, description: 'The changes to mark.' }),
    ),
    after: Type.Optional(date('In place of identifiers: changes from this time on, together with "before".')),
    before: Type.Optional(date('In place of identifiers: changes before this time.')),
    isReviewed: Type.Boolean({ description: 'Whether they count as reviewed. false needs identifiers.' }),
  },
  { ...closed, description: 'Which changes to mark as reviewed, or as not reviewed.' },
);
