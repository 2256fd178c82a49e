import type { CaptureChange, ChangeSummary } from '../../../domain/change.ts';
import type { RegionKind } from '../../../domain/findings.ts';
import type { Screenshot } from '../../../domain/screenshot.ts';
import { isErrorPage } from '../../../domain/timeline.ts';
import { tellWords } from '../../../domain/word-change.ts';
import { changePair } from '../../change-pair.ts';
import { dateTag, formatShare, pluralize, timeTag } from '../../format.ts';
import { type Child, type Html, html } from '../../html.ts';
import { icon } from '../../layout.ts';
import { glyph } from '../../marks.ts';
import type { Web } from '../../visit.ts';

export interface WhatChanged {
  readonly name: string;
  readonly chosen: Screenshot;
  readonly change: CaptureChange | undefined;
  /** The capture that the change was found against. */
  readonly before: Screenshot | undefined;
  /** The capture before this one, and the nearest earlier capture that changed the page. */
  readonly previous: Screenshot | undefined;
  readonly lastChange: Screenshot | undefined;
}

const KINDS: readonly RegionKind[] = ['added', 'removed', 'altered'];

/** The change of the selected capture: its size, the largest region before and after, and a link to all. */
export function whatChanged({ links }: Web, content: WhatChanged): Html {
  const { name, chosen, change, before, previous, lastChange } = content;
  const compare = (other: Screenshot, text: string) =>
    html`<p class="row go"><a class="button" href="${links.compare(chosen.webpageId, other.id, chosen.id)}">${icon(links, 'side')}${text}</a></p>`;
  const aspect = (title: Child, body: Child) => html`<section class="aspect"><h2>${title}</h2>${body}</section>`;
  const plain = (title: string, text: string) =>
    aspect(title, html`<p class="soft">${text}</p>${previous && compare(previous, 'Compare with the capture before')}`);

  if (change?.state === 'compared' && change.summary.word === 'changed' && before) {
    const { summary } = change;
    const [region] = summary.leading;
    const href = links.compare(chosen.webpageId, before.id, chosen.id);
    return aspect(
      html`Since ${timeTag(before.createdAt)}`,
      html`<p class="big">${formatShare(summary.share)} <small>of the page changed</small></p>
${region && changePair(links, { before, after: chosen, region, name, href })}
<p class="kinds">${KINDS.map((kind) => kindCount(kind))}</p>
${wordLine(summary)}${compare(before, seeAll(summary))}`,
    );

    function kindCount(kind: RegionKind): Html | false {
      return (
        summary[kind] > 0 &&
        html`<span class="kind ${kind}">${glyph(links, kind)}<span>${summary[kind]} ${kind}</span></span>`
      );
    }
  }
  if (isErrorPage(chosen)) return plain('What changed', 'This capture shows an error and is not compared.');
  if (change?.state === 'waiting') return plain('What changed', 'This capture is not compared yet.');
  if (change?.state === 'failed') return plain('What changed', change.detail);
  if (!previous) return plain('What changed', 'This is the first capture.');
  const title = before ? html`Since ${timeTag(before.createdAt)}` : 'What changed';
  const ignored = change?.state === 'compared' ? change.summary.ignored : 0;
  const sentence = change?.state === 'compared' ? change.summary.words?.sentence : undefined;
  const text = ignored > 0 ? `Nothing that counts: ${pluralize(ignored, 'region')} ignored.` : sameText(change);
  return aspect(
    title,
    html`<p class="soft">${text}</p>
${sentence && html`<p class="words" dir="auto">The words changed: ${sentence}</p>`}
${lastChange ? html`<p class="row go"><a class="button" href="${links.capture(chosen.webpageId, lastChange.id)}">${icon(links, 'clock')}Last change: ${dateTag(lastChange.createdAt)}</a></p>` : compare(before ?? previous, 'Compare')}`,
  );
}

function wordLine({ words }: ChangeSummary): Html {
  const told = tellWords(words);
  return told === undefined
    ? html`<p class="soft">What changed in the words is not known.</p>`
    : html`<p class="words" dir="auto">${told}</p>`;
}

function sameText(change: CaptureChange | undefined): string {
  return change?.state === 'compared' && change.summary.word === 'moved'
    ? 'Nothing changed; some content moved.'
    : 'The picture did not change.';
}

function seeAll({ added, removed, altered }: ChangeSummary): string {
  const all = added + removed + altered;
  return all > 1 ? `See all ${all} changes` : 'See the change';
}
