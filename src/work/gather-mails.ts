import { randomUUIDv7 } from 'node:crypto';
import { BETWEEN_MAILS_MS, dueAt, wayOf } from '../domain/mailbox.ts';
import type { UnseenEvents, WaitingEvent } from '../domain/ports/mailboxes.ts';
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
  return repeat(() => gatherMails(parts), { pauseMs: idleMs, reportFailure, signal });
}

export async function gatherMails(parts: GatherMailsParts): Promise<void> {
  const { store, now } = parts;
  for (const owner of await store.mailboxes.behind(ACCOUNTS_A_STEP)) {
    await orReport(parts, () => queueNews(parts, owner));
  }
  const at = now();
  const nextAt = new Date(at.getTime() + BETWEEN_MAILS_MS);
  for (const { owner, channel } of await store.mailboxes.due(at, ACCOUNTS_A_STEP)) {
    await orReport(parts, () => store.mailboxes.gather(owner, channel, { id: randomUUIDv7(), now: at, nextAt }));
  }
}

/** A damaged record of one account keeps no other from its mail. */
async function orReport({ reportFailure }: GatherMailsParts, work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    reportFailure(error);
  }
}

async function queueNews({ store, now }: GatherMailsParts, owner: string): Promise<void> {
  const unseen = await store.mailboxes.unseen(owner);
  if (!unseen) return;
  const events = toTell(owner, unseen, now());
  await store.mailboxes.queue(owner, { from: unseen.position, to: unseen.to, events });
}

function toTell(owner: string, { settings, events }: UnseenEvents, now: Date): WaitingEvent[] {
  const oldest = new Date(now.getTime() - OLDEST_NEWS_MS).toISOString();
  return events.flatMap(({ choice, ...event }) => {
    const channel = wayOf(event.kind, settings, choice);
    if (channel === 'off' || event.at < oldest) return [];
    return [{ ...event, channel, dueAt: dueAt(channel, settings, { owner, now }).toISOString() }];
  });
}
