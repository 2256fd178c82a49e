import assert from 'node:assert/strict';
import { randomUUIDv7 } from 'node:crypto';
import type { Finish, ShotChange } from '../../src/domain/capture-schedule.ts';
import type { Findings, Region } from '../../src/domain/findings.ts';
import type { PageElement } from '../../src/domain/page-element.ts';
import type { PageText } from '../../src/domain/page-text.ts';
import type { Store } from '../../src/domain/ports/store.ts';
import { isGood, type Screenshot } from '../../src/domain/screenshot.ts';
import type { WordChange } from '../../src/domain/word-change.ts';
import { openComparer } from '../../src/picture/compare/compare-pictures.ts';
import { newPicture, newScreenshot, tick } from './records.ts';
import { IMPOLITE } from './tracked.ts';

/** The real comparison. Its thread does not keep a test process alive. */
export const comparePictures = openComparer().compare;

/** A region of a page that changed from one colour to another. */
export function alteredRegion(x: number, y: number, width: number, height: number): Region {
  const box = { x, y, width, height };
  return { kind: 'altered', before: box, after: box, area: width * height };
}

/** Findings about two pictures of 1000 × 1000 pixels. */
export function findingsOf(...regions: readonly Region[]): Findings {
  const size = { width: 1000, height: 1000 };
  const rows = { top: 0, bottom: 1000 };
  return {
    word: regions.length > 0 ? 'changed' : 'same',
    share: regions.reduce((sum, { area }) => sum + area, 0) / 1_000_000,
    regions,
    omitted: 0,
    omittedArea: 0,
    moved: [],
    bands: [{ before: rows, after: rows }],
    before: size,
    after: size,
  };
}

export interface CaptureDraft {
  readonly at?: Date;
  readonly screenshot?: Partial<Screenshot>;
  /** The page looks like at the last good capture. */
  readonly same?: boolean;
  /** The changes since the last good capture; by default one region. A text is the reason of a failed comparison. */
  readonly change?: Findings | string;
  /** The changes of the words. */
  readonly words?: WordChange;
  readonly title?: string;
  readonly elements?: readonly PageElement[];
  readonly text?: PageText | undefined;
  /** The capture failed. With the verdict of an error in `screenshot` there is a picture of it. */
  readonly failing?: string;
}

/** Captures a tracked webpage without a browser: records a claim and its result. Returns the id of the screenshot. */
export async function captureAs(
  store: Store,
  owner: string,
  webpageId: string,
  draft: CaptureDraft = {},
): Promise<string> {
  const now = draft.at ?? tick();
  const leaseUntil = new Date(now.getTime() + 60_000);
  const attempt = randomUUIDv7();
  const request = { attempt, now, leaseUntil, politeness: IMPOLITE };
  const claim = await store.schedules.claimOne(owner, webpageId, request);
  assert.ok(claim, 'another capture holds the page');
  const at = now.toISOString();
  const { good } = await store.captures.lastPictures(owner, webpageId);
  const { failing, same, elements, screenshot: given } = draft;
  const picture = given?.picture ?? (same && good ? good.picture : newPicture());
  const screenshot = newScreenshot(webpageId, {
    createdAt: at,
    verdict: same ? 'unchanged' : 'fine',
    url: claim.url,
    ...given,
    picture,
  });
  await store.removals.reserve([picture.contentKey, picture.thumbnailKey], leaseUntil).catch(() => undefined);
  const pictured = failing === undefined || !isGood(screenshot.verdict);
  const { change = findingsOf(alteredRegion(100, 100, 200, 100)) } = draft;
  const shotChange = (): ShotChange | undefined => {
    if (!isGood(screenshot.verdict) || same) return undefined;
    if (!good) return { kind: 'first' };
    if (typeof change === 'string') return { kind: 'failed', before: good, detail: change };
    return { kind: 'compared', before: good, findings: change, words: draft.words };
  };
  const finish: Finish = {
    record: {
      id: attempt,
      webpageId,
      startedAt: at,
      finishedAt: at,
      outcome: pictured ? 'shot' : 'failed',
      reason: pictured ? undefined : 'dns',
      detail: failing,
      screenshotId: pictured ? screenshot.id : undefined,
      finalUrl: pictured ? claim.url : undefined,
      httpStatus: 200,
      title: draft.title ?? 'A page',
      viewport: undefined,
      pageHeight: undefined,
      phases: {},
      warnings: [],
      browserVersion: undefined,
    },
    shot: pictured
      ? { screenshot, sourceSha256: picture.sha256, elements, text: draft.text, change: shotChange() }
      : undefined,
    nextAt: new Date(now.getTime() + 86_400_000).toISOString(),
    failing:
      failing === undefined
        ? undefined
        : { since: claim.failingSince ?? at, because: failing, failures: claim.failures + 1 },
  };
  await store.captures.finish(claim, finish);
  return screenshot.id;
}
