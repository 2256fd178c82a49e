import { Ending, within } from '../page/ending.ts';
import type { Chromium } from './chromium.ts';
import { type MemoryBounds, watchMemory } from './memory.ts';

export type PoolOptions = {
  readonly launch: () => Promise<Chromium>;
  /** Encoding is serialised in a browser's main process: one browser a core measured best. */
  readonly browsers: number;
  readonly tabs: number;
  /** A browser is replaced after so many captures, and after so many milliseconds. */
  readonly captures: number;
  readonly age: number;
  readonly memory: MemoryBounds;
};

/** A browser while it is in use by a capture. */
export type Lease = {
  readonly chromium: Chromium;
  /** When a page's process was last ended for its memory, by performance.now(). */
  readonly memoryEndedAt: () => number;
  /** The browser gets no further captures, and ends with its last one. */
  readonly retire: () => void;
};

/** One place for a browser. It is started when the place is first used, and replaced by a new place. */
class Place {
  active = 0;
  captures = 0;
  memoryEndedAt = Number.NEGATIVE_INFINITY;
  readonly #born = performance.now();
  readonly #options: PoolOptions;
  readonly #closed = new AbortController();
  #chromium: Promise<Chromium> | undefined;
  #running: Chromium | undefined;
  #retired = false;

  constructor(options: PoolOptions) {
    this.#options = options;
  }

  /** A browser whose pipe has closed is lost, though its processes may take a moment to be gone. */
  get retired(): boolean {
    return this.#retired || this.#running?.connection.closed === true;
  }

  retire(): void {
    this.#retired = true;
  }

  get free(): number {
    return this.retired ? 0 : this.#options.tabs - this.active;
  }

  get old(): boolean {
    return this.captures >= this.#options.captures || performance.now() - this.#born >= this.#options.age;
  }

  chromium(): Promise<Chromium> {
    this.#chromium ??= this.#launch();
    return this.#chromium;
  }

  async end(): Promise<void> {
    this.retire();
    this.#closed.abort();
    const chromium = await this.#chromium?.catch(() => undefined);
    await chromium?.kill();
  }

  async #launch(): Promise<Chromium> {
    const chromium = await this.#options.launch();
    this.#running = chromium;
    void chromium.ended.then(() => this.#closed.abort());
    watchMemory(chromium, this.#options.memory, {
      signal: this.#closed.signal,
      busy: () => this.active > 0,
      rendererEnded: () => {
        this.memoryEndedAt = performance.now();
      },
      browserGrown: () => {
        this.captures = this.#options.captures;
      },
    }).catch(() => {
      // The browser ended, or the watch was called off: there is nothing left to watch.
    });
    return chromium;
  }
}

const answerLimit = 10_000;

/** Of a browser that was killed a moment ago nothing was heard yet; asked, it gives no answer. */
async function answers({ connection }: Chromium): Promise<boolean> {
  const asked = connection.send('Browser.getVersion').then(
    () => true,
    () => false,
  );
  return (await within(answerLimit, asked)) === true;
}

type Waiter = { give: (place: Place) => void };

/** Browsers × tabs, handed out in the order in which they were asked for. */
export class Pool {
  readonly #options: PoolOptions;
  readonly #places: Place[];
  /** Replaced, but with captures that are not done. */
  readonly #leaving = new Set<Place>();
  readonly #ending = new Set<Promise<void>>();
  readonly #waiters: Waiter[] = [];
  #closed = false;

  constructor(options: PoolOptions) {
    this.#options = options;
    this.#places = Array.from({ length: options.browsers }, () => new Place(options));
  }

  get capturing(): number {
    return [...this.#places, ...this.#leaving].reduce((sum, place) => sum + place.active, 0);
  }

  get waiting(): number {
    return this.#waiters.length;
  }

  get browsers(): number {
    return this.#places.length;
  }

  /** Throws the signal's reason, Ending('aborted') once closed, and what launch throws. */
  async use<Value>(signal: AbortSignal, work: (lease: Lease) => Promise<Value>): Promise<Value> {
    for (;;) {
      const place = await this.#take(signal);
      try {
        const chromium = await place.chromium().catch((error: unknown) => {
          place.retire();
          throw error;
        });
        if (!(await answers(chromium))) {
          place.retire();
          continue;
        }
        place.captures++;
        return await work({
          chromium,
          memoryEndedAt: () => place.memoryEndedAt,
          retire: () => place.retire(),
        });
      } finally {
        this.#release(place);
      }
    }
  }

  async close(): Promise<void> {
    this.#closed = true;
    for (const waiter of this.#waiters.splice(0)) waiter.give(new Place(this.#options));
    const ended = [...this.#places, ...this.#leaving].map((place) => place.end());
    await Promise.all([...ended, ...this.#ending]);
  }

  async #take(signal: AbortSignal): Promise<Place> {
    signal.throwIfAborted();
    const place = this.#closed ? undefined : (this.#freest() ?? (await this.#queue(signal)));
    if (!place || this.#closed) throw new Ending('aborted', 'Captures were stopped.');
    return place;
  }

  /** The place is taken here, in the same breath as it is found. */
  #freest(): Place | undefined {
    for (const [index, place] of this.#places.entries()) if (place.retired) this.#replace(index, place);
    const place = this.#places.reduce((best, next) => (next.free > best.free ? next : best));
    if (place.free <= 0) return undefined;
    place.active++;
    return place;
  }

  #queue(signal: AbortSignal): Promise<Place> {
    const { promise, resolve, reject } = Promise.withResolvers<Place>();
    const waiter: Waiter = { give: resolve };
    const abort = () => {
      const index = this.#waiters.indexOf(waiter);
      if (index >= 0) this.#waiters.splice(index, 1);
      reject(signal.reason);
    };
    this.#waiters.push(waiter);
    signal.addEventListener('abort', abort, { once: true });
    return promise.finally(() => signal.removeEventListener('abort', abort));
  }

  #release(place: Place): void {
    place.active--;
    if (place.old) place.retire();
    const index = this.#places.indexOf(place);
    if (place.retired && index >= 0) this.#replace(index, place);
    else if (place.retired && place.active === 0) this.#end(place);
    for (let free = this.#waiters.length > 0; free; ) {
      const next = this.#freest();
      if (next) this.#waiters.shift()?.give(next);
      free = next !== undefined && this.#waiters.length > 0;
    }
  }

  /** A new browser takes the place at once; the old one goes when its last capture is done. */
  #replace(index: number, place: Place): void {
    this.#places[index] = new Place(this.#options);
    if (place.active === 0) this.#end(place);
    else this.#leaving.add(place);
  }

  #end(place: Place): void {
    this.#leaving.delete(place);
    const ending = place.end().finally(() => this.#ending.delete(ending));
    this.#ending.add(ending);
  }
}
