import type { Block, Run } from './blocks.ts';

/** A piece of text of a PDF, in CSS pixels of the document: the result of in-page/pdf-viewer.js. */
export type PdfWord = {
  readonly text: string;
  /** The size of the font. */
  readonly size: number;
  readonly isEnd: boolean;
  readonly page: number;
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
};

/** In multiples of the size of the font. */
const farthestLine = 1.1;
const otherSize = 1.15;

function isNextParagraph(word: PdfWord, before: PdfWord): boolean {
  const larger = Math.max(word.size, before.size);
  const distance = word.top - (before.top + before.height);
  return (
    word.page !== before.page ||
    larger > otherSize * Math.min(word.size, before.size) ||
    distance > farthestLine * larger ||
    word.top < before.top - larger
  );
}

/** A PDF has no paragraphs, only pieces of text at their places. */
export function pdfBlocks(words: readonly PdfWord[]): readonly Block[] {
  const blocks: { kind: undefined; isPreformatted: false; row: undefined; runs: Run[] }[] = [];
  let before: PdfWord | undefined;
  let isSpaced = false;
  for (const [n, word] of words.entries()) {
    const { text, left, top, width, height, size } = word;
    if (text.trim() !== '') {
      if (!before || isNextParagraph(word, before))
        blocks.push({ kind: undefined, isPreformatted: false, row: undefined, runs: [] });
      const rect = { left, top, right: left + width, bottom: top + height };
      blocks.at(-1)?.runs.push({ text, rect, fontSize: size, isSpaced, isBroken: false, box: '', node: String(n) });
      before = word;
      isSpaced = false;
    }
    isSpaced ||= word.isEnd || text.trim() === '';
  }
  return blocks;
}
