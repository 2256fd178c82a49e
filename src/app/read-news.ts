import type { ChangeSummary } from '../domain/change.ts';
import type { ArchiveEvent } from '../domain/event.ts';
import { NO_MAIL, type Period, wayOf } from '../domain/mailbox.ts';
import type { MailedEvent } from '../domain/ports/mailboxes.ts';
import type { Store } from '../domain/ports/store.ts';
import type { Screenshot } from '../domain/screenshot.ts';
import { shownName, type Webpage } from '../domain/webpage.ts';

/** The news of webpages in a mail. Each webpage is in each of the lists once. */
export interface News {
  readonly changes: readonly ChangeNews[];
  readonly failures: readonly FailureNews[];
  /** How many webpages of each kind are left out, because a mail is bounded. */
  readonly moreChanges: number;
  readonly moreFailures: number;
  readonly period: Period;
  readonly timeZone: string;
}

interface PageNews {
  readonly webpage: Webpage;
  readonly name: string;
  readonly at: string;
}

/** The newest change of a webpage. */
export interface ChangeNews extends PageNews {
  /** The number of its changes. */
  readonly times: number;
  readonly share: number;
  /** Undefined if one of the captures was deleted since. */
  readonly pair: { readonly before: Screenshot; readonly after: Screenshot } | undefined;
  readonly summary: ChangeSummary | undefined;
}

export interface FailureNews extends PageNews {
  /** Undefined: captures succeed again. */
  readonly because: string | undefined;
}

/** The most events of a mail that are looked at, and the most webpages of each kind that it shows. */
const MOST_EVENTS = 5_000;
const MOST_SHOWN = 40;

/** Reads the events of a mail and their records as they are now. Undefined if nothing is left to tell. */
export async function readNews(store: Store, owner: string, mailId: string): Promise<News | undefined> {
  const settings = (await store.mailboxes.find(owner)) ?? NO_MAIL;
  const events = (await store.mailboxes.eventsOf(owner, mailId, MOST_EVENTS)).filter(
    ({ kind, choice }) => wayOf(kind, settings, choice) !== 'off',
  );
  const changed = newestOfEach(events.filter(({ kind }) => kind === 'changed'));
  changed.sort((a, b) => (b.newest.share ?? 0) - (a.newest.share ?? 0));
  const failed = newestOfEach(events.filter(({ kind }) => kind !== 'changed'));

  const changes: ChangeNews[] = [];
  for (const { newest, times } of changed.slice(0, MOST_SHOWN)) {
    const event = await store.events.find(owner, newest.number);
    if (event?.webpage) changes.push({ ...(await changeOf(store, owner, event, event.webpage)), times });
  }
  const failures: FailureNews[] = [];
  for (const { newest } of failed.slice(0, MOST_SHOWN)) {
    const event = await store.events.find(owner, newest.number);
    if (event?.webpage) failures.push(failureOf(event, event.webpage));
  }
  if (changes.length + failures.length === 0) return undefined;
  const moreChanges = Math.max(0, changed.length - MOST_SHOWN);
  const moreFailures = Math.max(0, failed.length - MOST_SHOWN);
  const { period, timeZone } = settings;
  return { changes, failures, moreChanges, moreFailures, period, timeZone };
}

/** The events are in order, the newest first. */
function newestOfEach(events: readonly MailedEvent[]): { newest: MailedEvent; times: number }[] {
  return [...Map.groupBy(events, ({ webpageId }) => webpageId).values()].flatMap((some) => {
    const [newest] = some;
    return newest ? [{ newest, times: some.length }] : [];
  });
}

function pageOf({ at, title }: ArchiveEvent, webpage: Webpage): PageNews {
  return { webpage, name: shownName(webpage, title), at };
}

async function changeOf(
  store: Store,
  owner: string,
  event: ArchiveEvent,
  webpage: Webpage,
): Promise<Omit<ChangeNews, 'times'>> {
  const { screenshot: after, known, summary, share = 0 } = event;
  const beforeId = known?.comparison?.beforeId;
  const before = after && beforeId ? await store.screenshots.find(owner, webpage.id, beforeId) : undefined;
  return { ...pageOf(event, webpage), share, pair: after && before && { before, after }, summary };
}

function failureOf(event: ArchiveEvent, webpage: Webpage): FailureNews {
  const { details } = event;
  const because = details && 'failure' in details ? details.failure.because : 'The capture failed.';
  return { ...pageOf(event, webpage), because: event.kind === 'failed' ? because : undefined };
}
