import type { ChangeSummary } from '../../../domain/change.ts';
import type { Band, RegionKind } from '../../../domain/findings.ts';
import { type OfferedElement, offerElement } from '../../../domain/page-element.ts';
import { shownName, type Webpage } from '../../../domain/webpage.ts';
import { formatShare, shortUrl } from '../../format.ts';
import { type Html, html } from '../../html.ts';
import type { KeyHelp } from '../../key-help.ts';
import { layout } from '../../layout.ts';
import { type WebLinks, withQuery } from '../../links.ts';
import { glyph } from '../../marks.ts';
import { readStoredTime, webpageOf } from '../../records.ts';
import { type SiteMark, siteMarks } from '../../site-mark.ts';
import { type Answer, type MemberVisit, page, redirect, type Web } from '../../visit.ts';
import { viewSwitch } from '../webpage/view-switch.ts';
import { boxOf, changesInOrder, type ShownChange, sideOf } from './compare-changes.ts';
import { offerFor } from './compare-ignore.ts';
import { type IgnoreRule, ignoredList, rulesFor, undoIgnore } from './compare-ignored.ts';
import { minimap } from './compare-minimap.ts';
import { type CapturePair, type CompareModel, loadComparison, pairOf } from './compare-model.ts';
import { compareNotice, UNEVEN_NOTICE } from './compare-notice.ts';
import { comparePaths, VIEWS } from './compare-paths.ts';
import { picker, pickerButton } from './compare-picker.ts';
import { isUneven, sheetRows } from './compare-rows.ts';
import { sheet } from './compare-sheet.ts';
import { tools } from './compare-tools.ts';
import { compareWords } from './compare-words.ts';

const KEYS: readonly KeyHelp[] = [
  { keys: ['n', 'p'], text: 'Next or previous change' },
  { keys: ['1', '2', '3', '4'], text: 'Side by side, slider, overlay, difference' },
  { keys: ['←', '→'], text: 'Move the slider' },
  { keys: ['[', ']'], text: 'Earlier or later change of this page' },
  { keys: ['e'], text: 'Reviewed' },
  { keys: ['s'], text: 'Star the newer capture' },
  { keys: ['i'], text: 'Ignore the selected region' },
];

export async function showCompare(web: Web, visit: MemberVisit): Promise<Answer> {
  const webpage = await webpageOf(web, visit);
  const times = readTimes(visit);
  if (times) return redirect(await pathOfPairAt(web, visit, webpage, times));
  const pair = await pairOf(web, visit);
  const model = await loadComparison(web, visit, pair);
  const record = await web.store.captures.ofScreenshot(visit.member.owner, webpage.id, pair.after.id);
  const name = shownName(webpage, record?.title);
  const mark = await siteMarks(web, visit, [webpage]);
  const [from, to] = [pair.before.createdAt, pair.after.createdAt];
  const views = await viewSwitch(web, visit, webpage, (view) =>
    withQuery(`${web.links.webpage(view)}/compare`, new URLSearchParams(), {
      from,
      to,
      view: visit.query.get('view') ?? undefined,
    }),
  );
  const main = compareContent(web.links, visit, { ...model, webpage, mark, name, views });
  const undo = undoIgnore(visit, withQuery(`${web.links.webpage(webpage.id)}/compare/restore`, visit.query, {}));
  return page(
    layout(web, visit, { title: `${name}, compared`, current: 'archive', main, width: 'cmp', keys: KEYS, undo }),
  );
}

interface CompareContent extends CompareModel {
  readonly webpage: Webpage;
  readonly mark: SiteMark;
  readonly name: string;
  /** The same times in other views of the page. */
  readonly views: Html | false;
}

interface Times {
  readonly from: string;
  readonly to: string;
}

function readTimes({ query }: MemberVisit): Times | undefined {
  const [from, to] = [readStoredTime(query.get('from')), readStoredTime(query.get('to'))];
  return from && to ? { from, to } : undefined;
}

/** The comparison of the captures that are nearest to these times, or the only capture. */
async function pathOfPairAt(web: Web, visit: MemberVisit, { id }: Webpage, { from, to }: Times): Promise<string> {
  const { links, store } = web;
  const { owner } = visit.member;
  const [before, after] = await Promise.all([from, to].map((at) => store.timeline.nearest(owner, id, at)));
  if (!before || !after) return links.webpage(id);
  if (before === after) return links.capture(id, after);
  return withQuery(links.compare(id, before, after), new URLSearchParams(), {});
}

/** The page below the navigation bar. */
function compareContent(links: WebLinks, visit: MemberVisit, content: CompareContent): Html {
  const { webpage, mark, name, views, before, after, outcome, neighbours, reviewed } = content;
  const findings = outcome.kind === 'compared' ? outcome.findings : undefined;
  const rows = sheetRows(findings?.bands ?? [wholePictures(content)]);
  const changes = outcome.kind === 'compared' ? changesInOrder(outcome.findings, rows, outcome.ignored) : [];
  const counted = changes.filter(({ number }) => number !== undefined);
  const current = chosenNumber(visit, counted);
  const view = VIEWS.find((each) => each === visit.query.get('view')) ?? 'side';
  const paths = comparePaths(links, { before, after, view, current }, neighbours);
  const offers = new Map(counted.map((change) => [change.number ?? 0, offerFor(change, elementFor(change, content))]));
  const summary = outcome.kind === 'compared' ? outcome.summary : undefined;
  const share = summary?.share ?? 0;
  return html`<div class="cmphead"><div>
<p class="from">${mark(webpage)}<a href="${paths.webpage}">${shortUrl(webpage.url)}</a></p>
<h1 dir="auto" title="${name}">${name}</h1>
${summary ? summaryLine(links, summary) : html`<p class="sum">${outcome.kind === 'identical' ? 'Same' : 'Not compared'}</p>`}
${pickerButton(links, content)}
${views}
</div>
${picker(links, visit, { before, after, paths, timeline: content.timeline })}
</div>
${tools(visit, { links, paths, view, counted, current, offers, share, starred: after.isFavorite, reviewed, compared: findings !== undefined })}
${compareNotice({ links, paths, outcome, before, after, different: neighbours.earlier })}
${findings && isUneven(rows, findings.moved) && UNEVEN_NOTICE}
${outcome.kind !== 'identical' && compareWords(links, content.words)}
<div class="stage"><div>${sheet({ links, before, after, rows, changes, current })}</div>
<aside class="minimap" aria-label="The whole page">${minimap({ links, capture: after, changes, current, offers, omitted: findings?.omitted ?? 0, hrefOf: paths.change })}
${ignoredList(visit, paths, { count: changes.length - counted.length, rules: ignoreRules(content) })}
</aside></div>`;
}

function wholePictures({ before, after }: CapturePair): Band {
  return { before: { top: 0, bottom: before.picture.height }, after: { top: 0, bottom: after.picture.height } };
}

/** The change that the query selects: by its number, or by the side and the corner of its box as "after,10,20". */
function chosenNumber({ query }: MemberVisit, counted: readonly ShownChange[]): number | undefined {
  const number = Number(query.get('change') ?? '');
  if (Number.isInteger(number) && number >= 1 && number <= counted.length) return number;
  const at = query.get('at');
  const cornerOf = ({ region }: ShownChange) => `${sideOf(region)},${boxOf(region).x},${boxOf(region).y}`;
  return counted.find((change) => cornerOf(change) === at)?.number;
}

function elementFor({ region }: ShownChange, { elements }: CompareModel): OfferedElement | undefined {
  return offerElement(elements[sideOf(region)], boxOf(region));
}

function ignoreRules({ outcome, settings, elements }: CompareModel): IgnoreRule[] {
  return outcome.kind === 'compared' ? rulesFor(outcome.ignored, settings, elements) : [];
}

/** "5.4 % changed", with the number of regions of each kind. */
function summaryLine(links: WebLinks, summary: ChangeSummary): Html {
  const kind = (name: RegionKind) =>
    summary[name] > 0 &&
    html`<span class="kind ${name}">${glyph(links, name)}<span>${summary[name]} <span>${name}</span></span></span>`;
  if (summary.word !== 'changed') return html`<p class="sum">${summary.word === 'moved' ? 'Only moved' : 'Same'}</p>`;
  return html`<p class="sum"><span><b class="share">${formatShare(summary.share)}</b> changed</span>${kind('added')}${kind('removed')}${kind('altered')}</p>`;
}
