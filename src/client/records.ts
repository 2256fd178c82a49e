import type { Static } from 'typebox';
import type { ScreenshotInList as ScreenshotInListSchema, Screenshot as ScreenshotSchema } from '../api/schemas.ts';
import type { Activity } from '../manage/schemas/activity.ts';
import type { Capture } from '../manage/schemas/capture.ts';
import type { Change } from '../manage/schemas/change.ts';
import type { Event } from '../manage/schemas/event.ts';
import type { Feed } from '../manage/schemas/feed.ts';
import type { Token } from '../manage/schemas/token.ts';
import type { Trashed } from '../manage/schemas/trash.ts';
import type { Delivery, Webhook } from '../manage/schemas/webhook.ts';
import type { ManagedWebPage, ManagedWebPageInList } from '../manage/schemas/webpage.ts';
import type { WordMatch } from '../manage/schemas/words.ts';

export type WebPage = Static<typeof ManagedWebPage>;
export type WebPageInList = Static<typeof ManagedWebPageInList>;
export type Screenshot = Static<typeof ScreenshotSchema>;
export type ScreenshotInList = Static<typeof ScreenshotInListSchema>;
export type PageChange = Static<typeof Change>;
export type CaptureAttempt = Static<typeof Capture>;
export type ArchiveEvent = Static<typeof Event>;
export type AccountActivity = Static<typeof Activity>;
export type FoundWords = WordMatch;
export type TrashedItem = Static<typeof Trashed>;
export type ApiToken = Static<typeof Token>;
export type ChangeFeed = Static<typeof Feed>;
export type EventWebhook = Static<typeof Webhook>;
export type WebhookDelivery = Static<typeof Delivery>;

type Order = 'asc' | 'desc';

export interface WebPageFilter {
  readonly q?: string | undefined;
  readonly url?: string | undefined;
  readonly keyword?: string | undefined;
  readonly site?: string | undefined;
  readonly state?: WebPage['state'] | undefined;
  readonly changedSince?: Date | string | undefined;
  readonly order?: Order | undefined;
}

export interface ScreenshotFilter {
  readonly after?: Date | string | undefined;
  readonly before?: Date | string | undefined;
  readonly verdict?: Screenshot['verdict'] | undefined;
  readonly order?: Order | undefined;
}

export interface ChangeFilter {
  readonly since?: Date | string | undefined;
  readonly kind?: 'all' | 'reviewed' | PageChange['kind'] | undefined;
  readonly site?: string | undefined;
  readonly keyword?: string | undefined;
  readonly order?: Order | undefined;
}

export interface ActivityFilter {
  readonly action?: AccountActivity['action'] | undefined;
  readonly since?: Date | string | undefined;
  readonly before?: Date | string | undefined;
}

export interface PhraseOptions {
  /** Case, diacritics, width and punctuation as they are written. */
  readonly exact?: boolean | undefined;
  /** The most spans of a webpage, the newest ones. */
  readonly spans?: number | undefined;
}

export interface SearchOptions extends PhraseOptions {
  /** The newest text of each webpage (the default), or all texts that it ever had. */
  readonly in?: 'current' | 'all' | undefined;
}
