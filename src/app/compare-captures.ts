import { LRUCache } from 'lru-cache';
import { type EvaluatedChange, evaluateChange } from '../domain/evaluate-change.ts';
import type { ComparePictures, Findings } from '../domain/findings.ts';
import type { Images } from '../domain/ports/images.ts';
import type { Store } from '../domain/ports/store.ts';
import { Problem } from '../domain/problem.ts';
import type { Picture, Screenshot } from '../domain/screenshot.ts';
import { readPicture } from './read-picture.ts';

export interface ComparerParts {
  readonly store: Store;
  readonly images: Images;
  readonly comparePictures: ComparePictures;
  /** A caller waits this long. Then the comparison continues without it. */
  readonly patienceMs?: number;
}

/** Findings about two captures, evaluated with the settings of their webpage. */
interface ComparedCaptures extends EvaluatedChange {
  readonly findings: Findings;
}

/**
 * Compares two captures of one webpage of the owner. Throws Problem('not-found') if a picture is gone,
 * Problem('damaged') if it is damaged, Problem('unavailable') if too many comparisons wait or it is not ready in time, and
 * the problems of ComparePictures.
 */
export type Compare = (owner: string, before: Screenshot, after: Screenshot) => Promise<ComparedCaptures>;

/** The running comparison and those that wait for it. A webpage with 100 captures has 4,950 pairs. */
const MOST_WAITING = 16;

/** Less than the server waits before it closes a connection without traffic. */
const PATIENCE_MS = 30_000;

/** A pair that cannot be compared takes up to a minute to fail, and the same page may be reloaded again and again. */
const FAILURES = { max: 1000, ttl: 10 * 60_000 };

/**
 * Findings are computed once and stored. Comparisons run one after the other, because two decoded pictures take up to
 * 400 MB.
 */
export function makeCompare({ store, images, comparePictures, patienceMs = PATIENCE_MS }: ComparerParts): Compare {
  let last: Promise<unknown> = Promise.resolve();
  const waiting = new Map<string, Promise<Findings>>();
  const failures = new LRUCache<string, Problem>(FAILURES);

  async function compute(before: Picture, after: Picture): Promise<Findings> {
    const pair = { before: before.id, after: after.id };
    // Another request may have made the same comparison in the meantime.
    const known = await store.findings.find(pair);
    if (known) return known;
    const found = await comparePictures(await readPicture(images, before), await readPicture(images, after));
    await store.findings.keep(pair, found);
    return found;
  }

  async function findingsOf(before: Picture, after: Picture): Promise<Findings> {
    const known = await store.findings.find({ before: before.id, after: after.id });
    if (known) return known;
    const key = `${before.id} ${after.id}`;
    const failure = failures.get(key);
    if (failure) throw failure;
    const same = waiting.get(key);
    if (same) return same;
    if (waiting.size >= MOST_WAITING) {
      throw new Problem('unavailable', 'Too many captures are being compared. Try again soon.');
    }
    const turn = last.then(() => compute(before, after)).finally(() => waiting.delete(key));
    turn.catch((error: unknown) => {
      if (error instanceof Problem && error.kind === 'unprocessable') failures.set(key, error);
    });
    waiting.set(key, turn);
    last = turn.catch(() => undefined);
    return turn;
  }

  return async function compare(owner, before, after) {
    const findings = await inTime(findingsOf(before.picture, after.picture), patienceMs);
    const settings = await store.changes.settings(owner, after.webpageId);
    const elementsOf = ({ webpageId, id }: Screenshot) => store.changes.elements(owner, webpageId, id);
    const elements = { before: await elementsOf(before), after: await elementsOf(after) };
    return { findings, ...evaluateChange(findings, settings, elements) };
  };
}

async function inTime(comparison: Promise<Findings>, patienceMs: number): Promise<Findings> {
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(
    () => late.reject(new Problem('unavailable', 'The comparison is not ready yet. Try again in a minute.')),
    patienceMs,
  );
  try {
    return await Promise.race([comparison, late.promise]);
  } finally {
    clearTimeout(timer);
  }
}
