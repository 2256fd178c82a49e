import type { Removals } from '../../../domain/ports/removals.ts';
import type { Database, Queries, Row } from '../../engine/database.ts';
import { insertMany } from '../../engine/insert.ts';
import { dropIndex } from '../../paging/page-index.ts';
import { subtractBytes } from '../accounts/account-use.ts';
import { lockWebpageRow } from '../changes/evaluate-again.ts';
import { forgetDetails } from '../events/outbox.ts';
import { releaseTexts, removeWords } from '../words/release-texts.ts';
import { SCREENSHOT_ORDERINGS } from './screenshots.ts';

const ERASED = 'account_id IS NULL AND trash_account_id IS NULL';

export function removals(queries: Queries, write: Database['transaction']): Removals {
  return {
    reserve: (keys, due) =>
      write((tx) =>
        insertMany(
          tx,
          'image_removals',
          ['key', 'state', 'due_at'],
          keys.map((key) => [key, 'reserved', due.toISOString()]),
        ),
      ),

    async dismantle(limit) {
      // Read first: an empty write transaction would invalidate the caches of every process.
      const deleted = await queries.get(`SELECT id FROM webpages WHERE ${ERASED} LIMIT 1`);
      if (!deleted) {
        return (await removeErasedCaptures(queries, write, limit)) || releaseWebpages(queries, write, limit);
      }
      return write(async (tx) => {
        // Skip a webpage that another scheduler is removing.
        const free = await tx.get(`SELECT id FROM webpages WHERE ${ERASED} LIMIT 1${tx.skipLocked}`);
        if (free) await dismantleWebpage(tx, String(free.id), limit);
        return free !== undefined;
      });
    },

    async due(now, limit) {
      const first = (where: string) =>
        `SELECT * FROM (SELECT key, state FROM image_removals WHERE ${where} ORDER BY due_at LIMIT $2) AS part`;
      const rows = await queries.all(
        `${first("state = 'removable'")} UNION ALL ${first("state = 'abandoned'")}
         UNION ALL ${first("state = 'reserved' AND due_at <= $1")}
         UNION ALL ${first("state = 'postponed' AND due_at <= $1")} LIMIT $2`,
        [now.toISOString(), limit],
      );
      if (rows.every(({ state }) => state === 'removable')) return rows.map(({ key }) => String(key));
      // A capture may take a reserved file at the same moment: the first to write wins, and the other one sees it.
      return write(async (tx) => {
        const given: string[] = [];
        for (const { key } of rows) {
          const row = await tx.get(
            "UPDATE image_removals SET state = 'removable', due_at = NULL WHERE key = $1 RETURNING key",
            [String(key)],
          );
          if (row) given.push(String(row.key));
        }
        return given;
      });
    },

    done: (keys) =>
      write(async (tx) => {
        for (const key of keys) {
          await tx.run("DELETE FROM image_removals WHERE key = $1 AND state = 'removable'", [key]);
        }
      }),

    putOff: (keys, until) =>
      write(async (tx) => {
        for (const key of keys) {
          await tx.run(
            "UPDATE image_removals SET state = 'postponed', due_at = $2 WHERE key = $1 AND state = 'removable'",
            [key, until.toISOString()],
          );
        }
      }),

    async withoutRecord(pictureIds) {
      const places = pictureIds.map((_, index) => `$${index + 1}`).join(', ');
      const rows = await queries.all(`SELECT id FROM pictures WHERE id IN (${places})`, pictureIds);
      const known = new Set(rows.map(({ id }) => String(id)));
      return pictureIds.filter((id) => !known.has(id));
    },

    giveUp: (keys) =>
      write(async (tx) => {
        for (const key of keys) {
          await tx.run(
            `INSERT INTO image_removals (key, state) VALUES ($1, 'abandoned')
             ON CONFLICT (key) DO UPDATE SET state = excluded.state, due_at = NULL`,
            [key],
          );
        }
      }),
  };
}

/** Detaches some webpages of a closed account, or deletes the account once it has none. */
async function releaseWebpages(queries: Queries, write: Database['transaction'], limit: number): Promise<boolean> {
  const closed = await queries.get('SELECT id FROM accounts WHERE closed_at IS NOT NULL LIMIT 1');
  if (!closed) return false;
  const owner = String(closed.id);
  await write(async (tx) => {
    // Locks the account first: another scheduler would detach and count the same webpages again.
    await tx.run(`UPDATE accounts SET revision = ${tx.nextRevision} WHERE id = $1`, [owner]);
    const trashed = await tx.run(
      `UPDATE webpages SET trash_account_id = NULL, trashed_at = NULL
       WHERE id IN (SELECT id FROM webpages WHERE trash_account_id = $1 LIMIT $2)`,
      [owner, limit],
    );
    const released = await tx.run(
      'UPDATE webpages SET account_id = NULL WHERE id IN (SELECT id FROM webpages WHERE account_id = $1 LIMIT $2)',
      [owner, limit],
    );
    if (released + trashed === 0) {
      const numbers = 'SELECT number FROM events WHERE account_id = $1 LIMIT $2';
      const events = await tx.run(`DELETE FROM events WHERE account_id = $1 AND number IN (${numbers})`, [
        owner,
        limit,
      ]);
      if (events > 0) return;
      await tx.run('DELETE FROM change_days WHERE account_id = $1', [owner]);
      await tx.run('DELETE FROM site_icons WHERE account_id = $1', [owner]);
      await tx.run('DELETE FROM accounts WHERE id = $1', [owner]);
    } else await tx.run('UPDATE accounts SET webpage_count = webpage_count - $2 WHERE id = $1', [owner, released]);
  });
  return true;
}

/** Removes what is known about a picture without uses. */
export async function removeFindings(tx: Queries, pictureId: string): Promise<void> {
  await tx.run('DELETE FROM findings WHERE before_id = $1 OR after_id = $1', [pictureId]);
  await tx.run('DELETE FROM page_elements WHERE picture_id = $1', [pictureId]);
}

async function dismantleWebpage(tx: Queries, webpageId: string, limit: number): Promise<void> {
  // Locks the row: one sweeper at a time removes this webpage, and none mistakes rows that another one deletes for
  // the last ones.
  const locked = await tx.run(`UPDATE webpages SET revision = ${tx.nextRevision} WHERE id = $1`, [webpageId]);
  if (locked === 0) return;
  const gone = await tx.all(
    `DELETE FROM screenshots WHERE id IN (SELECT id FROM screenshots WHERE webpage_id = $1 LIMIT $2)
     RETURNING picture_id`,
    [webpageId, limit],
  );
  await releasePictures(tx, gone);
  if (gone.length > 0) return;
  if ((await removeTrashedCaptures(tx, webpageId, { limit, filter: '' })) > 0) return;
  const log = await tx.run(
    'DELETE FROM captures WHERE id IN (SELECT id FROM captures WHERE webpage_id = $1 LIMIT $2)',
    [webpageId, limit],
  );
  if (log > 0) return;
  const entries = await tx.run(
    'DELETE FROM changes WHERE id IN (SELECT id FROM changes WHERE webpage_id = $1 LIMIT $2)',
    [webpageId, limit],
  );
  if (entries > 0) return;
  await forgetDetails(tx, webpageId);
  if (await removeWords(tx, webpageId, limit)) return;
  await tx.run('DELETE FROM change_settings WHERE webpage_id = $1', [webpageId]);
  await tx.run('DELETE FROM webpage_mail WHERE webpage_id = $1', [webpageId]);
  await tx.run('DELETE FROM mail_events WHERE webpage_id = $1', [webpageId]);
  await tx.run('DELETE FROM comparison_backlog WHERE webpage_id = $1', [webpageId]);
  await tx.run('DELETE FROM capture_schedules WHERE webpage_id = $1', [webpageId]);
  for (const ordering of SCREENSHOT_ORDERINGS) await dropIndex(tx, ordering, webpageId);
  await tx.run(`DELETE FROM webpages WHERE id = $1 AND ${ERASED}`, [webpageId]);
}

/** Gives up one use of its picture for each row. A picture without uses is removed, and its files are queued. */
async function releasePictures(tx: Queries, gone: readonly Row[]): Promise<void> {
  const removed: Row[] = [];
  for (const [pictureId, uses] of Map.groupBy(gone, ({ picture_id }) => String(picture_id))) {
    const picture = await tx.get(
      'UPDATE pictures SET uses = uses - $2 WHERE id = $1 RETURNING uses, content_key, thumbnail_key, account_id, bytes',
      [pictureId, uses.length],
    );
    if (!picture || Number(picture.uses) > 0) continue;
    await removeFindings(tx, pictureId);
    await tx.run('DELETE FROM pictures WHERE id = $1', [pictureId]);
    removed.push(picture);
    const keys = [picture.content_key, picture.thumbnail_key];
    await insertMany(
      tx,
      'image_removals',
      ['key', 'state'],
      keys.map((key) => [String(key), 'removable']),
    );
  }
  await subtractBytes(tx, removed);
}

/** Removes some captures that were erased from the trash. Returns whether there may be more. */
async function removeErasedCaptures(queries: Queries, write: Database['transaction'], limit: number): Promise<boolean> {
  const erased = await queries.get('SELECT webpage_id FROM trashed_screenshots WHERE account_id IS NULL LIMIT 1');
  if (!erased) return false;
  const webpageId = String(erased.webpage_id);
  await write(async (tx) => {
    await lockWebpageRow(tx, webpageId);
    await removeTrashedCaptures(tx, webpageId, { limit, filter: ' AND account_id IS NULL' });
  });
  return true;
}

/** Removes up to `limit` captures in the trash, with all that is known about them. Returns their number. */
async function removeTrashedCaptures(
  tx: Queries,
  webpageId: string,
  { limit, filter }: { limit: number; filter: string },
): Promise<number> {
  const gone = await tx.all(
    `DELETE FROM trashed_screenshots WHERE id IN
       (SELECT id FROM trashed_screenshots WHERE webpage_id = $1${filter} LIMIT $2) RETURNING id, picture_id, text_id`,
    [webpageId, limit],
  );
  for (const { id } of gone) {
    await tx.run('DELETE FROM captures WHERE screenshot_id = $1', [String(id)]);
    await tx.run(
      `UPDATE changes SET screenshot_id = NULL WHERE webpage_id = $1 AND kind = 'failing' AND screenshot_id = $2`,
      [webpageId, String(id)],
    );
  }
  await releasePictures(tx, gone);
  await releaseTexts(
    tx,
    webpageId,
    gone.flatMap(({ text_id: textId }) => (textId === null ? [] : [Number(textId)])),
  );
  return gone.length;
}
