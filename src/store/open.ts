import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import type { AuditEvent, Origin } from '../domain/audit.ts';
import type { Checks } from '../domain/ports/checks.ts';
import type { Store } from '../domain/ports/store.ts';
import { Problem } from '../domain/problem.ts';
import { printable } from '../domain/text.ts';
import { endCopying } from './copy-mark.ts';
import { DAMAGED, type Database, type EngineOptions, type Queries } from './engine/database.ts';
import { isMigrated, isOutdated, migrate } from './engine/migrate.ts';
import { openSqlite } from './engine/sqlite.ts';
import { pageReader, type ReadPage } from './paging/pages.ts';
import { accounts } from './records/accounts/accounts.ts';
import { audit, type Note, noteAs } from './records/accounts/audit.ts';
import { invitations } from './records/accounts/invitations.ts';
import { knownDevices } from './records/accounts/known-devices.ts';
import { passwordResets } from './records/accounts/password-resets.ts';
import { people } from './records/accounts/people.ts';
import { sessions } from './records/accounts/sessions.ts';
import { signInAttempts } from './records/accounts/sign-in-attempts.ts';
import { tokens } from './records/accounts/tokens.ts';
import { twoStep } from './records/accounts/two-step.ts';
import { alerts } from './records/alerts.ts';
import { captureSchedules } from './records/captures/capture-schedules.ts';
import { captures } from './records/captures/captures.ts';
import { removals } from './records/captures/removals.ts';
import { screenshots } from './records/captures/screenshots.ts';
import { timeline } from './records/captures/timeline.ts';
import { changes } from './records/changes/changes.ts';
import { comparisonBacklog } from './records/changes/comparison-backlog.ts';
import { storedFindings } from './records/changes/findings.ts';
import { checks } from './records/check.ts';
import { deliveryQueue } from './records/events/deliveries.ts';
import { events } from './records/events/events.ts';
import { feeds } from './records/events/feeds.ts';
import { mailboxes } from './records/events/mailboxes.ts';
import { mails } from './records/events/mails.ts';
import { withOutbox } from './records/events/outbox.ts';
import { webhooks } from './records/events/webhooks.ts';
import { machineHeartbeat } from './records/machine-heartbeat.ts';
import { maintenanceSwitch } from './records/maintenance.ts';
import { replies } from './records/replies.ts';
import { sealedTexts } from './records/sealed-texts.ts';
import { trash } from './records/trash/trash.ts';
import { gallery } from './records/webpages/gallery.ts';
import { searches } from './records/webpages/searches.ts';
import { siteIcons } from './records/webpages/site-icons.ts';
import { webpages } from './records/webpages/webpages.ts';
import { words } from './records/words/words.ts';
import { refuseUnfinishedRestore } from './restore-draft.ts';

/** Opens the database for use and migrates its schema. */
export async function openStore(url: string, options?: EngineOptions): Promise<Store> {
  const { database } = await openMigrated(url, options);
  try {
    await endCopying(database);
  } catch (error) {
    await database.close();
    throw explain(error, url);
  }
  return storeOn(database);
}

/** `applied` is the number of migrations that ran. */
export async function openMigrated(
  url: string,
  options?: EngineOptions,
): Promise<{ database: Database; applied: number }> {
  const database = await openDatabase(url, options);
  try {
    return { database, applied: await migrate(database, options?.onMigration) };
  } catch (error) {
    await database.close();
    throw explain(error, url);
  }
}

/** The operations on a database that needs a migration. */
export type OutdatedDatabase = Pick<Checks, 'damage' | 'rebuildIndexes'>;

/**
 * Runs the work on a database that needs a migration, before it is migrated: damaged rows can stop a migration. Returns undefined
 * for any other database.
 */
export async function beforeMigration<T>(
  url: string,
  work: (database: OutdatedDatabase) => Promise<T>,
): Promise<T | undefined> {
  const database = await openDatabase(url);
  try {
    if (!(await isOutdated(database))) return undefined;
    return await work(checks(database, (change) => database.transaction(change)));
  } finally {
    await database.close();
  }
}

/** Records an event about the whole archive, unless its schema is older: a backup must not migrate the archive. */
export async function recordInArchive(url: string, origin: Origin, event: AuditEvent): Promise<void> {
  const database = await openDatabase(url);
  try {
    if (await isMigrated(database)) await noteAs(origin)(database, event);
  } finally {
    await database.close();
  }
}

export async function openDatabase(url: string, options?: EngineOptions): Promise<Database> {
  if (url.startsWith('sqlite:')) {
    const path = url.slice('sqlite:'.length);
    refuseUnfinishedRestore(path);
    makeFolder(dirname(path));
    return openSqlite(path, options);
  }
  if (/^postgres(ql)?:/.test(url)) {
    // Loaded here, because the driver takes 40 ms to load and an archive on SQLite does not need it.
    const { openPostgres } = await import('./engine/postgres.ts');
    return openPostgres(url, options);
  }
  // Only the scheme, because the rest may contain a password.
  const scheme = printable(url.split(/[:@]/)[0] ?? '');
  throw new Problem(
    'invalid',
    `The scheme ${scheme} is not a database; use sqlite:PATH or postgres://USER:PASSWORD@HOST/DATABASE.`,
  );
}

export function storeOn(database: Database): Store {
  const write = withOutbox((work, keeping) => database.transaction(work, keeping));
  const readPage = pageReader();
  // Made once: some of these records keep what they have found, and the web application asks for a store by each visitor.
  const shared = sharedRecords(database, write, readPage);
  const storeBy = (origin: Origin): Store => ({
    ...shared,
    ...notedRecords(database, write, readPage, noteAs(origin)),
    transaction: (work) => write((tx) => work(storeIn(tx, readPage, origin))),
    by: storeBy,
    close: () => database.close(),
  });
  return storeBy({ via: 'service' });
}

/** The store of a transaction. The data that it reads may never be committed, so it shares no cache with other stores. */
function storeIn(tx: Queries, readPage: ReadPage, origin: Origin): Store {
  const write: Database['transaction'] = (work) => work(tx);
  return {
    ...sharedRecords(tx, write, readPage),
    ...notedRecords(tx, write, readPage, noteAs(origin)),
    transaction: () => Promise.reject(new Error('a transaction within a transaction')),
    by: (other) => storeIn(tx, readPage, other),
    close: () => Promise.reject(new Error('a transaction cannot close its store')),
  };
}

/** Records without entries in the audit log. */
function sharedRecords(queries: Queries, write: Database['transaction'], readPage: ReadPage) {
  return {
    signInAttempts: signInAttempts(queries),
    knownDevices: knownDevices(queries),
    gallery: gallery(queries),
    timeline: timeline(queries),
    changes: changes(queries, write),
    findings: storedFindings(queries, write),
    comparisonBacklog: comparisonBacklog(queries, write),
    screenshots: screenshots(queries, write, readPage),
    words: words(queries),
    schedules: captureSchedules(queries, write),
    captures: captures(queries, write),
    events: events(queries, write),
    siteIcons: siteIcons(queries),
    removals: removals(queries, write),
    machineHeartbeat: machineHeartbeat(queries),
    alerts: alerts(queries),
    sealedTexts: sealedTexts(queries, write),
    replies: replies(queries, write),
    mails: mails(queries, write),
    mailboxes: mailboxes(queries, write),
    passwordResets: passwordResets(queries, write),
    searches: searches(queries),
    check: checks(queries, write),
  };
}

/** Records whose changes the audit log states, with their origin. */
function notedRecords(queries: Queries, write: Database['transaction'], readPage: ReadPage, note: Note) {
  return {
    accounts: accounts(queries, write, note),
    people: people(queries, write, note),
    tokens: tokens(queries, write, note),
    sessions: sessions(queries, write, note),
    invitations: invitations(queries, write, note),
    twoStep: twoStep(queries, write, note),
    webpages: webpages(queries, write, readPage, note),
    trash: trash(queries, write, note),
    webhooks: webhooks(queries, write, note),
    feeds: feeds(queries, write, note),
    deliveries: deliveryQueue(queries, write, note),
    maintenance: maintenanceSwitch(queries, write, note),
    audit: audit(queries, note),
  };
}

function makeFolder(path: string): void {
  try {
    mkdirSync(path, { recursive: true, mode: 0o700 });
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new Problem('unavailable', `The folder ${path} cannot be created: ${reason}.`, { cause: error });
  }
}

/** At the start the operator reads the message, so it contains the address and the reason. */
function explain(error: unknown, url: string): unknown {
  if (!(error instanceof Problem && error.kind === 'unavailable' && error.cause instanceof Error)) return error;
  const { message } = error.cause;
  // If a host has several addresses, Node's error has a code and no message.
  const reason = message || ('code' in error.cause ? error.cause.code : 'unknown reason');
  const advice =
    error.message === DAMAGED ? ' Run "pagekeep doctor", which lists the damage, or restore a backup.' : '';
  return new Problem(
    'unavailable',
    `The database of DATABASE_URL, ${placeOf(url)}, cannot be used: ${reason}.${advice}`,
    { cause: error },
  );
}

/** Without user name and password. */
function placeOf(url: string): string {
  if (url.startsWith('sqlite:')) return url.slice('sqlite:'.length);
  const { host, pathname } = new URL(url);
  return `${host}${pathname}`;
}
