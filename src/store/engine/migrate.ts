import { Problem } from '../../domain/problem.ts';
import { initial } from '../migrations/0001-initial.ts';
import { changes } from '../migrations/0002-changes.ts';
import { archive } from '../migrations/0003-archive.ts';
import { siteIcons } from '../migrations/0004-site-icons.ts';
import { thumbnailHashes } from '../migrations/0005-thumbnail-hashes.ts';
import { signIn } from '../migrations/0006-sign-in.ts';
import { people } from '../migrations/0007-people.ts';
import { trash } from '../migrations/0008-trash.ts';
import { rowSums } from '../migrations/0009-row-sums.ts';
import { tokenScopes } from '../migrations/0010-token-scopes.ts';
import { events } from '../migrations/0011-events.ts';
import { replies } from '../migrations/0012-replies.ts';
import { words } from '../migrations/0013-words.ts';
import { webhooks } from '../migrations/0014-webhooks.ts';
import { feeds } from '../migrations/0015-feeds.ts';
import { mail } from '../migrations/0016-mail.ts';
import { tableSums } from '../migrations/0017-table-sums.ts';
import { screenshotsOfAccount } from '../migrations/0018-screenshots-of-account.ts';
import { textUse } from '../migrations/0019-text-use.ts';
import { plainSums } from '../migrations/0020-plain-sums.ts';
import { webpagesOfEntries } from '../migrations/0021-webpages-of-entries.ts';
import type { Database, EngineOptions, Queries } from './database.ts';
import { DIALECTS, type Dialect, type Migration } from './dialect.ts';

/** In order. A migration never changes after its release. */
const MIGRATIONS: readonly Migration[] = [
  initial,
  changes,
  archive,
  siteIcons,
  thumbnailHashes,
  signIn,
  people,
  trash,
  rowSums,
  tokenScopes,
  events,
  replies,
  words,
  webhooks,
  feeds,
  mail,
  tableSums,
  screenshotsOfAccount,
  textUse,
  plainSums,
  webpagesOfEntries,
];

/** The scripts that make a schema of this version; undefined for a version that this program does not know. */
export function scriptsOf(version: number, dialect: Dialect): string[] | undefined {
  return version > MIGRATIONS.length ? undefined : MIGRATIONS.slice(0, version).map((migration) => migration(dialect));
}

/**
 * Brings the schema up to date and returns the number of migrations that ran. Safe when several processes start at
 * once: they run one after the other. Throws Problem('unprocessable') if a newer version of Pagekeep made the schema, or if
 * the schema is not one of Pagekeep.
 */
export async function migrate(database: Database, onMigration?: EngineOptions['onMigration']): Promise<number> {
  let applied = 0;
  await database.migrate(async (tx, exec, changeSchema) => {
    await exec('CREATE TABLE IF NOT EXISTS schema_version (version INTEGER NOT NULL)');
    const version = await knownVersion(tx);
    const to = MIGRATIONS.length;
    if (version > 0 && version < to) onMigration?.({ from: version, to });
    applied = to - version;
    if (applied === 0) return;
    await changeSchema(async () => {
      for (const migration of MIGRATIONS.slice(version)) await run(exec, migration(DIALECTS[database.engine]));
      await tx.run('INSERT INTO schema_version (version) VALUES ($1)', [to]);
    });
  });
  return applied;
}

async function run(exec: (script: string) => Promise<void>, script: string): Promise<void> {
  try {
    await exec(script);
  } catch (cause) {
    if (cause instanceof Problem) throw cause;
    const reason = cause instanceof Error ? cause.message : String(cause);
    const advice = 'The schema is not one that Pagekeep makes: if the database is damaged, restore a backup.';
    throw new Problem('unprocessable', `The database cannot be migrated: ${reason}. ${advice}`, { cause });
  }
}

/** Whether the database has a schema of an earlier version. Throws Problem('unprocessable') if a newer one made it. */
export async function isOutdated(database: Database): Promise<boolean> {
  const row = await database.get(DIALECTS[database.engine].countOfTables, ['schema_version']);
  return Number(row?.n) > 0 && !(await isMigrated(database));
}

/** Whether the schema needs no migration. Throws Problem('unprocessable') if a newer version of Pagekeep made it. */
export async function isMigrated(queries: Queries): Promise<boolean> {
  return (await knownVersion(queries)) === MIGRATIONS.length;
}

/** The version of the schema. Throws Problem('unprocessable') if a newer version of Pagekeep made the schema. */
export async function knownVersion(queries: Queries): Promise<number> {
  const row = await queries.get('SELECT max(version) AS version FROM schema_version');
  const version = Number(row?.version ?? 0);
  if (version <= MIGRATIONS.length) return version;
  throw new Problem(
    'unprocessable',
    `The database has schema version ${version}, but this version of Pagekeep knows only ${MIGRATIONS.length}. A newer version has used the database: start that version, or restore a backup.`,
  );
}
