/** One version of a page. Templates contain all their possible edits; a pair names those that the second version has. */
interface Version {
  /** `text`, or `edited` in the second version if the pair has this edit. Both are marked as changed then. */
  slot(edit: string, text: string, edited: string): string;
  /** The same without a mark: content that looks the same, or that has marks of its own. */
  either(edit: string, text: string, edited: string): string;
  /** The attribute that marks an element as changed if the pair has this edit. */
  mark(edit: string): string;
  /** The address of a photograph. */
  photo(seed: number, edit?: string): string;
}

export type Template = (version: Version) => string;

export interface PagePair {
  readonly kind: string;
  readonly name: string;
  readonly template: Template;
  /** Empty: the same page twice. */
  readonly edits: readonly string[];
  /** The widths of both pictures. */
  readonly widths?: readonly [number, number];
  /** Styles of the second version only. */
  readonly style?: string;
  /** A selector of the elements that this style changes. */
  readonly restyled?: string;
}

/** A pair of the template whose second version has the edits. */
export function pair(
  kind: string,
  name: string,
  template: Template,
  edits: readonly string[],
  more: Pick<PagePair, 'widths' | 'style' | 'restyled'> = {},
): PagePair {
  return { kind, name, template, edits, ...more };
}

export function renderVersion({ template, edits, style = '' }: PagePair, side: 'before' | 'after'): string {
  const has = (edit: string) => edits.includes(edit);
  const isEdited = (edit: string) => side === 'after' && has(edit);
  const version: Version = {
    slot: (edit, text, edited) => {
      const shown = isEdited(edit) ? edited : text;
      return has(edit)
        ? `<span data-changed="${edit}"${markWords(shown, shown === text ? edited : text)} style="display:contents">${shown}</span>`
        : shown;
    },
    either: (edit, text, edited) => (isEdited(edit) ? edited : text),
    mark: (edit) => (has(edit) ? ` data-changed="${edit}"` : ''),
    // Another quality of the same photograph has other noise and the same content.
    photo: (seed, edit = 'photo') => `https://photos.test/${seed}.jpg?quality=${isEdited(edit) ? 76 : 84}`,
  };
  const html = template(version);
  return side === 'after' && style ? html.replace('</head>', `<style>${style}</style></head>`) : html;
}

/**
 * The characters of the words in which a text differs from its other version. A person who sees "24 March" become
 * "14 March" says that the day changed, or that the date did: a region around either is right.
 */
function markWords(text: string, other: string): string {
  if (/[<&]/.test(text + other)) return '';
  const [own, theirs] = [text.split(/(\s+)/), other.split(/(\s+)/)];
  const least = Math.min(own.length, theirs.length);
  let [first, last] = [0, 0];
  while (first < least && own[first] === theirs[first]) first += 1;
  while (last < least - first && own.at(-1 - last) === theirs.at(-1 - last)) last += 1;
  const from = own.slice(0, first).join('').length;
  const to = own.slice(0, own.length - last).join('').length;
  return to > from ? ` data-words="${from} ${to}"` : '';
}

export function whole(style: string, body: string): string {
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><style>*{box-sizing:border-box}body{margin:0}
${style}</style></head><body>${body}</body></html>`;
}

export function repeat(count: number, make: (index: number) => string): string {
  return Array.from({ length: count }, (_, index) => make(index)).join('');
}

const WORDS =
  'the town council opened a new bridge across harbour while children watched boats from quiet streets and bakers carried warm bread past old market walls under grey autumn clouds before evening trains left station with singing travellers who remembered summer gardens full of plum trees honey bees painted doors'.split(
    ' ',
  );

/** Invented text of a number of words, always the same for a seed. */
export function words(seed: number, count: number): string {
  let state = seed * 7919 + 17;
  const chosen = Array.from({ length: count }, () => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fff_ffff;
    return WORDS[(state >> 8) % WORDS.length] ?? '';
  });
  const text = chosen.join(' ');
  return text.charAt(0).toUpperCase() + text.slice(1);
}

export function sentence(seed: number, count: number): string {
  return `${words(seed, count)}.`;
}

export function paragraphs(count: number, seed: number, least = 40): string {
  return repeat(
    count,
    (n) => `<p>${repeat(3, (s) => `${sentence(seed + n * 5 + s, least / 3 + ((n + s) % 7))} `)}</p>`,
  );
}
