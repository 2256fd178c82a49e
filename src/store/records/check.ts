import type { Finding, NotedCount } from '../../domain/finding.ts';
import type { Checks } from '../../domain/ports/checks.ts';
import { Problem } from '../../domain/problem.ts';
import type { Database, Queries, Row } from '../engine/database.ts';
import { portions } from '../engine/insert.ts';
import { LOST_TRANSACTIONS } from '../engine/lost-transactions.ts';
import { checkPageIndex, repairPageIndex } from '../paging/check-page-index.ts';
import { subtractBytes } from './account-use.ts';
import { KEPT, mendLastChange, removeDanglingChange, wrongChanges } from './check-changes.ts';
import { mendWords, rebuildWordIndex, wrongWordIndex, wrongWords } from './check-words.ts';
import { GOOD_VERDICTS, setFace } from './faces.ts';
import { removeFindings } from './removals.ts';
import { readSetting, writeSetting } from './settings.ts';
import { CORRECT_TEXT_BYTES, TEXT_BYTES_OF_WEBPAGE } from './text-use.ts';

// A part takes some tens of milliseconds, so that a service on the same database is not blocked for long.
const WEBPAGES_A_PART = 5000;

type CountFinding = Extract<Finding, { kind: 'count' }>;

export function checks(queries: Queries, write: Database['transaction']): Checks {
  return {
    damage: () => queries.damage(),

    async rebuildIndexes() {
      try {
        await write((tx) => tx.rebuildIndexes());
        return true;
      } catch (error) {
        if (error instanceof Problem) return false;
        throw error;
      }
    },

    lostTransactions: async () => Number((await readSetting(queries, LOST_TRANSACTIONS)) ?? 0),

    async *compare(report) {
      report('webpages of accounts');
      yield* await accountCounts(queries);
      yield* webpageCounts(queries, report);
      report('uses of pictures');
      yield* await pictureUses(queries);
      yield* await accountBytes(queries);
      yield* await newestEvents(queries);
      yield* checkPageIndex(queries, report);
      report('index of words');
      yield* await wrongWordIndex(queries);
    },

    mend: (finding) =>
      write(async (tx) => {
        if (finding.kind === 'lost transactions') return writeSetting(tx, LOST_TRANSACTIONS, undefined);
        if (finding.kind === 'count') return mendCount(tx, finding);
        if (finding.kind === 'page index') return repairPageIndex(tx, finding.collection);
        if (finding.kind === 'face') return mendFace(tx, finding.id);
        if (finding.kind === 'last change') return mendLastChange(tx, finding.id);
        if (finding.kind === 'dangling change') return removeDanglingChange(tx, finding.id);
        if (finding.kind === 'words') return mendWords(tx, finding.id);
        if (finding.kind === 'word index') return rebuildWordIndex(tx);
        throw new Problem('invalid', 'The database cannot fix this finding.');
      }),

    async pictureFiles(after, limit) {
      const rows = await queries.all(
        `SELECT id, content_key, thumbnail_key, bytes, sha256, thumbnail_sha256, ${queries.intact('pictures')} AS intact FROM pictures
         WHERE id > $1 ORDER BY id LIMIT $2`,
        [after, limit],
      );
      return rows.map((row) => ({
        id: String(row.id),
        contentKey: String(row.content_key),
        thumbnailKey: String(row.thumbnail_key),
        bytes: Number(row.bytes),
        sha256: String(row.sha256),
        thumbnailSha256: row.thumbnail_sha256?.toString(),
      }));
    },

    async keepThumbnailHash(picture, sha256) {
      await queries.run('UPDATE pictures SET thumbnail_sha256 = $2 WHERE id = $1', [picture, sha256]);
    },

    async pageLogins(after, limit) {
      const rows = await queries.all(
        `SELECT t.webpage_id, w.url, t.secrets FROM capture_schedules t JOIN webpages w ON w.id = t.webpage_id
         WHERE t.secrets IS NOT NULL AND ${KEPT} AND t.webpage_id > $1
         ORDER BY t.webpage_id LIMIT $2`,
        [after, limit],
      );
      return rows.map((row) => ({
        webpageId: String(row.webpage_id),
        url: String(row.url),
        sealedSecrets: String(row.secrets),
      }));
    },

    async queuedKeys(after, limit) {
      const rows = await queries.all('SELECT key FROM image_removals WHERE key > $1 ORDER BY key LIMIT $2', [
        after,
        limit,
      ]);
      return rows.map(({ key }) => String(key));
    },

    keptKeys: (keys) => namedKeys(queries, keys, KEEPERS),
    neededKeys: (keys) => namedKeys(queries, keys, [...KEEPERS, ['image_removals', 'key']]),
  };
}

const KEEPERS = [
  ['pictures', 'content_key'],
  ['pictures', 'thumbnail_key'],
] as const;

async function namedKeys(
  queries: Queries,
  keys: readonly string[],
  columns: readonly (readonly [table: string, column: string])[],
): Promise<string[]> {
  const named: string[] = [];
  for (const some of portions(keys, 1)) {
    const places = some.map((_, index) => `$${index + 1}`).join(', ');
    const parts = columns.map(
      ([table, column]) => `SELECT ${column} AS key FROM ${table} WHERE ${column} IN (${places})`,
    );
    const rows = await queries.all(parts.join(' UNION '), some);
    named.push(...rows.map(({ key }) => String(key)));
  }
  return named;
}

async function accountCounts(queries: Queries): Promise<Finding[]> {
  const rows = await queries.all(
    `SELECT id, noted, counted FROM (
       SELECT a.id, a.webpage_count AS noted, (SELECT count(*) FROM webpages w WHERE w.account_id = a.id) AS counted
       FROM accounts a
     ) AS compared WHERE noted <> counted ORDER BY id`,
  );
  return rows.map((row) => finding('webpages of account', row));
}

/** Skips erased webpages, whose records are being removed and whose counts are not used. */
async function* webpageCounts(queries: Queries, report: (progress: string) => void): AsyncGenerator<Finding> {
  let checked = 0;
  for (let after = ''; ; ) {
    const part = await queries.get(
      `SELECT max(id) AS last, count(*) AS size
       FROM (SELECT id FROM webpages WHERE id > $1 ORDER BY id LIMIT ${WEBPAGES_A_PART}) AS part`,
      [after],
    );
    if (!part || part.last === null) return;
    const last = String(part.last);
    const rows = await queries.all(
      `SELECT id, shots_noted, shots, favorites_noted, favorites FROM (
         SELECT w.id, w.screenshot_count AS shots_noted, w.favorite_count AS favorites_noted,
           (SELECT count(*) FROM screenshots s WHERE s.webpage_id = w.id) AS shots,
           (SELECT count(*) FROM screenshots s WHERE s.webpage_id = w.id AND s.is_favorite = 1) AS favorites
         FROM webpages w WHERE w.id > $1 AND w.id <= $2 AND ${KEPT}
       ) AS compared WHERE shots_noted <> shots OR favorites_noted <> favorites ORDER BY id`,
      [after, last],
    );
    for (const { id, ...row } of rows) {
      const shots = { id, noted: row.shots_noted, counted: row.shots } as Row;
      const favorites = { id, noted: row.favorites_noted, counted: row.favorites } as Row;
      if (shots.noted !== shots.counted) yield finding('screenshots of webpage', shots);
      if (favorites.noted !== favorites.counted) yield finding('favorites of webpage', favorites);
    }
    yield* await wrongFaces(queries, after, last);
    yield* await wrongChanges(queries, after, last);
    yield* await wrongWords(queries, after, last);
    yield* await textBytes(queries, after, last);
    checked += Number(part.size);
    report(`screenshots of ${checked.toLocaleString('en')} webpages`);
    after = last;
  }
}

async function textBytes(queries: Queries, after: string, last: string): Promise<Finding[]> {
  const rows = await queries.all(
    `SELECT id, noted, counted FROM (
       SELECT w.id, coalesce(u.bytes, 0) AS noted, ${TEXT_BYTES_OF_WEBPAGE('w.id')} AS counted
       FROM webpages w LEFT JOIN text_use u ON u.webpage_id = w.id WHERE w.id > $1 AND w.id <= $2 AND ${KEPT}
     ) AS compared WHERE noted <> counted ORDER BY id`,
    [after, last],
  );
  return rows.map((row) => finding('bytes of text of webpage', row));
}

/** Any of several equally new screenshots may be the face. */
async function wrongFaces(queries: Queries, after: string, last: string): Promise<Finding[]> {
  const rows = await queries.all(
    `SELECT w.id FROM webpages w LEFT JOIN screenshots f
       ON f.id = w.face_id AND f.webpage_id = w.id AND f.verdict IN (${GOOD_VERDICTS})
     WHERE w.id > $1 AND w.id <= $2 AND ${KEPT} AND (
       (w.face_id IS NOT NULL AND f.id IS NULL)
       OR EXISTS (SELECT 1 FROM screenshots s WHERE s.webpage_id = w.id AND s.verdict IN (${GOOD_VERDICTS})
         AND s.created_at > coalesce(f.created_at, ''))
     ) ORDER BY w.id`,
    [after, last],
  );
  return rows.map(({ id }) => ({ kind: 'face', id: String(id) }));
}

async function mendFace(tx: Queries, id: string): Promise<void> {
  await tx.run(lock('screenshots of webpage', tx), [id]);
  await setFace(tx, id);
}

/** Reads the screenshots once for all pictures, not once for each picture. */
async function pictureUses(queries: Queries): Promise<Finding[]> {
  const rows = await queries.all(
    `SELECT p.id, p.uses AS noted, coalesce(used.times, 0) AS counted FROM pictures p
     LEFT JOIN (SELECT picture_id, count(*) AS times FROM (
         SELECT picture_id FROM screenshots UNION ALL SELECT picture_id FROM trashed_screenshots
       ) AS users GROUP BY picture_id) AS used
       ON used.picture_id = p.id
     WHERE p.uses <> coalesce(used.times, 0) ORDER BY p.id`,
  );
  return rows.map((row) => finding('uses of picture', row));
}

/** Pictures of webpages that were deleted before use was counted have no account. */
async function accountBytes(queries: Queries): Promise<Finding[]> {
  const rows = await queries.all(
    `SELECT id, noted, counted FROM (
       SELECT a.id, coalesce(u.bytes, 0) AS noted, coalesce(p.bytes, 0) + coalesce(t.bytes, 0) AS counted FROM accounts a
       LEFT JOIN account_use u ON u.account_id = a.id
       LEFT JOIN (SELECT account_id, sum(bytes) AS bytes FROM pictures GROUP BY account_id) AS p ON p.account_id = a.id
       LEFT JOIN (SELECT account_id, sum(bytes) AS bytes FROM text_use GROUP BY account_id) AS t ON t.account_id = a.id
     ) AS compared WHERE noted <> counted ORDER BY id`,
  );
  return rows.map((row) => finding('bytes of account', row));
}

/** A number below that of a stored event would be given again. */
async function newestEvents(queries: Queries): Promise<Finding[]> {
  const rows = await queries.all(
    `SELECT a.id, coalesce(u.last_event, 0) AS noted, e.number AS counted FROM accounts a
     LEFT JOIN account_use u ON u.account_id = a.id
     JOIN (SELECT account_id, max(number) AS number FROM events GROUP BY account_id) AS e ON e.account_id = a.id
     WHERE coalesce(u.last_event, 0) < e.number ORDER BY a.id`,
  );
  return rows.map((row) => finding('newest event of account', row));
}

function finding(of: NotedCount, { id, noted, counted }: Row): CountFinding {
  return { kind: 'count', of, id: String(id), noted: Number(noted), counted: Number(counted) };
}

// This UPDATE locks the record, so the next one sees all committed changes.
const lock = (of: NotedCount, { nextRevision }: Queries) =>
  ({
    'webpages of account': `UPDATE accounts SET revision = ${nextRevision} WHERE id = $1`,
    'bytes of account': 'UPDATE account_use SET bytes = bytes WHERE account_id = $1',
    'newest event of account': 'UPDATE account_use SET bytes = bytes WHERE account_id = $1',
    'screenshots of webpage': `UPDATE webpages SET revision = ${nextRevision} WHERE id = $1`,
    'favorites of webpage': `UPDATE webpages SET revision = ${nextRevision} WHERE id = $1`,
    'bytes of text of webpage': `UPDATE webpages SET revision = ${nextRevision} WHERE id = $1`,
    'uses of picture': 'UPDATE pictures SET uses = uses WHERE id = $1',
  })[of];

const COUNT: Record<NotedCount, string> = {
  'webpages of account':
    'UPDATE accounts SET webpage_count = (SELECT count(*) FROM webpages WHERE account_id = $1) WHERE id = $1',
  'bytes of account': `INSERT INTO account_use (account_id, bytes, day, captures)
    SELECT $1, coalesce(sum(bytes), 0), '', 0 FROM (
      SELECT bytes FROM pictures WHERE account_id = $1 UNION ALL SELECT bytes FROM text_use WHERE account_id = $1
    ) AS kept WHERE true
    ON CONFLICT (account_id) DO UPDATE SET bytes = excluded.bytes`,
  'newest event of account': `INSERT INTO account_use (account_id, bytes, day, captures, last_event)
    SELECT $1, 0, '', 0, max(number) FROM events WHERE account_id = $1
    ON CONFLICT (account_id) DO UPDATE SET last_event = excluded.last_event`,
  'screenshots of webpage':
    'UPDATE webpages SET screenshot_count = (SELECT count(*) FROM screenshots WHERE webpage_id = $1) WHERE id = $1',
  'favorites of webpage': `UPDATE webpages SET favorite_count =
    (SELECT count(*) FROM screenshots WHERE webpage_id = $1 AND is_favorite = 1) WHERE id = $1`,
  'bytes of text of webpage': CORRECT_TEXT_BYTES,
  'uses of picture': `UPDATE pictures SET uses = (SELECT count(*) FROM screenshots WHERE picture_id = $1)
    + (SELECT count(*) FROM trashed_screenshots WHERE picture_id = $1) WHERE id = $1`,
};

async function mendCount(tx: Queries, { of, id }: Pick<CountFinding, 'of' | 'id'>): Promise<void> {
  await tx.run(lock(of, tx), [id]);
  await tx.run(COUNT[of], [id]);
  if (of === 'bytes of text of webpage') {
    const use = await tx.get('SELECT account_id FROM text_use WHERE webpage_id = $1', [id]);
    if (use?.account_id) await mendCount(tx, { of: 'bytes of account', id: String(use.account_id) });
  }
  if (of !== 'uses of picture') return;
  // Removes a picture without screenshots and queues its files for removal.
  await tx.run(
    `INSERT INTO image_removals (key, state)
     SELECT content_key, 'removable' FROM pictures WHERE id = $1 AND uses = 0
     UNION SELECT thumbnail_key, 'removable' FROM pictures WHERE id = $1 AND uses = 0
     ON CONFLICT (key) DO NOTHING`,
    [id],
  );
  const unused = await tx.get('SELECT account_id, bytes FROM pictures WHERE id = $1 AND uses = 0', [id]);
  if (!unused) return;
  await removeFindings(tx, id);
  await tx.run('DELETE FROM pictures WHERE id = $1', [id]);
  await subtractBytes(tx, [unused]);
}
