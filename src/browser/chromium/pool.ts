import { CaptureError } from '../capture-error.ts';
import { within } from '../deadline.ts';
import type { Chromium } from './chromium.ts';
import { type MemoryLimits, watchMemory } from './memory.ts';

export type PoolOptions = {
  readonly launch: () => Promise<Chromium>;
  /** A browser's main process encodes one picture at a time. A browser for each core was fastest. */
  readonly browsers: number;
  readonly tabs: number;
  /** A browser is replaced after this number of captures, and at this age in milliseconds. */
  readonly captures: number;
  readonly age: number;
  readonly memory: MemoryLimits;
};

/** The use of a browser by one capture. */
export type Lease = {
  readonly chromium: Chromium;
  /** When watchMemory last killed a page process, by performance.now(). */
  readonly pageKilledAt: () => number;
  /** The browser gets no further captures, and ends after its last one. */
  readonly retire: () => void;
};

/** A slot for a browser. Its first use starts the browser. A new place replaces the place of a retired browser. */
class Place {
  active = 0;
  captures = 0;
  pageKilledAt = Number.NEGATIVE_INFINITY;
  readonly #born = performance.now();
  readonly #options: PoolOptions;
  readonly #closed = new AbortController();
  #chromium: Promise<Chromium> | undefined;
  #running: Chromium | undefined;
  #retired = false;

  constructor(options: PoolOptions) {
    this.#options = options;
  }

  /** A browser with a closed pipe is unusable, also while its processes still run. */
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
        this.pageKilledAt = performance.now();
      },
      browserGrown: () => {
        this.captures = this.#options.captures;
      },
    }).catch(() => {
      // The browser has ended, or the signal has aborted.
    });
    return chromium;
  }
}

const answerLimit = 10_000;

/** Detects a browser that was killed before its pipe has closed. */
async function answers({ connection }: Chromium): Promise<boolean> {
  const asked = connection.send('Browser.getVersion').then(
    () => true,
    () => false,
  );
  return (await within(answerLimit, asked)) === true;
}

type Waiter = { give: (place: Place) => void };

/** Gives tabs of its browsers to captures in the order of their requests. */
export class Pool {
  readonly #options: PoolOptions;
  readonly #places: Place[];
  /** Replaced places with unfinished captures. */
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

  /** Throws the signal's reason, CaptureError('aborted') after close(), and the errors of launch(). */
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
          pageKilledAt: () => place.pageKilledAt,
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
    const place = this.#closed ? undefined : (this.#takeFreest() ?? (await this.#queue(signal)));
    if (!place || this.#closed) throw new CaptureError('aborted', 'Captures were stopped.');
    return place;
  }

  /** Also occupies the place, so that no other caller gets it. */
  #takeFreest(): Place | undefined {
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
      const next = this.#takeFreest();
      if (next) this.#waiters.shift()?.give(next);
      free = next !== undefined && this.#waiters.length > 0;
    }
  }

  /** A new browser gets the place immediately. The old one ends after its last capture. */
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
