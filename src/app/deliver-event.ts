import {
  type Attempt,
  type DueDelivery,
  type Outcome,
  outcomeOf,
  readRetryAfter,
  waitAfter,
} from '../domain/delivery.ts';
import { type ArchiveEvent, eventName } from '../domain/event.ts';
import type { Poster } from '../domain/ports/poster.ts';
import type { Store } from '../domain/ports/store.ts';
import type { DeliveryResult } from '../domain/ports/webhooks.ts';
import { Problem } from '../domain/problem.ts';
import { oneLine } from '../domain/text.ts';
import { validKeys, type Webhook, type WebhookFormat } from '../domain/webhook.ts';
import { hideAddress } from './hide-address.ts';
import type { SealingKey } from './seal.ts';
import { signedHeaders } from './sign-webhook.ts';
import { openWebhook } from './webhooks.ts';

interface Message {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

export interface DeliverParts {
  readonly store: Store;
  readonly sealingKey: SealingKey;
  /** Makes what is sent; without an event it is a test. */
  readonly render: (format: WebhookFormat, event: ArchiveEvent | undefined, now: Date) => Message;
  readonly now: () => Date;
  readonly random: () => number;
}

/** Of the beginning of an answer that the log keeps. */
const LONGEST_ANSWER = 1000;

/** Makes one attempt. A delivery whose event was deleted fails permanently. */
export async function deliver(
  parts: DeliverParts,
  { poster, webhook, delivery }: { poster: Poster; webhook: Webhook; delivery: DueDelivery },
): Promise<DeliveryResult> {
  const { store, now, random } = parts;
  const event = delivery.event === undefined ? undefined : await store.events.find(webhook.owner, delivery.event);
  const startedAt = now();
  const began = performance.now();
  const isGone = delivery.event !== undefined && event === undefined;
  const { outcome, status, answer } = isGone
    ? { outcome: FAILED, status: undefined, answer: 'The event is no longer kept: see EVENT_DAYS.' }
    : await attempt(parts, { poster, webhook, delivery, event });
  const attempted: Attempt = {
    at: startedAt.toISOString(),
    tookMs: Math.round(performance.now() - began),
    status,
    answer,
  };
  const retryAfterMs = outcome.kind === 'failed' ? outcome.retryAfterMs : undefined;
  // A test is tried once.
  const isFinal = outcome.kind !== 'failed' || isGone || delivery.event === undefined;
  const waitMs = isFinal ? undefined : waitAfter(delivery.attempts + 1, { retryAfterMs, random });
  const nextAt = waitMs === undefined ? undefined : new Date(now().getTime() + waitMs).toISOString();
  return { delivery, attempt: attempted, outcome, nextAt };
}

const FAILED: Outcome = { kind: 'failed', retryAfterMs: undefined };

async function attempt(
  { sealingKey, render, now }: DeliverParts,
  {
    poster,
    webhook,
    delivery,
    event,
  }: { poster: Poster; webhook: Webhook; delivery: DueDelivery; event: ArchiveEvent | undefined },
): Promise<{ outcome: Outcome; status: number | undefined; answer: string }> {
  try {
    const at = now();
    const secrets = openWebhook(sealingKey, webhook);
    const { headers, body } = render(webhook.format, event, at);
    const id = event ? eventName(event) : `test-${delivery.id}`;
    const keys = validKeys(secrets, at).map(({ secret }) => secret);
    const signed = signedHeaders({ id, at, body }, keys);
    const { status, retryAfter, text } = await poster.post({
      url: secrets.url,
      headers: { ...headers, ...signed },
      body,
    });
    const answer = oneLine(hideAddress(text, secrets.url), LONGEST_ANSWER);
    return { outcome: outcomeOf(status, readRetryAfter(retryAfter, now())), status, answer };
  } catch (error) {
    return { outcome: FAILED, status: undefined, answer: reasonOf(error) };
  }
}

function reasonOf(error: unknown): string {
  if (error instanceof Problem) return error.message;
  const code = error instanceof Error && 'code' in error ? ` (${error.code})` : '';
  return `The request failed${code}: ${error instanceof Error ? error.message : 'unknown reason'}.`.slice(0, 500);
}
