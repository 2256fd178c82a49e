import type { Attempt, Delivery, DueDelivery, Outcome } from '../delivery.ts';
import type { Webhook } from '../webhook.ts';

/** The parts of a webhook that its owner changes. */
export type WebhookChange = Omit<Webhook, 'id' | 'owner' | 'createdAt' | 'state'>;

/** Methods with an owner throw Problem('not-found') for a webhook that is none of the owner's. */
export interface Webhooks {
  /** Sends events from now on. Throws Problem('unprocessable') if the account has too many. */
  add(owner: string, webhook: Webhook): Promise<void>;
  list(owner: string): Promise<Webhook[]>;
  find(owner: string, id: string): Promise<Webhook | undefined>;
  /** The webhook, locked until the end of the transaction. */
  hold(owner: string, id: string): Promise<Webhook>;
  change(owner: string, id: string, change: WebhookChange): Promise<void>;
  /** Switches it on or off. `because` is undefined if the owner does. Switched on again, it continues where it stopped. */
  switchTo(owner: string, id: string, state: 'on' | 'off', at: Date): Promise<void>;
  remove(owner: string, id: string): Promise<void>;
  /** The newest first, from before the id `before`. */
  deliveries(owner: string, id: string, range: { before: string | undefined; limit: number }): Promise<Delivery[]>;
  delivery(owner: string, id: string, deliveryId: string): Promise<Delivery | undefined>;
  /** Delivers once more, or at once if it is waiting for the next attempt. */
  sendAgain(owner: string, id: string, deliveryId: string, now: Date): Promise<void>;
  /** Returns the id of the delivery. */
  sendTest(owner: string, id: string, now: Date): Promise<string>;
}

/** An attempt and what follows from it. */
export interface DeliveryResult {
  readonly delivery: DueDelivery;
  readonly attempt: Attempt;
  readonly outcome: Outcome;
  /** The next attempt; undefined: there is none. */
  readonly nextAt: string | undefined;
}

/**
 * The work of the processes that deliver. A process holds a webhook by a lease, so that its deliveries stay in order. A method with a
 * lease throws Problem('conflict') if it was lost; nothing is kept then.
 */
export interface DeliveryQueue {
  /** A webhook with work and without a valid lease. */
  claim(lease: string, times: { now: Date; until: Date }): Promise<Webhook | undefined>;
  /** The webhook as it is now; undefined if the lease was lost, or if it was switched off or removed. */
  held(webhookId: string, lease: string): Promise<HeldWebhook | undefined>;
  renew(leases: readonly string[], until: Date): Promise<void>;
  release(lease: string): Promise<void>;
  /** Queues deliveries of events, in their order, and notes that events up to `position` were looked at. */
  queue(webhookId: string, lease: string, work: QueuedEvents): Promise<void>;
  /** The first waiting delivery of each webpage, if it is due. */
  due(webhookId: string, now: Date, limit: number): Promise<DueDelivery[]>;
  /** Returns why the webhook was switched off by these results; undefined if it was not. */
  record(webhookId: string, lease: string, recorded: RecordedDeliveries): Promise<string | undefined>;
  /** Deletes up to `limit` entries of the log from before this time. Returns whether there may be more. */
  forget(before: Date, limit: number): Promise<boolean>;
}

interface RecordedDeliveries {
  readonly results: readonly DeliveryResult[];
  readonly now: Date;
  /** Whether the owner gets a mail if the webhook is switched off. */
  readonly mail: boolean;
}

export interface HeldWebhook {
  readonly webhook: Webhook;
  /** The number of the last event that was looked at. */
  readonly position: number;
  /** Whether there are newer events. */
  readonly isBehind: boolean;
}

interface QueuedEvents {
  readonly events: readonly { readonly number: number; readonly webpageId: string }[];
  readonly position: number;
  readonly now: Date;
}
