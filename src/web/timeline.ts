import { type FoldedTimeline, isErrorPage, type TimelineCapture, type TimelinePoint } from '../domain/timeline.ts';
import { dateTag, formatDay, formatShare, formatShortMonth, pluralize, VERDICT_LABELS } from './format.ts';
import { type Child, type Html, html } from './html.ts';
import { icon } from './layout.ts';
import type { WebLinks } from './links.ts';

/** The height of a bar, from h1 to h7, by the share of the page that changed. */
const HEIGHTS = [0.003, 0.01, 0.025, 0.05, 0.1, 0.25];

/** Among more points, "12 same" has no room, and only the number is shown. */
const MOST_WORDED = 26;

export interface TimelineContent {
  readonly timeline: FoldedTimeline;
  /** The capture that the page shows. */
  readonly here: string | undefined;
  /** The page that shows a capture. */
  capture(id: string): string;
  /** The same page with the points around a time. */
  around(at: string): string;
  /** The place that explains a failed attempt. */
  failure(id: string): string;
}

/** Points as links, the newest first in the document and at the right. */
export function timelinePoints(links: WebLinks, content: TimelineContent): Html {
  const { timeline, here } = content;
  const { points, earlier, later } = timeline;
  const target = ({ newest, capture }: TimelinePoint) =>
    capture ? content.capture(capture.id) : content.failure(newest.id);
  const item = (point: TimelinePoint, index: number) => {
    const current = point.capture !== undefined && point.capture.id === here;
    return html`<li${pointAttributes(point, points[index + 1], current ? 'here' : '')}>${current && flag(point, index, points.length)}<a href="${target(point)}" aria-label="${describePoint(point)}" data-tip="${describePoint(point)}" data-at="${point.newest.at}"${current && html` aria-current="true"`}>${pointMark(point)}</a></li>`;
  };
  return html`<ol class="points${points.length > MOST_WORDED && ' crowded'}">
${later !== undefined && beyond(links, content.around(later), 'Later captures', 'right')}
${points.map(item)}
${earlier !== undefined && beyond(links, content.around(earlier), 'Earlier captures', 'left')}
</ol>`;
}

export interface PickerContent {
  readonly timeline: FoldedTimeline;
  readonly before: string;
  readonly after: string;
  /** The page that compares with another capture on one side. */
  pick(side: 'before' | 'after', id: string): string;
  around(at: string): string;
}

/** The same points with two links each: for the older and the newer one of two captures. */
export function pickerPoints(links: WebLinks, { timeline, before, after, pick, around }: PickerContent): Html {
  const { points, earlier, later } = timeline;
  const place = (id: string) => points.findIndex(({ capture }) => capture?.id === id);
  const [from, to] = [place(before), place(after)];
  const lane = (side: 'before' | 'after', point: TimelinePoint, capture: TimelineCapture) => {
    const chosen = capture.id === (side === 'before' ? before : after);
    const label = describePoint(point);
    return html`<a class="lane" href="${pick(side, capture.id)}" aria-label="${side === 'before' ? 'Before' : 'After'}: ${label}" title="${label}" data-at="${point.newest.at}"${chosen && html` aria-current="true"`}></a>`;
  };
  const item = (point: TimelinePoint, index: number) => {
    const { capture } = point;
    const between = to !== -1 && from !== -1 && index > to && index < from;
    const end = index === to ? 'to-here' : index === from ? 'from-here' : between ? 'span' : '';
    const lanes = capture
      ? [lane('before', point, capture), lane('after', point, capture)]
      : [html`<span class="lane none"></span>`, html`<span class="lane none"></span>`];
    return html`<li${pointAttributes(point, points[index + 1], end)}><span class="barbox">${pickerMark(point)}</span>${lanes}</li>`;
  };
  return html`<ol class="points two">
${later !== undefined && beyond(links, around(later), 'Later captures', 'right')}
${points.map(item)}
${earlier !== undefined && beyond(links, around(earlier), 'Earlier captures', 'left')}
</ol>`;
}

function pointAttributes(point: TimelinePoint, older: TimelinePoint | undefined, more: string): Html {
  const { kind, count, newest, capture } = point;
  const month = newest.at.slice(0, 7);
  const opensMonth = month !== older?.newest.at.slice(0, 7);
  const classes = [
    kind === 'same' && count > 1 ? 'run' : '',
    isFell(point) ? 'fell' : '',
    capture?.isFavorite && kind === 'capture' ? 'starred' : '',
    opensMonth ? 'month' : '',
    more,
  ].filter((name) => name !== '');
  return html`${classes.length > 0 && html` class="${classes.join(' ')}"`}${opensMonth && html` data-month="${formatShortMonth(month)}"`}`;
}

function isFell({ kind, capture }: TimelinePoint): boolean {
  return kind === 'failed' || (capture !== undefined && isErrorPage(capture));
}

function pointMark(point: TimelinePoint): Child {
  const { kind, count } = point;
  if (isFell(point)) return count > 1 && html`<small>${count}</small>`;
  if (kind === 'same' && count > 1) return html`${count}<span class="w">&nbsp;same</span>`;
  return html`<i class="${heightClass(point)}"></i>`;
}

function pickerMark(point: TimelinePoint): Child {
  const { kind, count } = point;
  if (isFell(point) || (kind === 'same' && count > 1)) return count > 1 && html`<small>${count}</small>`;
  return html`<i class="${heightClass(point)}"></i>`;
}

function heightClass({ capture }: TimelinePoint): string {
  const share = capture?.share;
  if (share === undefined || share === 0) return 'h0';
  return `h${1 + HEIGHTS.filter((height) => share >= height).length}`;
}

/** "16 Nov 2026, 5.4 % changed" or "7 same, 2 Nov 2026 to 8 Nov 2026". */
export function describePoint({ kind, count, newest, oldest, capture }: TimelinePoint): string {
  const last = formatDay(newest.at);
  const first = formatDay(oldest.at);
  const when = count === 1 || first === last ? last : `${first} to ${last}`;
  if (kind === 'failed' && count > 1) return `${pluralize(count, 'failed attempt')}, ${when}`;
  if (kind === 'same' && count > 1) return `${count} same, ${when}`;
  if (!capture) return `Failed, ${when}`;
  return `${when}, ${newest.at.slice(11, 16)} UTC: ${describeCapture(capture)}`;
}

function describeCapture(capture: TimelineCapture): string {
  const { verdict, share, isFavorite } = capture;
  const star = isFavorite ? ', starred' : '';
  if (isErrorPage(capture)) return `${VERDICT_LABELS[verdict].label}${star}`;
  if (verdict === 'unchanged' || share === 0) return `unchanged${star}`;
  return `${share === undefined ? 'captured' : `${formatShare(share)} changed`}${star}`;
}

/** The date above the point of the shown capture, turned inwards near the ends. */
function flag({ newest }: TimelinePoint, index: number, points: number): Html {
  const side = index < 3 ? ' right' : index > points - 4 ? ' left' : '';
  return html`<span class="flag${side}" aria-hidden="true">${dateTag(newest.at)}</span>`;
}

function beyond(links: WebLinks, href: string, label: string, symbol: string): Html {
  return html`<li class="beyond"><a href="${href}" aria-label="${label}" title="${label}">${icon(links, symbol)}</a></li>`;
}
