import type { PageText } from '../../src/domain/page-text.ts';
import { readWordQuery, type WordQuery, type WordScope } from '../../src/domain/word-query.ts';

/** The text of a page with these paragraphs, one below the other. */
export function pageText(...paragraphs: readonly string[]): PageText {
  return {
    passages: paragraphs.map((text, index) => ({
      kind: 'paragraph',
      text,
      lines: [{ start: 0, end: text.length, box: { x: 10, y: 20 * index, width: 300, height: 18 } }],
    })),
    cut: false,
    title: 'A page',
    imageTexts: [],
  };
}

export function wordQuery(text: string, scope: WordScope = 'all', exact = false): WordQuery {
  return readWordQuery(text, { scope, exact, timeZone: 'UTC' });
}
