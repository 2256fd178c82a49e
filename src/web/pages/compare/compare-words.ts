import type { PassageChange, WordPart } from '../../../domain/text-difference.ts';
import { describeChanges } from '../../../domain/word-change.ts';
import { pluralize, timeTag } from '../../format.ts';
import { type Html, html } from '../../html.ts';
import { icon } from '../../layout.ts';
import type { WebLinks } from '../../links.ts';
import { whyNoWords } from '../words/no-words.ts';
import type { ComparedWords } from './compare-model.ts';

/** The most passages in the page. Both texts together can have tens of thousands. */
const MOST_SHOWN = 500;

type Entry =
  | { readonly kind: 'change'; readonly change: Exclude<PassageChange, { kind: 'same' }> }
  | { readonly kind: 'same'; readonly texts: readonly string[] };

/** The words of two captures: what was added, removed and altered, with unchanged passages folded. */
export function compareWords(links: WebLinks, words: ComparedWords): Html {
  if (!words.passages) {
    return html`<p class="small soft">The words cannot be compared.${words.wordless.map((capture) => html` Capture of ${timeTag(capture.createdAt)}: ${whyNoWords(capture)}`)}</p>`;
  }
  const changes = words.passages;
  const { sentence } = describeChanges(words.counted);
  const isSame = changes.every(({ kind }) => kind === 'same');
  const nothing = isSame ? 'The words are the same.' : 'Only words in ignored regions changed.';
  // Closed, because the pictures come first, also on a phone. The sentence names the first changes.
  return html`<details class="comparedwords"><summary><b>Words</b><span dir="auto">${sentence || nothing}</span>${icon(links, 'right')}</summary>
<div class="passages" tabindex="0" role="group" aria-label="Words of both captures">${entriesOf(changes).map(entry)}${changes.length > MOST_SHOWN && html`<p class="soft">Only the first ${MOST_SHOWN} passages are shown.</p>`}</div></details>`;
}

function entriesOf(changes: readonly PassageChange[]): Entry[] {
  const entries: (Exclude<Entry, { kind: 'same' }> | { kind: 'same'; texts: string[] })[] = [];
  for (const change of changes.slice(0, MOST_SHOWN)) {
    const last = entries.at(-1);
    if (change.kind !== 'same') entries.push({ kind: 'change', change });
    else if (last?.kind === 'same') last.texts.push(change.passage.text);
    else entries.push({ kind: 'same', texts: [change.passage.text] });
  }
  return entries;
}

function entry(each: Entry): Html {
  if (each.kind === 'same') {
    return html`<details class="unchanged"><summary>${pluralize(each.texts.length, 'unchanged passage')}</summary>${each.texts.map((text) => html`<p dir="auto">${text}</p>`)}</details>`;
  }
  const { change } = each;
  if (change.kind === 'altered') return html`<p dir="auto">${change.parts.map(part)}</p>`;
  const { text } = change.passage;
  return html`<p dir="auto">${part({ kind: change.kind, text })}</p>`;
}

function part({ kind, text }: WordPart): Html {
  if (kind === 'same') return html`${text}`;
  return kind === 'added' ? html`<ins>${text}</ins>` : html`<del>${text}</del>`;
}
