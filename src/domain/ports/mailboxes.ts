import type { EventKind } from '../event.ts';
import type { Mailbox, MailChannel, MailSettings, WebpageMail } from '../mailbox.ts';
import type { Webpage } from '../webpage.ts';

/** The mail settings of accounts, and the events that wait for a mail. */
export interface Mailboxes {
  /** Undefined if the account has chosen nothing yet. */
  find(owner: string): Promise<Mailbox | undefined>;
  /** Begins with the next event if nothing was wanted before. A digest that waits moves to `digestAt`. */
  save(owner: string, settings: MailSettings, digestAt: Date): Promise<void>;
  ofWebpage(owner: string, webpageId: string): Promise<WebpageMail>;
  /** Throws Problem('not-found'). */
  saveOfWebpage(owner: string, webpageId: string, choice: WebpageMail): Promise<void>;
  /** The webpages with their own settings, at most `limit`. */
  differing(owner: string, limit: number): Promise<DifferingWebpage[]>;
  /** Ends all mail about webpages until the settings are saved again, and withdraws what waits. */
  stop(owner: string, now: Date): Promise<void>;

  /** Accounts with newer events than were looked at. */
  behind(limit: number): Promise<string[]>;
  /** The first events that were not looked at; undefined if the account wants no mail. */
  unseen(owner: string): Promise<UnseenEvents | undefined>;
  /** Queues events for mail, and records that events up to `to` were read. Does nothing if another process did so. */
  queue(owner: string, work: { from: number; to: number; events: readonly WaitingEvent[] }): Promise<void>;
  /** Accounts that are due a mail. */
  due(now: Date, limit: number): Promise<{ owner: string; channel: MailChannel }[]>;
  /** Puts what waits into one mail. Does nothing if another process did so. `nextAt`: no further mail at once before. */
  gather(owner: string, channel: MailChannel, mail: { id: string; now: Date; nextAt: Date }): Promise<void>;
  /** The events of a mail, the newest first, at most `limit`. */
  eventsOf(owner: string, mailId: string, limit: number): Promise<MailedEvent[]>;
}

interface DifferingWebpage {
  readonly webpage: Webpage;
  readonly title: string | undefined;
  readonly choice: WebpageMail;
}

export interface UnseenEvents {
  readonly settings: MailSettings;
  readonly position: number;
  /** The number of the last event that was read. */
  readonly to: number;
  readonly events: readonly UnseenEvent[];
}

export interface UnseenEvent {
  readonly number: number;
  readonly kind: EventKind;
  readonly at: string;
  readonly webpageId: string;
  readonly choice: WebpageMail;
}

export interface WaitingEvent extends Omit<UnseenEvent, 'choice'> {
  readonly channel: MailChannel;
  readonly dueAt: string;
}

export interface MailedEvent extends UnseenEvent {
  readonly share: number | undefined;
}
