import { randomUUIDv7 } from 'node:crypto';
import {
  type Camera,
  type CaptureOutcome,
  type CaptureWatch,
  type EncodePicture,
  failed,
  type Shot,
} from '../domain/capture.ts';
import type {
  CaptureRecord,
  Claim,
  Failing,
  FoundIcon,
  GoodCapture,
  KeptShot,
  ShotChange,
} from '../domain/capture-schedule.ts';
import type { ComparePictures } from '../domain/findings.ts';
import { IMAGE_TYPES } from '../domain/image-key.ts';
import type { PageSecrets } from '../domain/page-secrets.ts';
import type { Images } from '../domain/ports/images.ts';
import type { Store } from '../domain/ports/store.ts';
import { Problem } from '../domain/problem.ts';
import { nextRunAfterCapture, readSchedule, retryAt } from '../domain/schedule.ts';
import { isGood, type KeptVerdict, type Picture } from '../domain/screenshot.ts';
import { hostOf } from '../domain/webpage.ts';
import { changedWords } from './changed-words.ts';
import type { ImageKeys } from './image-keys.ts';
import { hideSecrets, openSecrets } from './page-secrets.ts';
import { readPicture } from './read-picture.ts';
import type { SealingKey } from './seal.ts';

export interface CaptureParts {
  readonly store: Store;
  readonly images: Images;
  readonly keys: ImageKeys;
  readonly camera: Pick<Camera, 'capture'>;
  readonly encode: EncodePicture;
  readonly comparePictures: ComparePictures;
  readonly sealingKey: SealingKey;
  readonly now: () => Date;
}

export interface CaptureResult {
  readonly record: CaptureRecord;
  readonly verdict: KeptVerdict | undefined;
  readonly nextAt: string;
  /** Why the capture could not be compared with the last good one. It is kept all the same. */
  readonly compareError: unknown;
}

/**
 * Captures a claimed page, encodes and stores its picture, compares it with the last good one, and records the attempt
 * with the next due time.
 * Throws Problem('conflict') if the lease was lost and Problem('not-found') if the webpage was deleted during the
 * capture; in both cases nothing is kept.
 */
export async function capturePage(parts: CaptureParts, claim: Claim, watch: CaptureWatch): Promise<CaptureResult> {
  const { store, now } = parts;
  const startedAt = now();
  // Skip a page that crashed the process twice: it would stop the captures of all other pages.
  const outcome =
    claim.interrupted === 'again' ? restAfterInterruptions() : await photograph(parts, claim, watch, startedAt);
  watch.signal.throwIfAborted();

  const finishedAt = now();
  const { shot, files, compareError } =
    outcome.kind === 'shot' ? await keepShot(parts, claim, outcome, { at: finishedAt, signal: watch.signal }) : NO_SHOT;
  const record = recordOf(claim, outcome, { startedAt, finishedAt, screenshotId: shot?.screenshot.id });
  const failing = failingAfter(claim, outcome, finishedAt);
  const nextAt = nextVisit(claim, failing, finishedAt).toISOString();
  const icon = foundIcon(claim, outcome, finishedAt);
  await parts.keys.record(files, () => store.captures.finish(claim, { record, shot, nextAt, failing, icon }));
  return { record, verdict: shot?.screenshot.verdict, nextAt, compareError };
}

function restAfterInterruptions(): CaptureOutcome {
  const detail = 'The process ended during two captures of this page in a row. The page is tried again later.';
  return failed('interrupted', detail, {});
}

async function photograph(
  { store, camera, sealingKey }: CaptureParts,
  { owner, url, webpageId, options, sealedSecrets, ignoredSelectors }: Claim,
  watch: CaptureWatch,
  now: Date,
): Promise<CaptureOutcome> {
  let secrets: PageSecrets;
  try {
    secrets = openSecrets(sealingKey, webpageId, sealedSecrets);
  } catch (error) {
    // Without its credentials the page would show a login form.
    if (error instanceof Problem) return failed('credentials', error.message, {});
    throw error;
  }
  const iconCheckedAt = await store.siteIcons.checkedAt(owner, hostOf(url));
  const icon = iconCheckedAt === undefined || now.getTime() - Date.parse(iconCheckedAt) > ICON_AGE_MS;
  const given = { ...watch, selectors: ignoredSelectors, icon };
  return hideSecrets(await camera.capture(url, { ...options, ...secrets }, given), secrets);
}

/** Icons change rarely, and each costs a request to the site. */
const ICON_AGE_MS = 86_400_000;

/** The icon of an error page or a bot wall may not be the one of the site. */
function foundIcon({ url }: Claim, outcome: CaptureOutcome, at: Date): FoundIcon | undefined {
  if (outcome.kind !== 'shot' || outcome.icon === undefined || !isGood(outcome.verdict)) return undefined;
  return { host: hostOf(url), image: outcome.icon, checkedAt: at.toISOString() };
}

interface Kept {
  readonly shot: KeptShot | undefined;
  /** The keys that were written: none for an unchanged page, which shares a picture. */
  readonly files: readonly string[];
  readonly compareError: unknown;
}

const NO_SHOT: Kept = { shot: undefined, files: [], compareError: undefined };

async function keepShot(
  parts: CaptureParts,
  claim: Claim,
  shot: Shot,
  { at, signal }: { at: Date; signal: AbortSignal },
): Promise<Kept> {
  const { newest, good } = await parts.store.captures.lastPictures(claim.owner, claim.webpageId);
  const same = [newest, good].find((last) => last?.sourceSha256 === shot.picture.sha256)?.picture;
  // An unchanged error page is still an error page.
  const verdict = same && shot.verdict === 'fine' ? 'unchanged' : shot.verdict;
  const [picture, { change, compareError }] = await Promise.all([
    same ?? storePicture(parts, shot, at),
    isGood(verdict) ? findChange(parts, claim, { shot, good, same }, signal) : UNCHANGED,
  ]);
  const takenAt = at.toISOString();
  const kept: KeptShot = {
    sourceSha256: shot.picture.sha256,
    screenshot: {
      id: randomUUIDv7(),
      webpageId: claim.webpageId,
      isFavorite: false,
      verdict,
      url: claim.url,
      createdAt: takenAt,
      modifiedAt: takenAt,
      picture,
    },
    // A shared picture was measured before, but perhaps without all selectors of the settings.
    elements: same && claim.ignoredSelectors.length === 0 ? undefined : shot.elements,
    text: shot.text,
    change,
  };
  return { shot: kept, files: same ? [] : [picture.contentKey, picture.thumbnailKey], compareError };
}

interface FoundChange {
  readonly change: ShotChange | undefined;
  readonly compareError?: unknown;
}

const UNCHANGED: FoundChange = { change: undefined };

/** Compares a good capture with the last good one. A comparison that fails does not cost the capture. */
async function findChange(
  { store, images, comparePictures }: CaptureParts,
  { owner, webpageId }: Claim,
  { shot, good, same }: { shot: Shot; good: GoodCapture | undefined; same: Picture | undefined },
  signal: AbortSignal,
): Promise<FoundChange> {
  if (!good) return { change: { kind: 'first' } };
  if (same?.id === good.picture.id) return UNCHANGED;
  try {
    const before = await readPicture(images, good.picture);
    const findings = await untilAborted(comparePictures(before, shot.picture.bytes), signal);
    const words = await changedWords(store, { owner, webpageId, screenshotId: good.screenshotId }, shot.text);
    return { change: { kind: 'compared', before: good, findings, words } };
  } catch (error) {
    signal.throwIfAborted();
    const detail = error instanceof Problem ? error.message : 'The comparison with the capture before failed.';
    return { change: { kind: 'failed', before: good, detail }, compareError: error };
  }
}

/** Throws the reason of the signal as soon as it is aborted. */
function untilAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const stop = () => reject(signal.reason);
    signal.addEventListener('abort', stop, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', stop));
    if (signal.aborted) stop();
  });
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
    thumbnailSha256: thumbnail.sha256,
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
    case 'loading':
      return 'The page was still loading.';
    case 'blocked':
      return 'The site shows a bot wall in place of the page.';
    case 'not-found':
      return 'The site says that the page does not exist.';
    case 'login':
      return 'The site shows a login form in place of the page.';
    case 'paywall':
      return 'The site asks for a subscription in place of the page.';
    case 'accept-wall':
      return 'The site asks to accept cookies, terms or an age in place of the page.';
    case 'no-video':
      return 'The page shows a video player without a video.';
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
