import { randomBytes } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { sealingKey } from '../../src/app/seal.ts';
import { openSession } from '../../src/app/sign-in.ts';
import { trackWebpages } from '../../src/app/track-webpages.ts';
import type { Webpage } from '../../src/domain/webpage.ts';
import { openStore } from '../../src/store/open.ts';
import { SESSION_COOKIE } from '../../src/web/cookies.ts';
import { everyday } from '../capture/pages.ts';
import type { Place } from '../pagekeep.ts';

const TRACKED = 20;
const READERS = 3;
const PAUSE_MS = 25;
/** The most pages that wait for a capture. A growing queue would hide a leak. */
const MOST_DUE = 6;

type Done = Record<'captures' | 'deletes' | 'lists' | 'images' | 'pages' | 'comparisons' | 'refused', number>;

export interface MixedLoad {
  /** Rejects with the first error. */
  readonly ended: Promise<unknown>;
  stop(): Promise<Readonly<Done>>;
}

interface Shot {
  readonly id: string;
  readonly contentUrl: string;
}

/** Adds, captures, reads, compares and deletes pages concurrently. */
export async function mixedLoad(parts: {
  readonly place: Place;
  readonly token: string;
  readonly origin: string;
  /** The origin of the pages to capture. */
  readonly pages: string;
}): Promise<MixedLoad> {
  const { place, token, origin, pages } = parts;
  const store = await openStore(place.databaseUrl);
  const [account] = await store.accounts.list();
  const owner = String(account?.id);
  const session = await openSession(store, owner, { address: '127.0.0.1', userAgent: 'soak' }, new Date());
  const headers = { Authorization: `Bearer ${token}`, Cookie: `${SESSION_COOKIE}=${session}` };
  const key = sealingKey(randomBytes(32).toHex());
  const tracked: Webpage[] = [];
  const done: Done = { captures: 0, deletes: 0, lists: 0, images: 0, pages: 0, comparisons: 0, refused: 0 };
  let busy = true;
  const pick = <T>(choices: readonly T[]) => choices[Math.floor(Math.random() * choices.length)];

  /** Returns undefined for a deleted record. Repeats a request that gets 503, after the time in Retry-After. */
  async function ask(path: string, method = 'GET'): Promise<Response | undefined> {
    for (;;) {
      const answer = await fetch(origin + path, { method, headers });
      if (answer.status === 200 || answer.status === 204) return answer;
      await answer.arrayBuffer();
      if (answer.status === 404) return undefined;
      const seconds = Number(answer.headers.get('Retry-After'));
      if (answer.status !== 503 || seconds === 0) throw new Error(`${path}: ${answer.status}`);
      done.refused += 1;
      await delay(seconds * 1_000);
    }
  }

  async function write(): Promise<void> {
    if (tracked.length < TRACKED) {
      const drafts = everyday(pages, 1).map((url) => ({ url, name: url, schedule: 'monthly', options: {} }));
      tracked.push(...(await trackWebpages({ store, sealingKey: key }, owner, drafts, new Date())));
    } else if (Math.random() < 0.01) {
      const [gone] = tracked.splice(Math.floor(Math.random() * tracked.length), 1);
      done.captures += gone ? ((await store.screenshots.state(owner, gone.id, undefined))?.count ?? 0) : 0;
      if (gone && (await ask(`/v3/webpages/${gone.id}`, 'DELETE'))) done.deletes += 1;
    } else if ((await store.schedules.queue(new Date())).due < MOST_DUE) {
      const page = pick(tracked);
      if (page) await store.schedules.request(owner, page.id, new Date());
    }
    await delay(4 * PAUSE_MS);
  }

  async function read(): Promise<void> {
    const list = await ask(`/v3/webpages?limit=50&page=${1 + Math.floor(Math.random() * 4)}`);
    await list?.arrayBuffer();
    done.lists += 1;
    const id = pick(tracked)?.id;
    const shots = (
      (await (await ask(`/v3/webpages/${id}/screenshots?limit=50`))?.json()) as { members: Shot[] } | undefined
    )?.members;
    const [one, other] = [pick(shots ?? []), pick(shots ?? [])];
    if (one && (await (await ask(new URL(one.contentUrl).pathname))?.arrayBuffer())) done.images += 1;
    if (await (await ask(`/webpages/${id}`))?.arrayBuffer()) done.pages += 1;
    if (one && other && one.id !== other.id && Math.random() < 0.1) {
      const [before, after] = [one, other].map((shot) => shot.id.split('/').at(-1));
      const compared = await ask(`/webpages/${id}/compare?before=${before}&after=${after}`);
      if (await compared?.arrayBuffer()) done.comparisons += 1;
    }
    await delay(PAUSE_MS);
  }

  async function repeat(step: () => Promise<void>): Promise<void> {
    while (busy) await step();
  }
  const ended = Promise.all([repeat(write), ...Array.from({ length: READERS }, () => repeat(read))]);
  return {
    ended,
    async stop() {
      busy = false;
      await ended;
      for (const { id } of tracked) done.captures += (await store.screenshots.state(owner, id, undefined))?.count ?? 0;
      await store.close();
      return done;
    },
  };
}
