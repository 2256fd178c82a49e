import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { CaptureRecord } from '../domain/capture-schedule.ts';
import type { Store } from '../domain/ports/store.ts';
import { Latency } from './latency.ts';

export interface Meters {
  readonly latency: Latency;
  captured(record: CaptureRecord): void;
  /** Counts a capture whose result could not be stored. */
  lost(): void;
  paused(reason: string, yes: boolean): void;
  /** Counts the bytes of an image that was written to the image store. */
  stored(bytes: number): void;
  /** Counts an attempt to send a mail by its result: `sent`, `failed` or `given up`. */
  mailed(result: string): void;
  /** Sets the function that counts how many browsers were replaced. */
  watchBrowsers(restarts: () => number): void;
  text(): Promise<string>;
}

/** The queue is counted once in this time, however often the metrics are read. */
const QUEUE_AGE_MS = 10_000;

/** The accounts whose use is listed. */
const MOST_ACCOUNTS = 100;

export function makeMeters(store: Store, now: () => Date): Meters {
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry });
  const latency = new Latency();
  const captures = new Counter({
    name: 'pagekeep_captures_total',
    help: 'Captures by outcome, and by reason if there is no screenshot.',
    labelNames: ['outcome', 'reason'],
    registers,
  });
  const lost = new Counter({
    name: 'pagekeep_captures_lost_total',
    help: 'Captures whose result could not be stored; they are repeated.',
    registers,
  });
  const phases = new Histogram({
    name: 'pagekeep_capture_seconds',
    help: 'Seconds that captures spent in each phase.',
    labelNames: ['phase'],
    buckets: [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60],
    registers,
  });
  const stored = new Counter({
    name: 'pagekeep_stored_bytes_total',
    help: 'Bytes written to the image store by this service.',
    registers,
  });
  const paused = new Gauge({
    name: 'pagekeep_captures_paused',
    help: '1 while captures are paused, by reason.',
    labelNames: ['reason'],
    registers,
  });
  const mailed = new Counter({
    name: 'pagekeep_mails_total',
    help: 'Attempts to send a mail by result: sent, failed (it is tried again) or given up.',
    labelNames: ['result'],
    registers,
  });
  const waiting = cached(() => store.mails.countWaiting(), QUEUE_AGE_MS);
  new Gauge({
    name: 'pagekeep_mails_waiting',
    help: 'Mails that are not sent yet.',
    registers,
    async collect() {
      this.set(await waiting());
    },
  });
  let restarts = () => 0;
  new Gauge({
    name: 'pagekeep_browser_restarts',
    help: 'Browsers that were replaced since this service started.',
    registers,
    collect() {
      this.set(restarts());
    },
  });
  const queue = cached(() => store.schedules.queue(now()), QUEUE_AGE_MS);
  new Gauge({
    name: 'pagekeep_queue_depth',
    help: 'Webpages that are due and not claimed by a worker.',
    registers,
    async collect() {
      this.set((await queue()).due);
    },
  });
  new Gauge({
    name: 'pagekeep_queue_age_seconds',
    help: 'Seconds since the longest waiting webpage became due.',
    registers,
    async collect() {
      const { oldest } = await queue();
      this.set(oldest === undefined ? 0 : Math.max(0, (now().getTime() - Date.parse(oldest)) / 1000));
    },
  });
  const backlog = cached(() => store.comparisonBacklog.size(), QUEUE_AGE_MS);
  new Gauge({
    name: 'pagekeep_comparison_backlog',
    help: 'Webpages with captures that are not compared yet.',
    registers,
    async collect() {
      this.set(await backlog());
    },
  });

  const overQuota = cached(() => store.people.countOverQuota(now()), QUEUE_AGE_MS);
  const use = cached(
    async () => ({ total: await store.people.total(), largest: await store.people.largest(MOST_ACCOUNTS) }),
    QUEUE_AGE_MS,
  );
  new Gauge({
    name: 'pagekeep_archive_bytes',
    help: 'Size of the pictures and texts of all accounts.',
    registers,
    async collect() {
      this.set((await use()).total.bytes);
    },
  });
  new Gauge({
    name: 'pagekeep_account_bytes',
    help: 'Size of the pictures and texts of an account. Only the largest accounts are listed.',
    labelNames: ['account'],
    registers,
    async collect() {
      this.reset();
      for (const { id, use: own } of (await use()).largest) this.set({ account: id }, own.bytes);
    },
  });
  new Gauge({
    name: 'pagekeep_accounts_over_quota',
    help: 'Accounts whose captures pause because of their quota.',
    registers,
    async collect() {
      this.set(await overQuota());
    },
  });

  return {
    latency,
    captured({ outcome, reason, phases: times }) {
      captures.inc({ outcome, reason: reason ?? '' });
      for (const [phase, milliseconds] of Object.entries(times)) phases.observe({ phase }, milliseconds / 1000);
    },
    lost: () => lost.inc(),
    paused: (reason, yes) => paused.set({ reason }, yes ? 1 : 0),
    stored: (bytes) => stored.inc(bytes),
    mailed: (result) => mailed.inc({ result }),
    watchBrowsers(count) {
      restarts = count;
    },
    async text() {
      const api = latency.text(
        'pagekeep_api_seconds',
        'Seconds from a request until its response was handed to the socket.',
      );
      return (await registry.metrics()) + api;
    },
  };
}

/** Calls `ask` at most once in `ageMs` and returns the cached result in between. */
function cached<T>(ask: () => Promise<T>, ageMs: number): () => Promise<T> {
  let last: { at: number; answer: Promise<T> } | undefined;
  return () => {
    const at = performance.now();
    if (!last || at - last.at > ageMs) {
      last = { at, answer: ask() };
      last.answer.catch(() => {
        last = undefined;
      });
    }
    return last.answer;
  };
}
