import { Problem } from '../../domain/problem.ts';
import { archive } from '../migrations/0001-archive.ts';
import { captures } from '../migrations/0002-captures.ts';
import { web } from '../migrations/0003-web.ts';
import { writtenLists } from '../migrations/0004-written-lists.ts';
import { shortWays } from '../migrations/0005-short-ways.ts';
import { partsByRevision } from '../migrations/0006-parts-by-revision.ts';
import { nearerRecords } from '../migrations/0007-nearer-records.ts';
import { shownWebpages } from '../migrations/0008-shown-webpages.ts';
import { screenshotsByPicture } from '../migrations/0009-screenshots-by-picture.ts';
import type { Database } from './database.ts';

/** The few words in which the two engines' schemas differ. */
interface Dialect {
  readonly text: string;
  readonly integer: string;
  readonly strict: string;
  /** Behind a table whose rows lie in the index of its key; empty where there is no such thing. */
  readonly inIndex: string;
  /** Columns that an index holds behind its key, so that a list is read from the index alone. */
  readonly beside: (columns: string) => string;
}

export type Migration = (dialect: Dialect) => string;

/** In order, for ever: a migration that was released is never changed. */
const MIGRATIONS: readonly Migration[] = [
  archive,
  captures,
  web,
  writtenLists,
  shortWays,
  partsByRevision,
  nearerRecords,
  shownWebpages,
  screenshotsByPicture,
];

const DIALECTS: Record<Database['engine'], Dialect> = {
  sqlite: {
    text: 'TEXT',
    integer: 'INTEGER',
    strict: ' STRICT',
    inIndex: ' STRICT, WITHOUT ROWID',
    beside: (columns) => `, ${columns}`,
  },
  // Text sorts by bytes, as in SQLite, whatever the language of the server. An index entry is bounded to 2,704 bytes,
  // too few for some records: see 0008-shown-webpages.ts.
  postgres: { text: 'TEXT COLLATE "C"', integer: 'BIGINT', strict: '', inIndex: '', beside: () => '' },
};

/**
 * Brings the schema up to date and answers how many migrations were run. Safe when several processes start at once: they take turns.
 * Throws Problem('unprocessable') if the database was made by a newer program.
 */
export async function migrate(database: Database): Promise<number> {
  let applied = 0;
  await database.migrate(async (tx, exec) => {
    await exec('CREATE TABLE IF NOT EXISTS schema_version (version INTEGER NOT NULL)');
    const row = await tx.get('SELECT max(version) AS version FROM schema_version');
    const version = Number(row?.version ?? 0);
    if (version > MIGRATIONS.length) {
      throw new Problem(
        'unprocessable',
        `The database has schema version ${version}, but this Pagekeep knows only ${MIGRATIONS.length}: it was used by a newer one. Start that version, or restore a backup.`,
      );
    }
    for (const migration of MIGRATIONS.slice(version)) await exec(migration(DIALECTS[database.engine]));
    applied = MIGRATIONS.length - version;
    if (applied > 0) await tx.run('INSERT INTO schema_version (version) VALUES ($1)', [MIGRATIONS.length]);
  });
  if (applied > 0) await database.takeStock();
  return applied;
}
