import type { CaptureRecord } from './capture-schedule.ts';
import { FACE_VERDICTS, type KeptVerdict } from './screenshot.ts';

/** A kept capture on the timeline of its webpage. */
export interface TimelineCapture {
  readonly kind: 'capture';
  readonly id: string;
  readonly at: string;
  readonly verdict: KeptVerdict;
  readonly isFavorite: boolean;
  /** The share of the page that changed since the capture before; undefined if they were not compared. */
  readonly share: number | undefined;
}

/** An attempt without a picture. */
export interface TimelineFailure {
  readonly kind: 'failure';
  readonly id: string;
  readonly at: string;
  readonly reason: CaptureRecord['reason'];
  /** A sentence for the user. */
  readonly detail: string;
}

export type TimelineMoment = TimelineCapture | TimelineFailure;

/** A part of a timeline, the newest first, and whether there is more beyond its ends. */
export interface TimelineSpan {
  readonly moments: readonly TimelineMoment[];
  readonly earlier: boolean;
  readonly later: boolean;
}

/**
 * A capture, or several moments in a row: captures without a change (`same`), or failed attempts and pictures of error
 * pages (`failed`).
 */
export interface TimelinePoint {
  readonly kind: 'capture' | 'same' | 'failed';
  readonly count: number;
  readonly newest: TimelineMoment;
  readonly oldest: TimelineMoment;
  /** The newest capture; undefined if all attempts failed without a picture. */
  readonly capture: TimelineCapture | undefined;
}

/** Points of a timeline, the newest first, and the times around which the neighbouring parts lie. */
export interface FoldedTimeline {
  readonly points: readonly TimelinePoint[];
  readonly earlier: string | undefined;
  readonly later: string | undefined;
}

export const MOST_POINTS = 30;
const POINTS_AFTER = 14;

export interface FoldRequest {
  /** A time in the middle of the points; undefined for the newest points. */
  readonly around: string | undefined;
  /** The ids of captures that are points of their own, because they are shown. */
  readonly shown: readonly (string | undefined)[];
}

/** Folds captures without a change, and failures, into one point each, and keeps at most MOST_POINTS. */
export function foldTimeline(
  { moments, earlier, later }: TimelineSpan,
  { around, shown }: FoldRequest,
): FoldedTimeline {
  const points = fold(moments, shown);
  const found = around === undefined ? 0 : points.findIndex(({ oldest }) => oldest.at <= around);
  const centre = found === -1 ? points.length - 1 : found;
  const first = Math.max(0, Math.min(centre - POINTS_AFTER, points.length - MOST_POINTS));
  const kept = points.slice(first, first + MOST_POINTS);
  return {
    points: kept,
    earlier: earlier || first + MOST_POINTS < points.length ? kept.at(-1)?.oldest.at : undefined,
    later: later || first > 0 ? kept[0]?.newest.at : undefined,
  };
}

function fold(moments: readonly TimelineMoment[], shown: FoldRequest['shown']): TimelinePoint[] {
  const points: TimelinePoint[] = [];
  for (const moment of moments) {
    const kind = shown.includes(moment.id) ? 'capture' : kindOf(moment);
    const capture = moment.kind === 'capture' ? moment : undefined;
    const last = points.at(-1);
    if (kind !== 'capture' && last?.kind === kind) {
      points.pop();
      points.push({ ...last, count: last.count + 1, oldest: moment, capture: last.capture ?? capture });
    } else points.push({ kind, count: 1, newest: moment, oldest: moment, capture });
  }
  return points;
}

/** A favourite is a point of its own. */
function kindOf(moment: TimelineMoment): TimelinePoint['kind'] {
  if (moment.kind === 'failure') return 'failed';
  if (moment.isFavorite) return 'capture';
  if (isErrorPage(moment)) return 'failed';
  return moment.verdict === 'unchanged' || moment.share === 0 ? 'same' : 'capture';
}

/** Whether a capture shows an error instead of the page. */
export function isErrorPage({ verdict }: Pick<TimelineCapture, 'verdict'>): boolean {
  return !FACE_VERDICTS.includes(verdict);
}
