import type { Finding } from '../../domain/finding.ts';
import type { Checks } from '../../domain/ports/checks.ts';
import { Problem } from '../../domain/problem.ts';
import type { Database, Queries, Row } from '../engine/database.ts';
import { portions } from '../engine/insert.ts';
import { LOST_TRANSACTIONS } from '../engine/lost-transactions.ts';
import { checkPageIndex, repairPageIndex } from '../paging/check-page-index.ts';
import { GOOD_VERDICTS, setFace } from './captures/faces.ts';
import { KEPT, mendLastChange, removeDanglingChange, wrongChanges } from './changes/check-changes.ts';
import {
  accountBytes,
  accountCounts,
  finding,
  lock,
  mendCount,
  newestEvents,
  pictureUses,
  textBytes,
} from './check-counts.ts';
import { readSetting, writeSetting } from './settings.ts';
import { mendWords, rebuildWordIndex, wrongWordIndex, wrongWords } from './words/check-words.ts';

// A part takes some tens of milliseconds, so that a service on the same database is not blocked for long.
const WEBPAGES_A_PART = 5000;

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
