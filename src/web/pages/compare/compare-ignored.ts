import type { ChangeSettings } from '../../../domain/change.ts';
import type { ElementsOfPair } from '../../../domain/evaluate-change.ts';
import type { Box, Region } from '../../../domain/findings.ts';
import { areOverlapping } from '../../../domain/ignored-words.ts';
import { pluralize } from '../../format.ts';
import { type Html, html } from '../../html.ts';
import { form } from '../../layout.ts';
import type { MemberVisit } from '../../visit.ts';
import { sizeWords } from './compare-ignore.ts';
import type { ComparePaths } from './compare-paths.ts';

/** A setting that ignores regions: a selector, or a rectangle. */
export type IgnoreRule =
  | { readonly kind: 'selector'; readonly selector: string }
  | { readonly kind: 'box'; readonly box: Box };

/** The settings that touch the ignored regions of a comparison. */
export function rulesFor(
  ignored: ReadonlySet<Region>,
  { ignoredSelectors, ignoredBoxes }: ChangeSettings,
  elements: ElementsOfPair,
): IgnoreRule[] {
  const touches = (boxes: readonly Box[], side: 'before' | 'after') =>
    [...ignored].some((region) => boxes.some((box) => areOverlapping(box, region[side])));
  const boxesOf = (side: 'before' | 'after', selector: string) =>
    elements[side].filter((element) => element.selector === selector).flatMap(({ boxes }) => boxes);
  return [
    ...ignoredSelectors
      .filter(
        (selector) => touches(boxesOf('before', selector), 'before') || touches(boxesOf('after', selector), 'after'),
      )
      .map((selector) => ({ kind: 'selector' as const, selector })),
    ...ignoredBoxes
      .map((box) => ({ kind: 'box' as const, box }))
      .filter(({ box }) => touches([box], 'before') || touches([box], 'after')),
  ];
}

/** The number of ignored regions, with a button for each setting to stop ignoring. */
export function ignoredList(
  visit: MemberVisit,
  paths: ComparePaths,
  { count, rules }: { count: number; rules: readonly IgnoreRule[] },
): Html | undefined {
  if (count === 0) return undefined;
  return html`<details class="set-aside"><summary>${pluralize(count, 'change')} ignored</summary>
<ul>${rules.map((rule) => html`<li>${ruleForm(visit, paths, rule)}</li>`)}</ul></details>`;
}

function ruleForm(visit: MemberVisit, paths: ComparePaths, rule: IgnoreRule): Html {
  const [name, value] = rule.kind === 'selector' ? ['selector', rule.selector] : ['box', JSON.stringify(rule.box)];
  const shown =
    rule.kind === 'selector'
      ? html`<code>${rule.selector}</code>`
      : html`<span>Rectangle, ${sizeWords(rule.box)}</span>`;
  return form(
    visit,
    paths.restore,
    html`<input type="hidden" name="${name}" value="${value}">${shown}<button class="small">Stop ignoring</button>`,
    { class: 'rule' },
  );
}

/** The form beside the notice that something is ignored from now on. */
export function undoIgnore(visit: MemberVisit, restorePath: string): Html | undefined {
  const { ignored } = visit.flash;
  if (ignored === undefined) return undefined;
  const fields = [...new URLSearchParams(ignored)].map(
    ([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`,
  );
  return form(visit, restorePath, html`${fields}<button class="small">Undo</button>`, { class: 'inline' });
}
