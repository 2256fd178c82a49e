import { randomUUIDv7 } from 'node:crypto';
import { type DeliverParts, deliver } from '../app/deliver-event.ts';
import type { DueDelivery } from '../domain/delivery.ts';
import type { Poster } from '../domain/ports/poster.ts';
import type { DeliveryResult, HeldWebhook } from '../domain/ports/webhooks.ts';
import { Problem } from '../domain/problem.ts';
import { type Webhook, wants } from '../domain/webhook.ts';
import { pause, repeat } from './loop.ts';

export interface DeliveriesParts extends DeliverParts {
  readonly openPoster: () => Poster;
  readonly leaseMs: number;
  /** The longest time of a request. None begins so late that another process could hold the webhook before it ends. */
  readonly requestMs: number;
  /** Whether owners get a mail about a webhook that was switched off. */
  readonly mail: boolean;
  readonly switchedOff: (webhook: Webhook, because: string) => Promise<void>;
  readonly reportFailure: (error: unknown) => void;
  /** The wait before this process looks for work again. */
  readonly idleMs?: number;
}

const IDLE_MS = 500;
/** The most webhooks that a process holds. Each may wait for a slow receiver. */
const MOST_HELD = 500;
/** The most requests at a time to one receiver; one while it fails. */
const REQUESTS_AT_ONCE = 16;
const EVENTS_A_STEP = 200;
/**
 * Delivers events to webhooks until the signal. Each webhook is held by one process at a time and has requests of its own, so a slow
 * receiver does not delay others. The deliveries of a webpage go out one after the other.
 */
export async function runDeliveries(parts: DeliveriesParts, signal: AbortSignal): Promise<void> {
  const { store, now, leaseMs, reportFailure } = parts;
  const held = new Map<string, Held>();

  async function claimAll(): Promise<void> {
    while (!signal.aborted && held.size < MOST_HELD) {
      const lease = randomUUIDv7();
      const at = now();
      const until = new Date(at.getTime() + leaseMs);
      const webhook = await store.deliveries.claim(lease, { now: at, until });
      if (!webhook) return;
      const own: Held = { lease, until: performance.now() + leaseMs };
      held.set(lease, own);
      void serve(parts, webhook.id, own, signal)
        .catch(reportFailure)
        .finally(() => held.delete(lease));
    }
  }

  async function renew(): Promise<void> {
    if (held.size === 0) return;
    const until = performance.now() + leaseMs;
    const some = [...held.values()];
    await store.deliveries.renew(
      some.map(({ lease }) => lease),
      new Date(now().getTime() + leaseMs),
    );
    for (const each of some) each.until = until;
  }

  const renewing = repeat(renew, { pauseMs: leaseMs / 4, reportFailure, signal });
  await repeat(claimAll, { pauseMs: parts.idleMs ?? IDLE_MS, reportFailure, signal });
  while (held.size > 0) await pause(20, new AbortController().signal);
  await renewing;
}

interface Held {
  readonly lease: string;
  /** On the monotonic clock. */
  until: number;
}

/** Delivers for one webhook until it has no work, then releases it. */
async function serve(parts: DeliveriesParts, webhookId: string, own: Held, signal: AbortSignal): Promise<void> {
  const { store, now } = parts;
  const { lease } = own;
  const poster = parts.openPoster();
  const underWay = new Map<string, Promise<void>>();
  const results: DeliveryResult[] = [];
  const ended = new AbortController();
  signal.addEventListener('abort', () => poster.close(), { signal: ended.signal });

  function start(webhook: Webhook, delivery: DueDelivery): void {
    const work = deliver(parts, { poster, webhook, delivery })
      .then((result) => {
        // An attempt that ended because this process stops does not count.
        if (!signal.aborted) results.push(result);
      })
      .catch(parts.reportFailure)
      .finally(() => underWay.delete(delivery.id));
    underWay.set(delivery.id, work);
  }

  /** Returns whether the results switched the webhook off. */
  async function record(webhook: Webhook): Promise<boolean> {
    if (results.length === 0) return false;
    const some = results.splice(0);
    const because = await store.deliveries.record(webhookId, lease, { results: some, now: now(), mail: parts.mail });
    if (because !== undefined) await parts.switchedOff(webhook, because);
    return because !== undefined;
  }

  try {
    while (!signal.aborted) {
      const state = await store.deliveries.held(webhookId, lease);
      if (!state) break;
      const { webhook } = state;
      if (await record(webhook)) break;
      if (state.isBehind) await queueEvents(parts, state, lease);
      const isFailing = webhook.state.kind === 'on' && webhook.state.failingSince !== undefined;
      const room = (isFailing ? 1 : REQUESTS_AT_ONCE) - underWay.size;
      const inTime = performance.now() < own.until - parts.requestMs;
      if (room > 0 && inTime) {
        const due = await store.deliveries.due(webhookId, now(), underWay.size + results.length + room);
        const known = new Set(results.map(({ delivery }) => delivery.id));
        const fresh = due.filter(({ id }) => !underWay.has(id) && !known.has(id));
        for (const delivery of fresh.slice(0, room)) start(webhook, delivery);
      }
      if (results.length > 0) continue;
      if (underWay.size > 0) await Promise.race(underWay.values());
      else if (!state.isBehind && inTime) break;
      else if (!inTime) await pause(100, signal);
    }
    await Promise.all(underWay.values());
    if (results.length > 0) {
      const state = await store.deliveries.held(webhookId, lease);
      if (state) await record(state.webhook);
    }
  } catch (error) {
    // Another process holds the webhook, or it was removed.
    if (!(error instanceof Problem && (error.kind === 'conflict' || error.kind === 'not-found'))) throw error;
  } finally {
    ended.abort();
    poster.close();
    await Promise.all(underWay.values());
    await store.deliveries.release(lease);
  }
}

async function queueEvents(
  { store, now }: DeliveriesParts,
  { webhook, position }: HeldWebhook,
  lease: string,
): Promise<void> {
  // Read first: an event that follows meanwhile must not be skipped.
  const newest = await store.events.last(webhook.owner);
  const events = await store.events.after(webhook.owner, position, EVENTS_A_STEP);
  const wanted = events.filter((event) => wants(webhook, event));
  const last = events.at(-1)?.number ?? newest;
  await store.deliveries.queue(webhook.id, lease, { events: wanted, position: last, now: now() });
}
