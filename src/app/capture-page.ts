import { randomUUIDv7 } from 'node:crypto';
import {
  type Camera,
  type CaptureOutcome,
  type CaptureWatch,
  type EncodePicture,
  failed,
  type Shot,
} from '../domain/capture.ts';
import type { CaptureRecord, Claim, Failing, KeptShot } from '../domain/capture-schedule.ts';
import { IMAGE_TYPES } from '../domain/image-key.ts';
import type { Images } from '../domain/ports/images.ts';
import type { Store } from '../domain/ports/store.ts';
import { Problem } from '../domain/problem.ts';
import { nextRunAfterCapture, readSchedule, retryAt } from '../domain/schedule.ts';
import type { KeptVerdict, Picture } from '../domain/screenshot.ts';
import type { ImageKeys } from './image-keys.ts';
import { openSecrets, type PageSecrets } from './page-secrets.ts';
import type { SealingKey } from './seal.ts';

export interface CaptureParts {
  readonly store: Store;
  readonly images: Images;
  readonly keys: ImageKeys;
  readonly camera: Camera;
  readonly encode: EncodePicture;
  readonly sealingKey: SealingKey;
  readonly now: () => Date;
}

export interface CaptureResult {
  readonly record: CaptureRecord;
  readonly verdict: KeptVerdict | undefined;
  readonly nextAt: string;
}

/**
 * Captures a claimed page, encodes and stores its picture, and records the attempt with the next due time.
 * Throws Problem('conflict') if the lease was lost and Problem('not-found') if the webpage was deleted during the
 * capture; in both cases nothing is kept.
 */
export async function capturePage(parts: CaptureParts, claim: Claim, watch: CaptureWatch): Promise<CaptureResult> {
  const { store, now } = parts;
  const startedAt = now();
  // Skip a page that crashed the process twice: it would stop the captures of all other pages.
  const outcome = claim.interrupted === 'again' ? restAfterInterruptions() : await photograph(parts, claim, watch);
  watch.signal.throwIfAborted();

  const finishedAt = now();
  const { shot, files } =
    outcome.kind === 'shot' ? await keepShot(parts, claim, outcome, finishedAt) : { shot: undefined, files: [] };
  const record = recordOf(claim, outcome, { startedAt, finishedAt, screenshotId: shot?.screenshot.id });
  const failing = failingAfter(claim, outcome, finishedAt);
  const nextAt = nextVisit(claim, failing, finishedAt).toISOString();
  await parts.keys.record(files, () => store.captures.finish(claim, { record, shot, nextAt, failing }));
  return { record, verdict: shot?.screenshot.verdict, nextAt };
}

function restAfterInterruptions(): CaptureOutcome {
  const detail = 'The process ended during two captures of this page in a row. The page is tried again later.';
  return failed('interrupted', detail, {});
}

async function photograph(
  { camera, sealingKey }: CaptureParts,
  { url, webpageId, options, sealedSecrets }: Claim,
  watch: CaptureWatch,
): Promise<CaptureOutcome> {
  let secrets: PageSecrets;
  try {
    secrets = openSecrets(sealingKey, webpageId, sealedSecrets);
  } catch (error) {
    // Without its credentials the page would show a login form.
    if (error instanceof Problem) return failed('credentials', error.message, {});
    throw error;
  }
  return camera.capture(url, { ...options, ...secrets }, watch);
}

/** `files` are the keys that were written: none for an unchanged page, which shares the last picture. */
async function keepShot(
  parts: CaptureParts,
  claim: Claim,
  shot: Shot,
  at: Date,
): Promise<{ shot: KeptShot; files: readonly string[] }> {
  const last = await parts.store.captures.lastPicture(claim.owner, claim.webpageId);
  const same = last?.sourceSha256 === shot.picture.sha256;
  const picture = same ? last.picture : await storePicture(parts, shot, at);
  const takenAt = at.toISOString();
  const kept: KeptShot = {
    sourceSha256: shot.picture.sha256,
    screenshot: {
      id: randomUUIDv7(),
      webpageId: claim.webpageId,
      isFavorite: false,
      // An unchanged error page is still an error page.
      verdict: same && shot.verdict === 'fine' ? 'unchanged' : shot.verdict,
      createdAt: takenAt,
      modifiedAt: takenAt,
      picture,
    },
  };
  return { shot: kept, files: same ? [] : [picture.contentKey, picture.thumbnailKey] };
}

async function storePicture(parts: CaptureParts, shot: Shot, at: Date): Promise<Picture> {
  const { images, keys, encode } = parts;
  const { thumbnail } = shot;
  const picture = await encode(shot.picture);
  const contentKey = await keys.take(picture.format, at);
  const thumbnailKey = await keys.take(thumbnail.format, at);
  await Promise.all([images.put(contentKey, picture.bytes), images.put(thumbnailKey, thumbnail.bytes)]);
  return {
    id: randomUUIDv7(),
    contentKey,
    contentType: IMAGE_TYPES[picture.format],
    thumbnailKey,
    thumbnailType: IMAGE_TYPES[thumbnail.format],
    width: picture.width,
    height: picture.height,
    bytes: picture.bytes.length,
    sha256: picture.sha256,
  };
}

function recordOf(
  claim: Claim,
  outcome: CaptureOutcome,
  at: { startedAt: Date; finishedAt: Date; screenshotId: string | undefined },
): CaptureRecord {
  const shot = outcome.kind === 'shot' ? outcome : undefined;
  return {
    id: claim.attempt,
    webpageId: claim.webpageId,
    startedAt: at.startedAt.toISOString(),
    finishedAt: at.finishedAt.toISOString(),
    outcome: outcome.kind,
    reason: outcome.kind === 'shot' ? undefined : outcome.reason,
    detail: outcome.kind === 'shot' ? undefined : outcome.detail,
    screenshotId: at.screenshotId,
    finalUrl: shot?.finalUrl,
    httpStatus: shot?.httpStatus ?? undefined,
    title: shot?.title,
    viewport: shot?.viewport,
    pageHeight: shot?.pageHeight,
    phases: outcome.phases,
    warnings: shot?.warnings ?? [],
    browserVersion: shot?.browserVersion,
  };
}

/** A picture of an error, a bot wall or a blank page is kept, but the page counts as failing. */
function failingAfter(claim: Claim, outcome: CaptureOutcome, at: Date): Failing | undefined {
  const because = outcome.kind === 'shot' ? complaint(outcome) : outcome.detail;
  if (because === undefined) return undefined;
  return { since: claim.failingSince ?? at.toISOString(), because, failures: claim.failures + 1 };
}

function complaint({ verdict, httpStatus }: Shot): string | undefined {
  switch (verdict) {
    case 'http-error':
      return `The site answered with HTTP status ${httpStatus}.`;
    case 'blank':
      return 'The page is blank.';
    case 'blocked':
      return 'The site shows a bot wall in place of the page.';
    default:
      return undefined;
  }
}

function nextVisit(claim: Claim, failing: Failing | undefined, after: Date): Date {
  const schedule = readSchedule(claim.schedule, claim.timeZone);
  const jitterSeed = claim.webpageId;
  if (!failing) return nextRunAfterCapture(schedule, { capturedAt: after, jitterSeed });
  return retryAt({ schedule, failures: failing.failures, failedAt: after, jitterSeed });
}
