import type { ChangedEntry } from '../../../domain/change.ts';
import type { Region } from '../../../domain/findings.ts';
import { shownName } from '../../../domain/webpage.ts';
import { tellWords } from '../../../domain/word-change.ts';
import { changePair, regionThumbnail } from '../../change-pair.ts';
import { formatShare, relativeTimeTag, shortUrl } from '../../format.ts';
import { type Child, type Html, html } from '../../html.ts';
import { icon } from '../../layout.ts';
import type { WebLinks } from '../../links.ts';
import { glyph } from '../../marks.ts';
import type { SiteMark } from '../../site-mark.ts';
import type { ViewTag } from '../../view-names.ts';

/** The id of the form with the CSRF token. The buttons of all rows belong to it, each with an address of its own. */
export const ACTIONS_FORM = 'act';

const KINDS = ['added', 'removed', 'altered'] as const;

/** A change: before and after of its largest region, and its actions. A reviewed change is a single line. */
export function changeRow(
  links: WebLinks,
  { mark, view }: { mark: SiteMark; view: ViewTag },
  entry: ChangedEntry,
): Html {
  const { id, webpage, before, after, summary, reviewedAt } = entry;
  const name = shownName(webpage, entry.title);
  const [largest, ...others] = summary.leading;
  const open = html`${links.compare(webpage.id, before.id, after.id)}`;
  const small = reviewedAt !== undefined;
  const words = tellWords(summary.words);
  const pair = largest && changePair(links, { before, after, region: largest, name, href: open, small });
  const title = html`<h3><a href="${links.webpage(webpage.id)}">${name}</a></h3>`;
  if (small) {
    return html`<li class="change done" id="${rowId(id)}">${pair}<div class="said">${title}<p class="from">${mark(webpage)}<span class="host">${shortUrl(webpage.url)}</span>${view(webpage)}<span aria-hidden="true">·</span>${relativeTimeTag(entry.at)}<span aria-hidden="true">·</span><span>${formatShare(summary.share)}</span></p></div>
<div class="acts"><span class="small soft nowrap">Reviewed</span>${action(`${links.changes}/undo`, id, html` class="quiet" data-key="e"`, html`Undo<span class="visually-hidden">: ${name} is not reviewed</span>`)}</div></li>`;
  }
  return html`<li class="change" id="${rowId(id)}">${pair}<div class="said"><p class="from">${mark(webpage)}<span class="host">${shortUrl(webpage.url)}</span>${view(webpage)}${relativeTimeTag(entry.at)}</p>
${title}
<p class="kinds"><span><b class="share">${formatShare(summary.share)}</b> of the page</span>${KINDS.map((kind) => summary[kind] > 0 && html`<span class="kind ${kind}">${glyph(links, kind)}<span>${summary[kind]} <span>${kind}</span></span></span>`)}</p>
${summary.watched?.map((found) => html`<p class="words watched" dir="auto">${found}</p>`)}${words !== undefined && html`<p class="words" dir="auto">${words}</p>`}
${others.length > 0 && otherRegions(links, { entry, others, open })}
<div class="acts">${action(`${links.changes}/reviewed`, id, html` class="rev" data-key="e"`, html`${icon(links, 'check')}Reviewed<span class="visually-hidden">: ${name}</span>`)}
${starButton(links, entry, name)}
${largest && html`<a class="button quiet only" href="${regionLink(open, largest)}&amp;ignore=on" aria-label="Ignore this region of ${name}" title="Ignore this region (i)" data-key="i">${icon(links, 'hide')}</a>`}
<a class="button quiet push" href="${open}" title="Open (Enter)">Open${icon(links, 'right')}<span class="visually-hidden"> the change of ${name}</span></a></div></div></li>`;
}

/** The anchor of an entry. */
export function rowId(entryId: string): string {
  return `e-${entryId}`;
}

function action(address: Child, entryId: string, attributes: Html, content: Html): Html {
  return html`<button form="${ACTIONS_FORM}" formaction="${address}" name="entry" value="${entryId}"${attributes}>${content}</button>`;
}

function starButton(links: WebLinks, { id, after }: ChangedEntry, name: string): Html {
  const address = html`${links.changes}/star?webpage=${after.webpageId}&amp;capture=${after.id}&amp;favorite=${after.isFavorite ? 'off' : 'on'}`;
  return action(
    address,
    id,
    html` class="quiet only star" aria-pressed="${after.isFavorite ? 'true' : 'false'}" aria-label="Star the newer capture of ${name}" title="Star (s)" data-key="s"`,
    icon(links, 'star'),
  );
}

/** Up to three more regions, and the number of those that are left. */
function otherRegions(
  links: WebLinks,
  { entry, others, open }: { entry: ChangedEntry; others: readonly Region[]; open: Html },
): Html {
  const { before, after, summary } = entry;
  const shown = others.slice(0, OTHERS);
  const left = summary.added + summary.removed + summary.altered - 1 - shown.length;
  return html`<p class="others">${shown.map(
    (region) =>
      html`<a href="${regionLink(open, region)}" title="${region.kind}"><span class="visually-hidden">${region.kind}</span>${regionThumbnail(links, { before, after, region })}${glyph(links, region.kind)}</a>`,
  )}${left > 0 && html`<a class="more" href="${open}">+${left}<span class="visually-hidden"> more</span></a>`}</p>`;
}

const OTHERS = 3;

/** The address of the comparison, with one region selected. */
function regionLink(open: Html, { kind, before, after }: Region): Html {
  const { x, y } = kind === 'removed' ? before : after;
  return html`${open}&amp;at=${kind === 'removed' ? 'before' : 'after'},${x},${y}`;
}
