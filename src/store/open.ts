import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Store } from '../domain/ports.ts';
import { Problem } from '../domain/problem.ts';
import { printable } from '../domain/text.ts';
import { accounts } from './accounts.ts';
import { alerts } from './alerts.ts';
import { captures } from './captures.ts';
import { checks } from './check.ts';
import { comparisons } from './comparisons.ts';
import { endCopying } from './copy-mark.ts';
import type { Database, Queries } from './database.ts';
import { gallery } from './gallery.ts';
import { invitations } from './invitations.ts';
import { maintenance } from './maintenance.ts';
import { migrate } from './migrate.ts';
import { type PageReader, pageReader } from './pages.ts';
import { openPostgres, type PostgresOptions } from './postgres.ts';
import { removals } from './removals.ts';
import { residence } from './residence.ts';
import { screenshots } from './screenshots.ts';
import { sessions } from './sessions.ts';
import { signInAttempts } from './sign-in-attempts.ts';
import { openSqlite } from './sqlite.ts';
import { timeline } from './timeline.ts';
import { tokens } from './tokens.ts';
import { tracks } from './tracks.ts';
import { webpages } from './webpages.ts';

/** Opens the database at this URL to be used, and brings its schema up to date. */
export async function openStore(url: string, options?: PostgresOptions): Promise<Store> {
  const { database } = await openMigrated(url, options);
  try {
    await endCopying(database);
  } catch (error) {
    await database.close();
    throw explain(error, url);
  }
  return storeOn(database);
}

/** `applied`: how many migrations were run. */
export async function openMigrated(
  url: string,
  options?: PostgresOptions,
): Promise<{ database: Database; applied: number }> {
  const database = openDatabase(url, options);
  try {
    return { database, applied: await migrate(database) };
  } catch (error) {
    await database.close();
    throw explain(error, url);
  }
}

export function openDatabase(url: string, options?: PostgresOptions): Database {
  if (url.startsWith('sqlite:')) {
    const path = url.slice('sqlite:'.length);
    makeFolder(dirname(path));
    return openSqlite(path);
  }
  if (/^postgres(ql)?:/.test(url)) return openPostgres(url, options);
  // What follows may be a password.
  const scheme = printable(url.split(/[:@]/)[0] ?? '');
  throw new Problem(
    'invalid',
    `An address that begins with ${scheme} names no database: sqlite:PATH and postgres://… do.`,
  );
}

export function storeOn(database: Database): Store {
  const pages = pageReader();
  return {
    ...records(database, (work, keeping) => database.transaction(work, keeping), pages),
    version: () => database.version(),
    transaction: (work) =>
      database.transaction((tx) =>
        work({
          ...records(tx, (inner) => inner(tx), pages),
          version: () => undefined,
          transaction: () => Promise.reject(new Error('a transaction within a transaction')),
          close: () => Promise.reject(new Error('a transaction cannot close its store')),
        }),
      ),
    close: () => database.close(),
  };
}

function records(queries: Queries, write: Database['transaction'], pages: PageReader) {
  return {
    accounts: accounts(queries, write),
    tokens: tokens(queries),
    sessions: sessions(queries),
    invitations: invitations(queries),
    signInAttempts: signInAttempts(queries),
    gallery: gallery(queries),
    webpages: webpages(queries, write, pages),
    timeline: timeline(queries),
    comparisons: comparisons(queries, write),
    screenshots: screenshots(queries, write, pages),
    tracks: tracks(queries, write),
    captures: captures(queries, write),
    removals: removals(queries, write),
    maintenance: maintenance(queries),
    residence: residence(queries),
    alerts: alerts(queries),
    check: checks(queries, write),
  };
}

function makeFolder(path: string): void {
  try {
    mkdirSync(path, { recursive: true, mode: 0o700 });
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new Problem('unavailable', `The folder ${path} cannot be made: ${reason}.`, { cause: error });
  }
}

/** At the start it is the operator who reads it: where the database was looked for, and what it or the system said. */
function explain(error: unknown, url: string): unknown {
  if (!(error instanceof Problem && error.kind === 'unavailable' && error.cause instanceof Error)) return error;
  const { message } = error.cause;
  // Of a name with several addresses Node tells only the code.
  const reason = message || ('code' in error.cause ? error.cause.code : 'no reason is given');
  return new Problem('unavailable', `The database of DATABASE_URL, ${placeOf(url)}, cannot be used: ${reason}.`, {
    cause: error,
  });
}

/** Without user name and password. */
function placeOf(url: string): string {
  if (url.startsWith('sqlite:')) return url.slice('sqlite:'.length);
  const { host, pathname } = new URL(url);
  return `${host}${pathname}`;
}
