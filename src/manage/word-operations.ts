import type { TSchema } from 'typebox';
import { Type } from '../api/json-schema.ts';
import { MOST_SPANS } from '../app/word-history.ts';
import type { WordCapture, WordEdge, WordResult } from '../domain/ports/words.ts';
import { Problem } from '../domain/problem.ts';
import {
  LONGEST_QUERY,
  readPhrase,
  readPosition,
  readWordQuery,
  WORD_SCOPES,
  type WordQuery,
} from '../domain/word-query.ts';
import { type Manage, type ManageAnswer, type ManageRequest, operation } from './operation.ts';
import { positionOf, presentPage } from './page.ts';
import { presentNamed } from './present.ts';
import { choice, cursor, limit, text } from './schemas/parts.ts';
import { type WordMatch, WordMatches, type WordSpan } from './schemas/words.ts';

/** The spans of all webpages of an answer. With more for each webpage, a page has fewer webpages. */
const MOST_SPANS_A_PAGE = 10_000;

const exact = Type.Optional(
  Type.Boolean({ default: false, description: 'Case, diacritics, width and punctuation as they are written.' }),
);
const spans = (normal: number) =>
  Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: MOST_SPANS,
      default: normal,
      description: 'The most spans of a webpage. With many, a page of the list has fewer webpages.',
    }),
  );

const common = {
  tag: 'words',
  scope: 'read',
  answers: [{ status: 200, description: 'A page of what was found.', schema: WordMatches as TSchema }],
} as const;

export const searchWords = operation({
  ...common,
  id: 'searchWords',
  summary: 'Search the words of webpages',
  description:
    'Words, "exact phrases", -without, site:example.org, keyword:news, from:2026-01-31 and to:2026-02-28 (UTC). The webpages with the newest matching words come first.',
  query: Type.Object({
    q: text(LONGEST_QUERY, 'What to look for.'),
    in: Type.Optional(
      choice(WORD_SCOPES, {
        default: 'current',
        description: 'The newest text of each webpage, or all texts that it ever had. With from: or to: always all.',
      }),
    ),
    exact,
    spans: spans(1),
    limit,
    cursor,
  }),
  run(manage, request) {
    const { q, in: scope = 'current', exact = false } = request.query;
    const query = readWordQuery(q, { scope, exact, timeZone: 'UTC' });
    return answerMatches(manage, request, `${manage.own.base}/search`, query);
  },
});

export const findPhrase = operation({
  ...common,
  id: 'findPhrase',
  summary: 'Find when a phrase appeared on webpages and when it went',
  description:
    'The captures beside a span give the uncertainty of its ends. Only good captures count: an error page or a bot wall neither begins nor ends a span.',
  query: Type.Object({
    q: text(LONGEST_QUERY, 'Words that follow each other.'),
    exact,
    spans: spans(20),
    limit,
    cursor,
  }),
  run(manage, request) {
    const { q, exact = false } = request.query;
    return answerMatches(manage, request, `${manage.own.base}/phrase`, readPhrase(q, { exact }));
  },
});

interface Asked {
  readonly spans?: number;
  readonly limit?: number;
  readonly cursor?: string;
}

async function answerMatches(
  manage: Manage,
  request: ManageRequest<Asked>,
  list: string,
  query: WordQuery,
): Promise<ManageAnswer> {
  const { owner, query: asked } = request;
  const { spans = 1, limit = 1 } = asked;
  const { results, next } = await manage.store.words.search(owner, query, {
    after: numberOf(positionOf(list, request, asked.cursor)?.at),
    limit: Math.min(limit, Math.max(1, Math.floor(MOST_SPANS_A_PAGE / spans))),
    spans,
  });
  const members = results.map((result) => presentMatch(manage, result));
  const position = next === undefined ? undefined : { at: String(next), id: '' };
  return { body: presentPage(list, request, { members, next: position }) };
}

/** Throws Problem('invalid'): a client can make a cursor up. */
function numberOf(position: string | undefined): number | undefined {
  if (position === undefined) return undefined;
  const number = readPosition(position);
  if (number !== undefined) return number;
  throw new Problem('invalid', 'The parameter "cursor" is invalid; start without it.');
}

function presentMatch({ links }: Manage, { webpage, title, passages, spans, spanCount }: WordResult): WordMatch {
  const screenshot = ({ id, at }: WordCapture): WordSpan['firstScreenshot'] => ({
    type: 'ImageObject',
    id: links.screenshot(webpage.id, id),
    identifier: id,
    dateCreated: at,
  });
  const beside = (edge: WordEdge) =>
    edge.kind === 'none' ? undefined : { ...screenshot(edge.capture), wordsKnown: edge.kind === 'without' };
  return {
    type: 'WordMatch',
    about: presentNamed(links, webpage, title),
    passages: [...passages],
    spanCount,
    spans: spans.map(({ first, last, before, after }) => {
      const [screenshotBefore, screenshotAfter] = [beside(before), beside(after)];
      return {
        type: 'WordSpan',
        ...(screenshotBefore && { screenshotBefore }),
        firstScreenshot: screenshot(first),
        lastScreenshot: screenshot(last),
        ...(screenshotAfter && { screenshotAfter }),
      };
    }),
  };
}
