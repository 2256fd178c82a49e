import type { Origin } from '../audit.ts';
import type { Accounts } from './accounts.ts';
import type { Alerts } from './alerts.ts';
import type { Audit } from './audit.ts';
import type { CaptureSchedules } from './capture-schedules.ts';
import type { Captures } from './captures.ts';
import type { Changes, StoredFindings } from './changes.ts';
import type { Checks } from './checks.ts';
import type { ComparisonBacklog } from './comparison-backlog.ts';
import type { Events } from './events.ts';
import type { Feeds } from './feeds.ts';
import type { Gallery, Timeline } from './gallery.ts';
import type { MachineHeartbeat } from './machine-heartbeat.ts';
import type { Mailboxes } from './mailboxes.ts';
import type { Mails, PasswordResets } from './mails.ts';
import type { MaintenanceSwitch } from './maintenance.ts';
import type { People } from './people.ts';
import type { Removals } from './removals.ts';
import type { Replies } from './replies.ts';
import type { Screenshots } from './screenshots.ts';
import type { SealedTexts } from './sealed-texts.ts';
import type { Searches } from './searches.ts';
import type { Invitations, KnownDevices, Sessions, SignInAttempts } from './sessions.ts';
import type { SiteIcons } from './site-icons.ts';
import type { Tokens } from './tokens.ts';
import type { Trash } from './trash.ts';
import type { TwoStep } from './two-step.ts';
import type { DeliveryQueue, Webhooks } from './webhooks.ts';
import type { Webpages } from './webpages.ts';
import type { Words } from './words.ts';

/**
 * The archive's records. Every method that reaches a record takes its owner (an account's id) first; a record of
 * another owner is treated as one that never was.
 *
 * Any method throws Problem('unavailable') while the database is away, and works again once it is back. Problem('invalid')
 * may be its answer to text with U+0000 in it, which not every database holds.
 */
export interface Store {
  readonly accounts: Accounts;
  readonly people: People;
  readonly tokens: Tokens;
  readonly sessions: Sessions;
  readonly invitations: Invitations;
  readonly signInAttempts: SignInAttempts;
  readonly knownDevices: KnownDevices;
  readonly twoStep: TwoStep;
  readonly webpages: Webpages;
  readonly gallery: Gallery;
  readonly screenshots: Screenshots;
  readonly timeline: Timeline;
  readonly changes: Changes;
  readonly findings: StoredFindings;
  readonly comparisonBacklog: ComparisonBacklog;
  readonly words: Words;
  readonly schedules: CaptureSchedules;
  readonly captures: Captures;
  readonly events: Events;
  readonly webhooks: Webhooks;
  readonly feeds: Feeds;
  readonly deliveries: DeliveryQueue;
  readonly mails: Mails;
  readonly mailboxes: Mailboxes;
  readonly passwordResets: PasswordResets;
  readonly siteIcons: SiteIcons;
  readonly removals: Removals;
  readonly trash: Trash;
  readonly maintenance: MaintenanceSwitch;
  readonly machineHeartbeat: MachineHeartbeat;
  readonly alerts: Alerts;
  readonly audit: Audit;
  readonly sealedTexts: SealedTexts;
  readonly replies: Replies;
  readonly searches: Searches;
  readonly check: Checks;
  /** All of `work` or nothing of it. Inside, only the store handed to it may be used. */
  transaction<T>(work: (tx: Store) => Promise<T>): Promise<T>;
  /** The same store. The audit log states the origin for all changes that are made through it. */
  by(origin: Origin): Store;
  close(): Promise<void>;
}
