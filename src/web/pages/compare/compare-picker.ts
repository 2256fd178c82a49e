import type { FoldedTimeline } from '../../../domain/timeline.ts';
import { formatDay } from '../../format.ts';
import { type Html, html } from '../../html.ts';
import { icon } from '../../layout.ts';
import { type WebLinks, withQuery } from '../../links.ts';
import { pickerPoints } from '../../timeline.ts';
import type { MemberVisit } from '../../visit.ts';
import type { CapturePair } from './compare-model.ts';
import type { ComparePaths } from './compare-paths.ts';

export interface Picker extends CapturePair {
  readonly paths: ComparePaths;
  readonly timeline: FoldedTimeline;
}

/** On a phone, the picker is a popover, so that the pictures are on the first screen. This button opens it. */
export function pickerButton(links: WebLinks, { before, after }: CapturePair): Html {
  return html`<button type="button" class="button when" popovertarget="pick">${icon(links, 'clock')}${shortDay(before.createdAt)} → ${shortDay(after.createdAt)}${icon(links, 'down')}</button>`;
}

/** The timeline with two lanes: a link to choose each capture as the older or the newer one. */
export function picker(links: WebLinks, visit: MemberVisit, { before, after, paths, timeline }: Picker): Html {
  const path = `${paths.webpage}/compare`;
  const points = pickerPoints(links, {
    timeline,
    before: before.id,
    after: after.id,
    pick: (side, id) => (side === 'before' ? paths.pair(id, after.id) : paths.pair(before.id, id)),
    around: (at) => withQuery(path, visit.query, { around: at, change: undefined, at: undefined, ignore: undefined }),
  });
  return html`<div id="pick" popover class="picker"><h2>Choose two captures</h2><div class="lanes" aria-hidden="true"><span>Before</span><span>After</span></div>${points}</div>`;
}

/** "9 Nov". */
function shortDay(iso: string): Html {
  return html`<time datetime="${iso}" data-local="short">${formatDay(iso).replace(/ \d{4}$/, '')}</time>`;
}
