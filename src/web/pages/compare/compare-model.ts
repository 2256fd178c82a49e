import type { ChangeSettings, ChangeSummary } from '../../../domain/change.ts';
import { type ElementsOfPair, ignoredPlaces } from '../../../domain/evaluate-change.ts';
import type { Findings, Region } from '../../../domain/findings.ts';
import { countedPassages } from '../../../domain/ignored-words.ts';
import { Problem } from '../../../domain/problem.ts';
import { isGood, type Screenshot } from '../../../domain/screenshot.ts';
import { compareTexts, type PassageChange } from '../../../domain/text-difference.ts';
import { type FoldedTimeline, foldTimeline } from '../../../domain/timeline.ts';
import { captureOf } from '../../records.ts';
import type { MemberVisit, Web } from '../../visit.ts';

/** The result of comparing two captures of a webpage, for the Compare page. */
export type Outcome =
  | {
      readonly kind: 'compared';
      readonly findings: Findings;
      readonly summary: ChangeSummary;
      readonly ignored: ReadonlySet<Region>;
    }
  | { readonly kind: 'identical' }
  /** `detail` is a sentence for the user. `again`: it may succeed later. */
  | { readonly kind: 'failed'; readonly detail: string; readonly again: boolean; readonly isTooLarge: boolean };

export interface CapturePair {
  readonly before: Screenshot;
  readonly after: Screenshot;
}

export type ComparedWords =
  | {
      readonly passages: readonly PassageChange[];
      /** Without those that the settings ignore. */
      readonly counted: readonly PassageChange[];
    }
  | { readonly passages: undefined; readonly wordless: readonly Screenshot[] };

export interface CompareModel extends CapturePair {
  readonly outcome: Outcome;
  /** The passages of both captures, or the captures without words. */
  readonly words: ComparedWords;
  readonly settings: ChangeSettings;
  readonly elements: ElementsOfPair;
  /** The nearest captures before and after the pair that look different. */
  readonly neighbours: Neighbours;
  readonly timeline: FoldedTimeline;
  /** Whether the change was reviewed; undefined if there is nothing to review. */
  readonly reviewed: boolean | undefined;
}

interface Neighbours {
  readonly earlier: Screenshot | undefined;
  readonly later: Screenshot | undefined;
}

/** The two captures of the query, the older one first. */
export async function pairOf(web: Web, visit: MemberVisit): Promise<CapturePair> {
  const [one, other] = await Promise.all([
    captureOf(web, visit, visit.query.get('before')),
    captureOf(web, visit, visit.query.get('after')),
  ]);
  return isEarlier(other, one) ? { before: other, after: one } : { before: one, after: other };
}

function isEarlier(one: Screenshot, other: Screenshot): boolean {
  return one.createdAt === other.createdAt ? one.id < other.id : one.createdAt < other.createdAt;
}

export async function loadComparison(web: Web, visit: MemberVisit, pair: CapturePair): Promise<CompareModel> {
  const { before, after } = pair;
  const { owner } = visit.member;
  const { changes } = web.store;
  const [settings, older, newer] = await Promise.all([
    changes.settings(owner, after.webpageId),
    changes.elements(owner, before.webpageId, before.id),
    changes.elements(owner, after.webpageId, after.id),
  ]);
  const elements = { before: older, after: newer };
  const [outcome, passages, neighbours, timeline, reviewed] = await Promise.all([
    outcomeOf(web, visit, pair, { settings, elements }),
    passagesOf(web, visit, pair),
    neighboursOf(web, visit, pair),
    timelineOf(web, visit, pair),
    reviewState(web, visit, pair),
  ]);
  const words = withoutIgnored(passages, outcome, { settings, elements });
  return { ...pair, settings, elements, outcome, words, neighbours, timeline, reviewed };
}

type Passages = readonly PassageChange[] | { readonly wordless: readonly Screenshot[] };

async function passagesOf(web: Web, visit: MemberVisit, { before, after }: CapturePair): Promise<Passages> {
  const textOf = ({ webpageId, id }: Screenshot) => web.store.words.textOf(visit.member.owner, webpageId, id);
  const [old, fresh] = await Promise.all([textOf(before), textOf(after)]);
  if (old && fresh) return compareTexts(old.passages, fresh.passages);
  return { wordless: [...(old ? [] : [before]), ...(fresh ? [] : [after])] };
}

function withoutIgnored(
  passages: Passages,
  outcome: Outcome,
  { settings, elements }: Pick<CompareModel, 'settings' | 'elements'>,
): ComparedWords {
  if ('wordless' in passages) return { passages: undefined, ...passages };
  if (outcome.kind !== 'compared') return { passages, counted: passages };
  const ignored = ignoredPlaces(outcome.findings, settings, elements);
  return { passages, counted: countedPassages(passages, outcome.findings, ignored) };
}

async function outcomeOf(
  web: Web,
  visit: MemberVisit,
  { before, after }: CapturePair,
  { settings, elements }: Pick<CompareModel, 'settings' | 'elements'>,
): Promise<Outcome> {
  if (before.picture.id === after.picture.id) return { kind: 'identical' };
  try {
    const { findings, summary } = await web.compare(visit.member.owner, before, after);
    return { kind: 'compared', findings, summary, ignored: ignoredPlaces(findings, settings, elements).regions };
  } catch (error) {
    // The pictures can be shown without a comparison.
    if (!(error instanceof Problem)) throw error;
    const { kind, message } = error;
    return { kind: 'failed', detail: message, again: kind === 'unavailable', isTooLarge: kind === 'unprocessable' };
  }
}

/** Captures that are looked at on each side for one that looks different. */
const REACH = 100;

async function neighboursOf(web: Web, visit: MemberVisit, { before, after }: CapturePair): Promise<Neighbours> {
  const [earlier, later] = await Promise.all([
    different(web, visit, before, 'earlier'),
    different(web, visit, after, 'later'),
  ]);
  return { earlier, later };
}

/** The nearest capture that looks different. Beyond a long run of equal ones, it is found by the stored changes. */
async function different(
  { store }: Web,
  { member: { owner } }: MemberVisit,
  from: Screenshot,
  way: 'earlier' | 'later',
): Promise<Screenshot | undefined> {
  const { webpageId, createdAt } = from;
  const { older, newer } = await store.timeline.around(owner, from, { reach: REACH, favorites: false });
  const beside = way === 'earlier' ? older : newer;
  const found = beside.find(({ verdict, picture }) => isGood(verdict) && picture.id !== from.picture.id);
  if (found || beside.length < REACH) return found;
  const changed = await store.timeline.changeBeside(owner, webpageId, { at: createdAt, way });
  if (changed === undefined) return undefined;
  const known = way === 'earlier' ? await store.changes.ofCaptures(owner, webpageId, [changed]) : undefined;
  return store.screenshots.find(owner, webpageId, known?.get(changed)?.beforeId ?? changed);
}

/** The points around the time of the query, or else around the newer capture. */
async function timelineOf({ store }: Web, visit: MemberVisit, { before, after }: CapturePair): Promise<FoldedTimeline> {
  const asked = visit.query.get('around') ?? '';
  const around = Number.isNaN(Date.parse(asked)) ? after.createdAt : new Date(asked).toISOString();
  const span = await store.timeline.span(visit.member.owner, after.webpageId, { around, favorites: false });
  return foldTimeline(span, { around, shown: [before.id, after.id] });
}

/** Only the change that was announced can be reviewed: that of the newer capture since the good one before it. */
async function reviewState(web: Web, visit: MemberVisit, { before, after }: CapturePair): Promise<boolean | undefined> {
  const known = await web.store.changes.ofCaptures(visit.member.owner, after.webpageId, [after.id]);
  const change = known.get(after.id);
  if (change?.state !== 'compared' || !change.announced || change.beforeId !== before.id) return undefined;
  return change.reviewedAt !== undefined;
}
