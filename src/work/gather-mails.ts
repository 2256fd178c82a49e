import { randomUUIDv7 } from 'node:crypto';
import { BETWEEN_MAILS_MS, dueAt, wayOf } from '../domain/mailbox.ts';
import type { MailboxBehind, WaitingEvent } from '../domain/ports/mailboxes.ts';
import type { Store } from '../domain/ports/store.ts';
import { repeat } from './loop.ts';

export interface GatherMailsParts {
  readonly store: Store;
  readonly now: () => Date;
  readonly reportFailure: (error: unknown) => void;
  /** The wait before this process looks for events again. */
  readonly idleMs?: number;
}

const IDLE_MS = 2_000;
const ACCOUNTS_A_STEP = 20;
/** Mail was not set up, or no process sent it. */
const OLDEST_NEWS_MS = 3 * 86_400_000;

/**
 * Puts events into mails until the signal. Each step is one transaction that only one of several processes completes, so an event
 * is in one mail.
 */
export function runGatherMails(parts: GatherMailsParts, signal: AbortSignal): Promise<void> {
  const { idleMs = IDLE_MS, reportFailure } = parts;
  return repeat(() => gatherMails(parts, signal), { pauseMs: idleMs, reportFailure, signal });
}

export async function gatherMails(parts: Pick<GatherMailsParts, 'store' | 'now'>, signal: AbortSignal): Promise<void> {
  const { store, now } = parts;
  while (!signal.aborted) {
    const behind = await store.mailboxes.behind(ACCOUNTS_A_STEP);
    for (const each of behind) {
      await store.mailboxes.queue(each.owner, { from: each.position, to: each.to, events: toTell(each, now()) });
    }
    if (behind.length === 0) break;
  }
  const at = now();
  for (const { owner, channel } of await store.mailboxes.due(at, ACCOUNTS_A_STEP)) {
    const nextAt = new Date(at.getTime() + BETWEEN_MAILS_MS);
    await store.mailboxes.gather(owner, channel, { id: randomUUIDv7(), now: at, nextAt });
  }
}

function toTell({ owner, settings, events }: MailboxBehind, now: Date): WaitingEvent[] {
  const oldest = new Date(now.getTime() - OLDEST_NEWS_MS).toISOString();
  return events.flatMap(({ choice, ...event }) => {
    const channel = wayOf(event.kind, settings, choice);
    if (channel === 'off' || event.at < oldest) return [];
    return [{ ...event, channel, dueAt: dueAt(channel, settings, { owner, now }).toISOString() }];
  });
}
