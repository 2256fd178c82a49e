/** Letters before a match. */
const BEFORE = 80;
const LONGEST = 260;
/** Letters in which the space between two words is looked for. Text without spaces is cut anywhere. */
const NEAR = 30;

/** The part of a text to show for a match that begins at this position. A long text is cut between words. */
export function excerptAround(text: string, match: number): { readonly start: number; readonly end: number } {
  if (text.length <= LONGEST) return { start: 0, end: text.length };
  const from = Math.max(0, match - BEFORE);
  const to = Math.min(text.length, from + LONGEST);
  const after = text.indexOf(' ', from);
  const before = text.lastIndexOf(' ', to);
  return {
    start: from > 0 && after >= from && after < from + NEAR ? after + 1 : from,
    end: to < text.length && before > to - NEAR ? before : to,
  };
}
