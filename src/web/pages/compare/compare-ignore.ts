import type { Box } from '../../../domain/findings.ts';
import { isMuchLarger, type OfferedElement } from '../../../domain/page-element.ts';
import { type Html, html } from '../../html.ts';
import { form, icon } from '../../layout.ts';
import type { WebLinks } from '../../links.ts';
import type { MemberVisit } from '../../visit.ts';
import { boxOf, type ShownChange } from './compare-changes.ts';
import type { ComparePaths } from './compare-paths.ts';

/** The ways to ignore one change. */
export interface IgnoreOffer {
  /** The position in `Findings.regions`. */
  readonly region: number;
  /** The element at the region; undefined if none was measured there. */
  readonly element: OfferedElement | undefined;
  readonly box: Box;
  /** Selected at first. */
  readonly way: 'element' | 'rectangle';
}

export function offerFor({ region, index }: ShownChange, element: OfferedElement | undefined): IgnoreOffer {
  const box = boxOf(region);
  const way = element && !isMuchLarger(element.box, box) ? 'element' : 'rectangle';
  return { region: index, element, box, way };
}

export interface IgnoreMenu {
  readonly links: WebLinks;
  readonly paths: ComparePaths;
  readonly counted: readonly ShownChange[];
  readonly current: number | undefined;
  readonly offers: ReadonlyMap<number, IgnoreOffer>;
  /** The share of the page (0 to 1) that changed. */
  readonly share: number;
}

/**
 * The menu "Ignore region" for the selected change, or the first one. A script changes its texts when another change is
 * selected, from the data attributes of the list of changes.
 */
export function ignoreMenu(
  visit: MemberVisit,
  { links, paths, counted, current, offers, share }: IgnoreMenu,
): Html | undefined {
  const number = current ?? counted[0]?.number ?? 1;
  const offer = offers.get(number);
  if (!offer) return undefined;
  const { element, way: chosen } = offer;
  const isOpen = visit.query.get('ignore') === 'on';
  const way = (name: string, label: Html, shown = true) =>
    html`<label class="pickone" data-way="${name}"${!shown && html` hidden`}><input type="radio" name="way" value="${name}"${name === chosen && html` checked`}${name === chosen && isOpen && html` autofocus`}><span>${label}</span></label>`;
  const content = html`<p><b>Ignore change <span data-number>${number}</span> from now on</b></p>
<input type="hidden" name="region" value="${offer.region}">
<div>${way('element', html`The element here, wherever it moves<br><code>${element?.selector ?? ''}</code> <span class="soft nowrap" data-element-size>${element && sizeWords(element.box)}</span>`, element !== undefined)}
${way('rectangle', html`This rectangle of the page, <span data-size>${sizeWords(offer.box)}</span>`)}
<div class="pickone"><input type="radio" id="way-threshold" name="way" value="threshold"><span><label for="way-threshold">Every change of this page that is smaller than</label> <span class="percent"><input type="number" name="share" min="0.01" max="100" step="any" value="${thresholdFor(share)}" aria-label="Percent of the page"> %</span></span></div></div>
<p class="soft">All stored changes of this page are evaluated again. Nothing is captured again.</p>
<button class="primary">Ignore</button>`;
  return html`<details class="menu ignore"${isOpen && html` open`}><summary class="button quiet" title="Ignore region (i)">${icon(links, 'hide')}<span>Ignore region</span></summary>${form(
    visit,
    paths.ignore,
    content,
    { class: 'ask' },
  )}</details>`;
}

export function sizeWords({ width, height }: Box): string {
  return `${width} × ${height}`;
}

/** A threshold in percent just above the share, so that a change like this one is below it. */
function thresholdFor(share: number): number {
  return Math.min(100, (Math.floor(share * 1000) + 1) / 10);
}
