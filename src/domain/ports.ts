import type { Account } from './account.ts';
import type { Alerts } from './alert.ts';
import type { Comparisons } from './comparison.ts';
import type { Finding } from './finding.ts';
import type { Gallery, Timeline } from './gallery.ts';
import type { CollectionState, ScreenshotPageRequest, WebpagePageRequest } from './listing.ts';
import type { Invitations, Sessions, SignInAttempts } from './people-ports.ts';
import type { Residence } from './residence.ts';
import type { Picture, Screenshot, ScreenshotField } from './screenshot.ts';
import type { Soon } from './soon.ts';
import type { Frame, Template, WrittenPage } from './template.ts';
import type { TokenRecord } from './token.ts';
import type { CaptureRecord, Claim, ClaimRequest, Finish, LastPicture, Lease, Track, TrackDraft } from './track.ts';
import type { Webpage } from './webpage.ts';

/**
 * The archive's records. Every method that reaches a record takes its owner (an account's id) first; a record of
 * another owner is treated as one that never was.
 *
 * Any method throws Problem('unavailable') while the database is away, and works again once it is back. Problem('invalid')
 * may be its answer to text with U+0000 in it, which not every database holds.
 */
export interface Store {
  readonly accounts: Accounts;
  readonly tokens: Tokens;
  readonly sessions: Sessions;
  readonly invitations: Invitations;
  readonly signInAttempts: SignInAttempts;
  readonly webpages: Webpages;
  readonly gallery: Gallery;
  readonly screenshots: Screenshots;
  readonly timeline: Timeline;
  readonly comparisons: Comparisons;
  readonly tracks: Tracks;
  readonly captures: Captures;
  readonly removals: Removals;
  readonly maintenance: MaintenanceSwitch;
  /**
   * A number that changes whenever anyone, in any process, has written, so that what was made of the records is known
   * to be good still; undefined where that cannot be told cheaply.
   */
  version(): number | undefined;
  readonly residence: Residence;
  readonly alerts: Alerts;
  readonly check: Checks;
  /** All of `work` or nothing of it. Inside, only the store handed to it may be used. */
  transaction<T>(work: (tx: Store) => Promise<T>): Promise<T>;
  close(): Promise<void>;
}

export interface Accounts {
  /** Throws Problem('conflict') if the e-mail address is taken. */
  add(account: Account, passwordHash: string): Promise<void>;
  list(): Promise<Account[]>;
  /** Throws Problem('not-found'). */
  findByEmail(email: string): Promise<Account>;
  /** What is needed to check a password; undefined if nobody has this address. */
  credentials(email: string): Promise<Credentials | undefined>;
  /** Throws Problem('not-found'). */
  setPassword(owner: string, passwordHash: string): Promise<void>;
  /**
   * Shuts the account at once: its address, tokens, sessions and invitations are gone. Removals.dismantle then lets go
   * of its webpages, a few at a time. Throws Problem('not-found').
   */
  close(owner: string, now: Date): Promise<void>;
}

interface Credentials {
  readonly owner: string;
  readonly passwordHash: string;
}

/** Who is calling, with the state of the collection of all that the caller owns. */
export interface Caller {
  readonly owner: string;
  readonly tokenId: string;
  /** In milliseconds since 1970. */
  readonly tokenUsedAt: number | undefined;
  readonly webpages: CollectionState;
}

/** What a request meets first. */
export interface Entrance {
  /** What the operator tells callers while the service is closed. */
  readonly maintenance: string | undefined;
  readonly caller: Caller | undefined;
}

export interface Tokens {
  add(owner: string, token: TokenRecord, hash: string): Promise<void>;
  list(owner: string): Promise<TokenRecord[]>;
  /** Throws Problem('not-found'). No request that begins afterwards is let in with it, in any process. */
  revoke(owner: string, id: string): Promise<void>;
  /** Whether the service is open, and whom this hash of a token lets in. */
  enter(hash: string | undefined): Soon<Entrance>;
  touch(owner: string, id: string, usedAt: string): Promise<void>;
}

export interface Webpages {
  add(owner: string, webpage: Webpage): Promise<void>;
  /** Many at once, as an import brings them; `settle` then makes their pages fast again. */
  addMany(owner: string, webpages: readonly Webpage[]): Promise<void>;
  settle(owner: string): Promise<void>;
  find(owner: string, id: string): Promise<Webpage | undefined>;
  /** Those with this address, the oldest first, and ten at most. */
  findByUrl(owner: string, url: string): Promise<Webpage[]>;
  /** Puts this record in the place of the one with its id. Throws Problem('not-found'). */
  change(owner: string, webpage: Webpage): Promise<void>;
  /** Answers at once, however many screenshots go with it; Removals.sweep does the rest. Throws Problem('not-found'). */
  remove(owner: string, id: string): Promise<void>;
  state(owner: string): Soon<CollectionState>;
  page(owner: string, state: CollectionState, request: WebpagePageRequest): Promise<Webpage[]>;
  /** The same page as text, its webpages with commas between. */
  writePage(
    owner: string,
    state: CollectionState,
    request: WebpagePageRequest,
    frame: Frame<keyof Webpage>,
  ): Soon<WrittenPage>;
  /** A way to find one as the template writes it. */
  writer(template: Template<keyof Webpage>): (owner: string, id: string) => Soon<string | undefined>;
}

export interface Screenshots {
  /**
   * Keeps a capture whose image files are already stored, and takes their keys off the removal queue. A picture that
   * is kept already is shared, and the files of the new one stay queued. Throws Problem('not-found') if the webpage is gone; the files then stay queued.
   */
  add(owner: string, screenshot: Screenshot): Promise<void>;
  /** Many at once, as an import brings them; `settle` then makes their pages fast again. */
  addMany(owner: string, screenshots: readonly Screenshot[]): Promise<void>;
  settle(owner: string, webpageId: string): Promise<void>;
  find(owner: string, webpageId: string, id: string): Promise<Screenshot | undefined>;
  /** Throws Problem('not-found'). */
  setFavorite(owner: string, mark: FavoriteMark): Promise<void>;
  /** How many captures of the webpage pass the filter; undefined if the owner has no such webpage. */
  state(owner: string, webpageId: string, isFavorite: boolean | undefined): Soon<CollectionState | undefined>;
  page(owner: string, webpageId: string, state: CollectionState, request: ScreenshotPageRequest): Promise<Screenshot[]>;
  /** The same page as text, its screenshots with commas between. */
  writePage(
    owner: string,
    webpageId: string,
    state: CollectionState,
    request: ScreenshotPageRequest,
    frame: Frame<ScreenshotField>,
  ): Soon<WrittenPage>;
  /** A way to find one as the template writes it. */
  writer(
    template: Template<ScreenshotField>,
  ): (owner: string, webpageId: string, id: string) => Soon<string | undefined>;
}

interface FavoriteMark {
  readonly webpageId: string;
  readonly id: string;
  readonly isFavorite: boolean;
  readonly now: Date;
}

/** Which pages are captured when. All times are the caller's, so that a test can move them. */
export interface Tracks {
  /**
   * Begins to track a webpage, or changes how; `readyAt` is when it is due next. A page that is being captured is
   * captured in the new way right after that; one that is due, or waits to be tried again, waits no longer than before.
   * Throws Problem('not-found').
   */
  start(owner: string, webpageId: string, draft: TrackDraft, times: { now: Date; readyAt: Date }): Promise<void>;
  /** Undefined for a webpage that is kept but not captured. */
  find(owner: string, webpageId: string, now: Date): Promise<Track | undefined>;
  findMany(owner: string, webpageIds: readonly string[], now: Date): Promise<Map<string, Track>>;
  secrets(owner: string, webpageId: string): Promise<string | undefined>;
  /** Whether any webpage of the archive has secrets, which only their key opens. */
  holdSecrets(): Promise<boolean>;
  /** Throws Problem('not-found'), as resume and request do. A capture under way is finished. */
  pause(owner: string, webpageId: string): Promise<void>;
  resume(owner: string, webpageId: string, readyAt: Date): Promise<void>;
  /** Asks for a capture that begins from now on, as soon as possible, also of a paused page; one under way is followed by it. */
  request(owner: string, webpageId: string, now: Date): Promise<void>;
  /** Owners with work that is due, for workers to serve in turn. */
  dueOwners(now: Date): Promise<string[]>;
  /** How many pages are due, and since when the first of them. */
  queue(now: Date): Promise<{ due: number; oldest: string | undefined }>;
  /**
   * Takes a due page of the owner for the time of the lease; no other worker gets it meanwhile. One whose lease ran out
   * is due, and what was under way then is logged as interrupted.
   */
  claim(owner: string, request: ClaimRequest): Promise<Claim | undefined>;
  /** Takes this page, due or not; undefined if a worker has it. Throws Problem('not-found'). */
  claimOne(owner: string, webpageId: string, request: ClaimRequest): Promise<Claim | undefined>;
  /** Prolongs leases; answers how many of them are still held. */
  renew(attempts: readonly string[], leaseUntil: Date): Promise<number>;
  /** Gives a page back untouched; also a paused one is then ready for another worker. */
  release(attempt: string, readyAt: Date): Promise<void>;
  /** Those that end after this time. */
  leasesBeyond(time: Date): Promise<Lease[]>;
  /** Ends a lease that nobody renews; one that was renewed after all is left alone. */
  expire(lease: Lease, readyAt: Date): Promise<void>;
}

/** The log of all attempts, and what they left. */
export interface Captures {
  /**
   * Keeps the record, the screenshot and when the page is due next, all at once or not at all.
   * Throws Problem('conflict') if the lease or the image files were lost, Problem('not-found') if the webpage was deleted meanwhile.
   */
  finish(claim: Claim, finish: Finish): Promise<void>;
  /** What the newest capture shows, to compare the next one with; undefined if there is none to share with. */
  lastPicture(owner: string, webpageId: string): Promise<LastPicture | undefined>;
  /** Newest first. */
  list(owner: string, webpageId: string, range: { before: string; limit: number }): Promise<CaptureRecord[]>;
  ofScreenshot(owner: string, webpageId: string, screenshotId: string): Promise<CaptureRecord | undefined>;
  /** The first picture, by id and behind this one, that is still stored as Chromium made it. */
  nextToEncode(after?: string): Promise<Picture | undefined>;
  keepAsIs(pictureId: string): Promise<void>;
  /** Puts the same pixels in another file; the old one is removed later. Throws Problem('not-found'). */
  replace(old: Picture, encoded: EncodedFile, times: { now: Date; removeAt: Date }): Promise<void>;
}

interface EncodedFile {
  readonly contentKey: string;
  readonly contentType: string;
  readonly bytes: number;
  readonly sha256: string;
}

/** Image files that no record needs any more, and records whose webpage was deleted. */
export interface Removals {
  /** Queues keys about to be written, so that a crash before their record is made leaves nothing behind. */
  reserve(keys: readonly string[], due: Date): Promise<void>;
  /** Takes apart up to `limit` screenshots of deleted webpages; answers whether there may be more. */
  dismantle(limit: number): Promise<boolean>;
  /** Keys whose files are due to be removed; from now on no record can take them. */
  due(now: Date, limit: number): Promise<string[]>;
  /** Their files are gone; those that were given up since they were due may be there, and stay in the queue. */
  done(keys: readonly string[]): Promise<void>;
  /** Their files could not be removed: they are due again at that time, behind all others, and no record can take them. */
  putOff(keys: readonly string[], until: Date): Promise<void>;
  /** Queues files that no record took, to be removed at once, whether they are still queued or not. */
  giveUp(keys: readonly string[]): Promise<void>;
}

export interface MaintenanceSwitch {
  set(message: string | undefined): Promise<void>;
  get(): Promise<string | undefined>;
}

/** What the doctor asks. It may run beside a service: what changes meanwhile is not taken for a fault. */
export interface Checks {
  /** Counts again whatever is noted, a part at a time, and tells `report` how far it is. */
  compare(report: (progress: string) => void): AsyncIterable<Finding>;
  /** Makes the records right, in one transaction. Throws Problem('invalid') for a finding about a file or a setting. */
  mend(finding: Finding): Promise<void>;
  /** The files of all pictures, by id, from behind this one. */
  pictureFiles(after: string, limit: number): Promise<PictureFiles[]>;
  /** The logins of all webpages that have one, by webpage, from behind this one. */
  pageLogins(after: string, limit: number): Promise<PageLogin[]>;
  /** The keys on the removal queue, from behind this one. */
  queuedKeys(after: string, limit: number): Promise<string[]>;
  /** The image keys of all comparisons, from behind this one. */
  differenceKeys(after: string, limit: number): Promise<string[]>;
  /** Which of these keys a picture or a comparison names. */
  keptKeys(keys: readonly string[]): Promise<string[]>;
  /** Which of these keys a picture, a comparison or the removal queue names. */
  neededKeys(keys: readonly string[]): Promise<string[]>;
}

interface PageLogin {
  readonly webpageId: string;
  readonly url: string;
  readonly sealedSecrets: string;
}

export interface PictureFiles {
  readonly id: string;
  readonly contentKey: string;
  readonly thumbnailKey: string;
  /** Of the content. */
  readonly bytes: number;
  readonly sha256: string;
}
