import type { ShotChange } from '../domain/capture-schedule.ts';
import type { WaitingPair } from '../domain/ports/comparison-backlog.ts';
import { Problem } from '../domain/problem.ts';
import { changedWords } from './changed-words.ts';
import type { ComparerParts } from './compare-captures.ts';
import { readPicture } from './read-picture.ts';

/** A process that holds a webpage for longer has ended. A comparison is stopped after a minute. */
const HELD_MS = 5 * 60_000;

export interface BacklogParts extends ComparerParts {
  readonly now: () => Date;
}

/**
 * Compares the next two captures of the backlog. 'passed': only captures without a change were found. Undefined: there
 * is nothing to do at the moment. Throws Problem('unavailable') if the image store does not answer, and the reason of the
 * signal if the comparison ends because of it.
 */
export async function compareNext(
  parts: BacklogParts,
  signal: AbortSignal,
): Promise<ShotChange['kind'] | 'passed' | undefined> {
  const { store, now } = parts;
  const at = now();
  const pair = await store.comparisonBacklog.take({ now: at, until: new Date(at.getTime() + HELD_MS) });
  if (pair === undefined || pair === 'passed') return pair;
  try {
    const change = await comparePair(parts, pair, signal);
    await store.comparisonBacklog.finish(pair, change, now());
    return change.kind;
  } catch (error) {
    await store.comparisonBacklog.release(pair);
    throw error;
  }
}

async function comparePair(
  { store, images, comparePictures }: BacklogParts,
  { owner, before, after }: WaitingPair,
  signal: AbortSignal,
): Promise<ShotChange> {
  const failed = (error: unknown): ShotChange => {
    signal.throwIfAborted();
    const detail = error instanceof Problem ? error.message : 'The comparison with the capture before failed.';
    return { kind: 'failed', before, detail };
  };
  const known = await store.findings.find({ before: before.picture.id, after: after.picture.id });
  const words = await store.words
    .textOf(owner, after.webpageId, after.id)
    .then((text) =>
      changedWords(store, { owner, webpageId: after.webpageId, screenshotId: before.screenshotId }, text),
    );
  if (known) return { kind: 'compared', before, findings: known, words };
  let pictures: Buffer[];
  try {
    pictures = [await readPicture(images, before.picture), await readPicture(images, after.picture)];
  } catch (error) {
    if (error instanceof Problem && error.kind !== 'unavailable') return failed(error);
    throw error;
  }
  const [old = Buffer.of(), young = Buffer.of()] = pictures;
  return comparePictures(old, young).then((findings) => ({ kind: 'compared', before, findings, words }), failed);
}
