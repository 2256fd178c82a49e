/** An attempt to deliver an event. */
export interface Attempt {
  readonly at: string;
  readonly tookMs: number;
  /** Undefined if there was no answer. */
  readonly status: number | undefined;
  /** The beginning of the answer, or a sentence about the failure. */
  readonly answer: string;
}

/** An entry of the delivery log. */
export interface Delivery {
  readonly id: string;
  /** The number of the event; undefined for a test. */
  readonly event: number | undefined;
  readonly state: DeliveryState;
  /** When the next attempt is due; undefined if there is none, or if it waits for an earlier event of the webpage. */
  readonly nextAt: string | undefined;
  readonly createdAt: string;
  readonly attempts: readonly Attempt[];
}

export type DeliveryState = 'waiting' | 'delivered' | 'failed';

/** A delivery that is due. */
export interface DueDelivery {
  readonly id: string;
  readonly event: number | undefined;
  readonly attempts: number;
}

/** The result of an attempt. */
export type Outcome =
  | { readonly kind: 'delivered' }
  /** The receiver asks to wait for `retryAfterMs`. */
  | { readonly kind: 'failed'; readonly retryAfterMs: number | undefined }
  /** The receiver answered 410, so it gets no more requests. */
  | { readonly kind: 'gone' };

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

/** The waits between ten attempts, three days and three hours together, as Standard Webhooks recommends. */
const WAITS_MS = [5 * SECOND, 5 * MINUTE, 30 * MINUTE, 2 * HOUR, 5 * HOUR, 10 * HOUR, 14 * HOUR, 20 * HOUR, 24 * HOUR];
export const MOST_ATTEMPTS = WAITS_MS.length + 1;

/** Receivers that were away get their requests spread over this share of the wait. */
const JITTER = 0.1;
const LONGEST_RETRY_AFTER_MS = 24 * HOUR;

/** The wait after the failed attempt with this number, which begins at 1; undefined after the last one. */
export function waitAfter(
  attempt: number,
  { retryAfterMs = 0, random }: { retryAfterMs?: number | undefined; random: () => number },
): number | undefined {
  const wait = WAITS_MS[attempt - 1];
  if (wait === undefined) return undefined;
  return Math.round(Math.max(wait * (1 + JITTER * random()), Math.min(retryAfterMs, LONGEST_RETRY_AFTER_MS)));
}

/** A receiver that answered none of the attempts of a delivery is switched off. */
export function outcomeOf(status: number, retryAfterMs: number | undefined): Outcome {
  if (status >= 200 && status < 300) return { kind: 'delivered' };
  return status === 410 ? { kind: 'gone' } : { kind: 'failed', retryAfterMs };
}

/** The value of the header Retry-After: seconds or a date. Undefined if it is missing or not valid. */
export function readRetryAfter(value: string | undefined, now: Date): number | undefined {
  if (value === undefined) return undefined;
  if (/^\d{1,9}$/.test(value.trim())) return Number(value.trim()) * SECOND;
  const date = Date.parse(value);
  return Number.isNaN(date) ? undefined : Math.max(0, date - now.getTime());
}
