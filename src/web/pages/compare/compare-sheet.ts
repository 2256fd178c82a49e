import type { Screenshot } from '../../../domain/screenshot.ts';
import { formatDay, preciseTimeTag, timeTag } from '../../format.ts';
import { type Html, html } from '../../html.ts';
import { icon } from '../../layout.ts';
import type { WebLinks } from '../../links.ts';
import { cell, type Pane } from './compare-cell.ts';
import type { ShownChange } from './compare-changes.ts';
import { heightOf, type SheetRow } from './compare-rows.ts';

export interface Sheet {
  readonly links: WebLinks;
  readonly before: Screenshot;
  readonly after: Screenshot;
  readonly rows: readonly SheetRow[];
  readonly changes: readonly ShownChange[];
  readonly current: number | undefined;
}

/**
 * Both pictures in rows with two cells each, so that they are aligned without a script. The four views restyle the same
 * cells.
 */
export function sheet(content: Sheet): Html {
  const { links, before, after, rows, changes, current } = content;
  const widest = Math.max(before.picture.width, after.picture.width);
  const common = { links, changes, current, widest };
  const left: Pane = { ...common, side: 'before', capture: before, description: describe(before) };
  const right: Pane = { ...common, side: 'after', capture: after, description: describe(after) };
  const [first, second] = [widthClass(before, widest), widthClass(after, widest)];
  return html`<div class="sheet" tabindex="0" role="group" aria-label="Both captures">
<div class="heads">${head(before, after, 'Before')}${head(after, before, 'After')}</div>
<div class="aligned${changes.length > MOST_NUMBERED && ' many'}">
${rows.map(
  (row) => html`<div class="pics${heightOf(row.after) === 0 && ' gone'}${heightOf(row.before) === 0 && ' new'}">
<div class="cell a${first}">${cell(left, row)}</div>
<div class="cell b${second}">${cell(right, row)}</div>
</div>`,
)}
<div class="seam" aria-hidden="true"><span>${icon(links, 'swap')}</span></div>
<div class="rail"><input class="thumb" type="range" min="0" max="100" step="0.5" value="50" aria-label="Where the newer capture begins" hidden></div>
</div></div>`;
}

function head({ picture, createdAt }: Screenshot, other: Screenshot, label: 'Before' | 'After'): Html {
  const longer = label === 'After' ? picture.height - other.picture.height : 0;
  const difference = longer === 0 ? '' : `, ${Math.abs(longer)} px ${longer > 0 ? 'longer' : 'shorter'}`;
  // Seconds are shown only where they tell the two captures apart.
  const tag = createdAt.slice(0, 16) === other.createdAt.slice(0, 16) ? preciseTimeTag : timeTag;
  return html`<span><b>${label}</b> ${tag(createdAt)} <small>${picture.width} × ${picture.height}${difference}</small></span>`;
}

function describe({ createdAt }: Screenshot): string {
  return `The page on ${formatDay(createdAt)}, ${createdAt.slice(11, 16)} UTC`;
}

/** With more changes, only the selected one and the one below the pointer show their numbers. */
const MOST_NUMBERED = 60;

const WIDTH_STEP = 5;

/** Both pictures have the same scale. A narrower one takes a part of its cell, in steps that the style sheet knows. */
function widthClass({ picture }: Screenshot, widest: number): string {
  const percent = Math.round((picture.width / widest) * (100 / WIDTH_STEP)) * WIDTH_STEP;
  return percent >= 100 ? '' : ` w${Math.max(WIDTH_STEP, percent)}`;
}
