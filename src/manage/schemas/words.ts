import type { Static } from 'typebox';
import { Type } from '../../api/json-schema.ts';
import { closed, date, identifier, namedWebpage, pageOf, uri } from './parts.ts';

const screenshot = {
  type: Type.Literal('ImageObject'),
  id: uri('URL of the screenshot.'),
  identifier,
  dateCreated: date('When it was captured (UTC).'),
};
const shows = (description: string) => Type.Object(screenshot, { ...closed, description });
const beside = (description: string) =>
  Type.Optional(
    Type.Object(
      {
        ...screenshot,
        wordsKnown: Type.Boolean({
          description: 'true: it does not show the words. false: whether it shows them is not known.',
        }),
      },
      { ...closed, description },
    ),
  );

export const WordSpan = Type.Object(
  {
    type: Type.Literal('WordSpan'),
    screenshotBefore: beside('The good capture just before. Absent: the span begins with the first capture.'),
    firstScreenshot: shows('The first capture that shows the words.'),
    lastScreenshot: shows('The last capture in a row that shows them.'),
    screenshotAfter: beside('The good capture just after. Absent: the newest capture shows them.'),
  },
  {
    description:
      'Good captures in a row that show the words. They appeared between screenshotBefore and firstScreenshot, and went between lastScreenshot and screenshotAfter.',
  },
);
export type WordSpan = Static<typeof WordSpan>;

export const WordMatch = Type.Object(
  {
    type: Type.Literal('WordMatch'),
    about: namedWebpage,
    passages: Type.Array(Type.String(), { description: 'The newest passage for each word or phrase.' }),
    spanCount: Type.Integer({ description: 'The number of all spans of the webpage.' }),
    spans: Type.Array(WordSpan, { description: 'The newest first, at most as many as "spans" of the request.' }),
  },
  { description: 'A webpage that shows the words, or did. Its texts come from the archived page.' },
);
export type WordMatch = Static<typeof WordMatch>;
export const WordMatches = pageOf(WordMatch, 'A page of what was found, the newest words first.');
