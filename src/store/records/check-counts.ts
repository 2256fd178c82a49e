import type { Finding, NotedCount } from '../../domain/finding.ts';
import type { Queries, Row } from '../engine/database.ts';
import { subtractBytes } from './accounts/account-use.ts';
import { removeFindings } from './captures/removals.ts';
import { KEPT } from './changes/check-changes.ts';
import { CORRECT_TEXT_BYTES, TEXT_BYTES_OF_WEBPAGE } from './words/text-use.ts';

/** Compares the counts that records keep of other records with those records. */

type CountFinding = Extract<Finding, { kind: 'count' }>;

export async function accountCounts(queries: Queries): Promise<Finding[]> {
  const rows = await queries.all(
    `SELECT id, noted, counted FROM (
       SELECT a.id, a.webpage_count AS noted, (SELECT count(*) FROM webpages w WHERE w.account_id = a.id) AS counted
       FROM accounts a
     ) AS compared WHERE noted <> counted ORDER BY id`,
  );
  return rows.map((row) => finding('webpages of account', row));
}

export async function textBytes(queries: Queries, after: string, last: string): Promise<Finding[]> {
  const rows = await queries.all(
    `SELECT id, noted, counted FROM (
       SELECT w.id, coalesce(u.bytes, 0) AS noted, ${TEXT_BYTES_OF_WEBPAGE('w.id')} AS counted
       FROM webpages w LEFT JOIN text_use u ON u.webpage_id = w.id WHERE w.id > $1 AND w.id <= $2 AND ${KEPT}
     ) AS compared WHERE noted <> counted ORDER BY id`,
    [after, last],
  );
  return rows.map((row) => finding('bytes of text of webpage', row));
}

/** Reads the screenshots once for all pictures, not once for each picture. */
export async function pictureUses(queries: Queries): Promise<Finding[]> {
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
export async function accountBytes(queries: Queries): Promise<Finding[]> {
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
export async function newestEvents(queries: Queries): Promise<Finding[]> {
  const rows = await queries.all(
    `SELECT a.id, coalesce(u.last_event, 0) AS noted, e.number AS counted FROM accounts a
     LEFT JOIN account_use u ON u.account_id = a.id
     JOIN (SELECT account_id, max(number) AS number FROM events GROUP BY account_id) AS e ON e.account_id = a.id
     WHERE coalesce(u.last_event, 0) < e.number ORDER BY a.id`,
  );
  return rows.map((row) => finding('newest event of account', row));
}

export function finding(of: NotedCount, { id, noted, counted }: Row): CountFinding {
  return { kind: 'count', of, id: String(id), noted: Number(noted), counted: Number(counted) };
}

// This UPDATE locks the record, so the next one sees all committed changes.
export const lock = (of: NotedCount, { nextRevision }: Queries) =>
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

export async function mendCount(tx: Queries, { of, id }: Pick<CountFinding, 'of' | 'id'>): Promise<void> {
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
