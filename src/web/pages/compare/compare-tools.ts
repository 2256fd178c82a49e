import { type Html, html } from '../../html.ts';
import { form, icon } from '../../layout.ts';
import type { WebLinks } from '../../links.ts';
import { glyph } from '../../marks.ts';
import type { MemberVisit } from '../../visit.ts';
import type { ShownChange } from './compare-changes.ts';
import { type IgnoreMenu, ignoreMenu } from './compare-ignore.ts';
import { type ComparePaths, VIEWS, type View } from './compare-paths.ts';

const VIEW_LABELS: Record<View, { readonly label: string; readonly icon: string }> = {
  side: { label: 'Side by side', icon: 'side' },
  slider: { label: 'Slider', icon: 'slide' },
  overlay: { label: 'Overlay', icon: 'over' },
  difference: { label: 'Difference', icon: 'diff' },
};

export interface Tools extends IgnoreMenu {
  readonly view: View;
  /** Whether there are findings to draw. */
  readonly compared: boolean;
  readonly starred: boolean;
  /** Whether the change of the newer capture was reviewed; undefined if there is nothing to review. */
  readonly reviewed: boolean | undefined;
}

/** The bar above the pictures. It stays at the top while the reader scrolls. */
export function tools(visit: MemberVisit, content: Tools): Html {
  const { links, paths, view, counted, current, compared } = content;
  return html`<div class="tools">
<fieldset class="segments"><legend class="visually-hidden">View</legend>${VIEWS.map(
    (each) =>
      html`<label><input type="radio" name="view" id="v-${each}" value="${each}"${each === view && html` checked`}>${icon(links, VIEW_LABELS[each].icon)}${VIEW_LABELS[each].label}</label>`,
  )}</fieldset>
${counted.length > 0 && steps(links, paths, counted, current)}
<label class="amount mix" hidden><span>Before</span><input type="range" min="0" max="100" value="50" aria-label="Opacity of the newer capture"><span>After</span></label>
<div class="end">
${counted.length > 0 && ignoreMenu(visit, content)}
${judgement(visit, content)}
<details class="menu"><summary class="button quiet only" aria-label="More">${icon(links, 'dots')}</summary><div>
${paths.earlier !== undefined && html`<a href="${paths.earlier}" data-key="[">${icon(links, 'left')}Earlier change</a>`}
${paths.later !== undefined && html`<a href="${paths.later}" data-key="]">${icon(links, 'right')}Later change</a>`}
${compared && html`<a href="${paths.picture}" download>${icon(links, 'download')}Download as one picture</a>`}
<a href="${paths.settings}">${icon(links, 'hide')}What counts as a change</a>
<a href="${paths.webpage}">${icon(links, 'clock')}All captures of this page</a>
</div></details>
</div>
</div>`;
}

/** A script sends these forms in place, so that neither the focus nor the scroll position is lost. */
function judgement(visit: MemberVisit, { links, paths, starred, reviewed }: Tools): Html {
  const star = html`<input type="hidden" name="favorite" value="${starred ? '' : 'on'}"><button class="quiet only star" data-key="s" aria-pressed="${String(starred)}" aria-label="Star" title="Star the newer capture (s)">${icon(links, 'star')}</button>`;
  const review = html`<input type="hidden" name="reviewed" value="${reviewed ? '' : 'on'}"><button class="button" data-key="e" aria-pressed="${String(reviewed)}" title="Reviewed (e)">${icon(links, 'check')}<span>Reviewed</span></button>`;
  return html`<div class="judgement" id="judgement" data-live>${form(visit, paths.star, star, { class: 'inline', inPlace: true })}${
    reviewed !== undefined && form(visit, paths.review, review, { class: 'inline', inPlace: true })
  }</div>`;
}

/** "2 of 7" with links to the change before and the one after. */
function steps(
  links: WebLinks,
  paths: ComparePaths,
  counted: readonly ShownChange[],
  current: number | undefined,
): Html {
  const shown = counted.find(({ number }) => number === current);
  const step = (to: number, key: 'prev' | 'next', label: string, name: string) => {
    const known = to >= 1 && to <= counted.length;
    return html`<a class="button only" href="${known ? paths.change(to) : '#main'}" rel="${key}" aria-label="${label}" title="${label} (${key === 'prev' ? 'p' : 'n'})"${!known && html` aria-disabled="true" tabindex="-1"`}>${icon(links, name)}</a>`;
  };
  return html`<span class="steps" data-total="${counted.length}">${step((current ?? 1) - 1, 'prev', 'Previous change', 'left')}<output aria-live="polite">${
    shown
      ? html`${glyph(links, shown.region.kind)}<span><b>${shown.number}</b> of ${counted.length}</span>`
      : html`<span><b>${counted.length}</b> ${counted.length === 1 ? 'change' : 'changes'}</span>`
  }</output>${step((current ?? 0) + 1, 'next', 'Next change', 'right')}</span>`;
}
