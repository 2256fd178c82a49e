import { randomUUIDv7 } from 'node:crypto';
import type { Camera } from '../../domain/capture.ts';
import { LONGEST_LEASE_MS } from '../../domain/capture-schedule.ts';
import { NOTHING_IGNORED } from '../../domain/change.ts';
import { rangeOfDay } from '../../domain/day.ts';
import { Problem } from '../../domain/problem.ts';
import { printable } from '../../domain/text.ts';
import { makeWebpage } from '../../domain/webpage.ts';
import { type CaptureParts, capturePage } from '../capture-page.ts';
import { type ImageKeys, reserveKeys } from '../image-keys.ts';
import { makeScheduleDraft } from '../track-webpages.ts';
import { cameraFor, DAY_MS } from './camera.ts';
import type { DemoPlan, Filled } from './fill.ts';
import { Random } from './random.ts';
import { drawSiteIcon } from './site-icons.ts';
import type { Story } from './story.ts';

export interface ShowcaseParts extends Pick<CaptureParts, 'store' | 'images' | 'comparePictures' | 'sealingKey'> {
  readonly now: Date;
  /** Called with the number of records so far. */
  readonly report: (made: Filled) => void;
  readonly signal: AbortSignal;
}

const INTERVALS = { '6h': 0.25, '12h': 0.5, daily: 1, weekly: 7 };
const HOUR = 1 / 24;
// The addresses are invented. A service must not capture them by itself: it would find nothing.
const NEXT_CAPTURE_DAYS = 365;
// Drawing, comparing and storing run in different threads.
const CONCURRENCY = 3;
const POLITENESS = { atOnce: 1, pauseMs: 0 };
// A capture takes a fraction of a second, so an interrupted fill completes the ones under way.
const TO_THE_END = { signal: new AbortController().signal };

/**
 * Tracks the webpages of the stories and captures each of them at all times of the past at which its schedule would
 * have, with drawn pictures in place of a browser. The content depends only on the seed, the account's e-mail address
 * and `now`. If the signal aborts it, the records so far are complete and consistent.
 * Throws Problem('conflict') if the account already contains the archive of this seed.
 */
export async function fillShowcase(
  parts: ShowcaseParts,
  owner: string,
  plan: Pick<DemoPlan, 'email' | 'seed'>,
  stories: readonly Story[],
): Promise<Filled> {
  const { store, now, report, signal } = parts;
  const seed = `${plan.seed} ${plan.email}`;
  if (stories[0] && (await store.webpages.find(owner, idOf(seed, stories[0], now)))) {
    const advice = 'Use another --seed or another --account.';
    throw new Problem(
      'conflict',
      `${plan.email} already contains the demo archive with seed ${printable(plan.seed)}. ${advice}`,
    );
  }
  const keys = keysFrom(reserveKeys(store.removals), now);
  const made = { webpages: 0, screenshots: 0 };
  const left = stories.entries();
  const tell = async () => {
    for (const [index, story] of left) {
      if (signal.aborted) return;
      made.webpages += 1;
      for await (const kept of tellStory({ ...parts, keys }, owner, { story, seed, index })) {
        made.screenshots += kept;
        report(made);
      }
    }
  };
  await Promise.all(Array.from({ length: CONCURRENCY }, tell));
  await reviewOlder(parts, owner, stories);
  return made;
}

/** Yields 1 for each capture that was kept, and 0 for each that failed. */
async function* tellStory(
  parts: ShowcaseParts & { keys: ImageKeys },
  owner: string,
  { story, seed, index }: { story: Story; seed: string; index: number },
): AsyncGenerator<number> {
  const { store, now, signal } = parts;
  const webpageId = await track(parts, owner, { story, seed });
  const draw = cameraFor(story, now);
  const stars = [...story.starred].sort((one, other) => other - one);
  for (const age of captureAges(story, new Random(seed, story.url), index)) {
    if (signal.aborted) return;
    const at = new Date(now.getTime() - age * DAY_MS);
    const leaseUntil = new Date(now.getTime() + LONGEST_LEASE_MS);
    const request = { attempt: randomUUIDv7(), now: at, leaseUntil, politeness: POLITENESS };
    const claim = await store.schedules.claimOne(owner, webpageId, request);
    if (!claim) throw new Problem('conflict', `A worker captures ${story.url}.`);
    const capture: Camera['capture'] = async (url, _options, { icon }) => {
      const outcome = await draw(age);
      return outcome.kind === 'shot' && icon ? { ...outcome, icon: await drawSiteIcon(url) } : outcome;
    };
    const capturing = { ...parts, camera: { capture }, encode: asDrawn, now: clockFrom(at) };
    const { record } = await capturePage(capturing, claim, TO_THE_END);
    if (record.screenshotId && age <= (stars[0] ?? -1)) {
      stars.shift();
      await store.screenshots.setFavorite(owner, { webpageId, id: record.screenshotId, isFavorite: true, now: at });
    }
    yield record.screenshotId ? 1 : 0;
  }
  if (!story.paused) {
    await store.schedules.resume(owner, webpageId, new Date(now.getTime() + NEXT_CAPTURE_DAYS * DAY_MS));
  }
}

/** Adds the webpage. It is paused until its story is told, so that no service captures it meanwhile. */
async function track(
  { store, sealingKey, now }: ShowcaseParts,
  owner: string,
  { story, seed }: { story: Story; seed: string },
): Promise<string> {
  const { url, keywords, schedule, ignored } = story;
  const addedAt = new Date(now.getTime() - story.since * DAY_MS);
  const webpage = makeWebpage({ url, keywords }, { id: idOf(seed, story, now), now: addedAt });
  const draft = makeScheduleDraft(sealingKey, webpage.id, { schedule });
  await store.transaction(async (tx) => {
    await tx.webpages.add(owner, webpage);
    await tx.schedules.start(owner, webpage.id, draft, { now: addedAt, readyAt: now });
    await tx.schedules.pause(owner, webpage.id);
    if (ignored.length > 0) {
      await tx.changes.setSettings(owner, webpage.id, { ...NOTHING_IGNORED, ignoredSelectors: ignored });
    }
  });
  return webpage.id;
}

const idOf = (seed: string, { url, since }: Story, now: Date) =>
  new Random(seed, 'webpage', url).identifier(Math.floor(now.getTime() - since * DAY_MS));

/**
 * The ages of the captures, oldest first: one when the page was added, then one in every interval, at the same time. The
 * first stories were captured last, so that the newest changes are theirs.
 */
function* captureAges({ since, schedule }: Story, random: Random, index: number): Generator<number> {
  const interval = INTERVALS[schedule];
  const daysAgo = interval > 1 ? random.between(0, interval - 1) : 0;
  const newest = daysAgo + (0.4 + 0.2 * index + 0.15 * random.fraction()) * HOUR;
  yield since;
  for (let left = Math.ceil((since - newest) / interval) - 1; left >= 0; left -= 1) {
    const age = newest + left * interval;
    if (age < since - interval / 4) yield age;
  }
}

/** People have seen what happened before yesterday. */
async function reviewOlder({ store, now }: ShowcaseParts, owner: string, stories: readonly Story[]): Promise<void> {
  const oldest = Math.max(0, ...stories.map(({ since }) => since));
  for (let age = Math.ceil(oldest); age >= 2; age -= 1) {
    const day = new Date(now.getTime() - age * DAY_MS).toISOString().slice(0, 10);
    await store.changes.reviewIn(owner, rangeOfDay(day, 'UTC'), new Date(Date.parse(day) + DAY_MS + 9 * HOUR * DAY_MS));
  }
}

/** Keys of files are reserved from now on, not from the time of the capture: that reservation would have ended. */
function keysFrom(keys: ImageKeys, now: Date): ImageKeys {
  return { take: (extension) => keys.take(extension, now), record: keys.record };
}

const asDrawn: CaptureParts['encode'] = async (picture) => picture;

/** A capture asks for the time when it begins and when it has the picture. */
function clockFrom(at: Date): () => Date {
  const times = [at.getTime(), at.getTime() + 2000];
  return () => new Date(times.length > 1 ? (times.shift() ?? 0) : (times[0] ?? 0));
}
