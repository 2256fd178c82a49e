import type { AuditAction } from '../../../domain/audit.ts';
import { storedOptions } from '../../../domain/capture-options.ts';
import type { Trash } from '../../../domain/ports/trash.ts';
import { notFound } from '../../../domain/problem.ts';
import type { Trashed } from '../../../domain/trash.ts';
import type { Database, Queries, Row, Value } from '../../engine/database.ts';
import type { Note } from '../accounts/audit.ts';
import { emit } from '../events/outbox.ts';
import { deletion, WEBPAGE_COLUMNS_READ, webpageOf } from '../webpages/webpages.ts';
import { putCapture, restoreCapture } from './trashed-captures.ts';
import { putWebpage, restoreWebpage } from './trashed-webpages.ts';

const webpagesIn = (queries: Queries) => `SELECT 'webpage' AS trashed_kind, t.id AS trashed_id, t.trashed_at AS put_at,
    ${WEBPAGE_COLUMNS_READ}, t.title, t.screenshot_count, c.options, ${queries.intact('webpages t', 'capture_schedules c')} AS intact
  FROM webpages t LEFT JOIN capture_schedules c ON c.webpage_id = t.id WHERE t.trash_account_id = $1`;

const capturesIn = (queries: Queries) => `SELECT 'capture' AS trashed_kind, s.id AS trashed_id, s.trashed_at AS put_at,
    ${WEBPAGE_COLUMNS_READ}, t.title, s.created_at AS captured_at, c.options,
    ${queries.intact('webpages t', 'trashed_screenshots s', 'capture_schedules c')} AS intact
  FROM trashed_screenshots s JOIN webpages t ON t.id = s.webpage_id LEFT JOIN capture_schedules c ON c.webpage_id = t.id
  WHERE s.account_id = $1 AND t.account_id || '' = $1`;

/** After every position. */
const END = '\uffff';

export function trash(queries: Queries, write: Database['transaction'], note: Note): Trash {
  /** `condition` names the columns of both tables by `put`, and has parameters from $2 on. */
  async function read(owner: string, condition: (put: string) => string, parameters: readonly Value[]) {
    const [webpages, captures] = await Promise.all([
      queries.all(`${webpagesIn(queries)} AND ${condition('t')}`, [owner, ...parameters]),
      queries.all(`${capturesIn(queries)} AND ${condition('s')}`, [owner, ...parameters]),
    ]);
    return [...webpages, ...captures].map(trashedOf).sort(newestFirst);
  }

  async function noteCapture(
    tx: Queries,
    action: AuditAction,
    owner: string | undefined,
    { webpageId, id }: { webpageId: string; id: string },
  ): Promise<void> {
    const row = await tx.get('SELECT group_name FROM webpages WHERE id = $1', [webpageId]);
    await note(tx, { action, owner, subject: String(row?.group_name), subjectId: id });
  }

  /** Takes the owner from webpages and from captures in the trash. Returns how many they were. */
  async function eraseWhere(tx: Queries, webpages: string, captures: string, parameters: readonly Value[]) {
    const owned = await tx.all(
      `SELECT id, trash_account_id AS owner, group_name FROM webpages WHERE trash_account_id IS NOT NULL AND ${webpages}`,
      parameters,
    );
    let erased = 0;
    for (const { id, owner, group_name: site } of owned) {
      const changed = await tx.run(
        'UPDATE webpages SET trash_account_id = NULL, trashed_at = NULL WHERE id = $1 AND trash_account_id = $2',
        [String(id), String(owner)],
      );
      if (changed === 0) continue;
      erased += 1;
      await note(tx, { action: 'webpage-erased', owner: String(owner), subject: String(site), subjectId: String(id) });
    }
    const shots = await tx.all(
      `SELECT id, account_id AS owner, webpage_id FROM trashed_screenshots WHERE ${captures}`,
      parameters,
    );
    for (const { id, owner, webpage_id: webpageId } of shots) {
      const changed = await tx.run(
        'UPDATE trashed_screenshots SET account_id = NULL WHERE id = $1 AND account_id = $2',
        [String(id), String(owner)],
      );
      if (changed === 0) continue;
      erased += 1;
      await noteCapture(tx, 'capture-erased', String(owner), { webpageId: String(webpageId), id: String(id) });
    }
    return erased;
  }

  return {
    putWebpage: (owner, id, at, check) =>
      write(async (tx) => {
        const webpage = await putWebpage(tx, owner, id, at, check);
        const { groupName } = webpage;
        emit(tx, owner, deletion(webpage, at));
        await note(tx, { action: 'webpage-deleted', owner, subject: groupName, subjectId: id });
      }),

    putCapture: (owner, capture, at) =>
      write(async (tx) => {
        await putCapture(tx, owner, capture, at);
        emit(tx, owner, {
          kind: 'capture-deleted',
          at: at.toISOString(),
          webpageId: capture.webpageId,
          screenshotId: capture.id,
        });
        await noteCapture(tx, 'capture-deleted', owner, capture);
      }),

    restoreWebpage: (owner, id, nextRun) =>
      write(async (tx) => {
        const { groupName } = await restoreWebpage(tx, owner, id, nextRun);
        emit(tx, owner, { kind: 'restored', at: new Date().toISOString(), webpageId: id });
        await note(tx, { action: 'webpage-restored', owner, subject: groupName, subjectId: id });
      }),

    restoreCapture: (owner, id) =>
      write(async (tx) => {
        const webpageId = await restoreCapture(tx, owner, id);
        emit(tx, owner, { kind: 'capture-restored', at: new Date().toISOString(), webpageId, screenshotId: id });
        await noteCapture(tx, 'capture-restored', owner, { webpageId, id });
      }),

    find: async (owner, id) => (await read(owner, (put) => `${put}.id = $2`, [id]))[0],
    putAt: (owner, at) => read(owner, (put) => `${put}.trashed_at = $2`, [at]),

    async list(owner, { after, limit }) {
      const part = (put: string) => `(${put}.trashed_at, ${put}.id) < ($2, $3)
        ORDER BY ${put}.trashed_at DESC, ${put}.id DESC LIMIT $4`;
      return (await read(owner, part, [after?.at ?? END, after?.id ?? '', limit])).slice(0, limit);
    },

    erase: (owner, id) =>
      write(async (tx) => {
        const erased = await eraseWhere(tx, 'trash_account_id = $1 AND id = $2', 'account_id = $1 AND id = $2', [
          owner,
          id,
        ]);
        if (erased === 0) throw notFound('entry of the trash');
      }),

    eraseSome: (owner, limit) =>
      write((tx) => {
        const some = (table: string, column: string) =>
          `id IN (SELECT id FROM ${table} WHERE ${column} = $1 LIMIT ${limit})`;
        const captures = some('trashed_screenshots', 'account_id');
        return eraseWhere(tx, some('webpages', 'trash_account_id'), captures, [owner]);
      }),

    async eraseBefore(time, limit) {
      const parameters = [time.toISOString()];
      // Read first: an empty write transaction would invalidate the caches of every process.
      const due = await queries.get(
        `SELECT 1 AS found WHERE EXISTS (SELECT 1 FROM webpages WHERE trashed_at < $1)
           OR EXISTS (SELECT 1 FROM trashed_screenshots WHERE trashed_at < $1 AND account_id IS NOT NULL)`,
        parameters,
      );
      if (!due) return 0;
      const some = (table: string, filter: string) =>
        `id IN (SELECT id FROM ${table} WHERE trashed_at < $1${filter} LIMIT ${limit})`;
      const captures = some('trashed_screenshots', ' AND account_id IS NOT NULL');
      return write((tx) => eraseWhere(tx, some('webpages', ''), captures, parameters));
    },

    async image(key) {
      const rows = await queries.all(
        `SELECT 1 AS hidden, NULL AS sha256, 1 AS intact FROM image_removals WHERE key = $1 AND state <> 'reserved'
         UNION ALL ${imageOf(queries, 'content_key', 'sha256')} UNION ALL ${imageOf(queries, 'thumbnail_key', 'thumbnail_sha256')}`,
        [key],
      );
      const known = rows.find(({ sha256 }) => sha256 !== null);
      return { hidden: rows.some(({ hidden }) => hidden === 1), sha256: known && String(known.sha256) };
    },
  };
}

/** SQL that finds a picture by the key of a file. It is hidden if no webpage of an account shows it. */
function imageOf(
  queries: Queries,
  column: 'content_key' | 'thumbnail_key',
  sum: 'sha256' | 'thumbnail_sha256',
): string {
  return `SELECT CASE WHEN EXISTS (
      SELECT 1 FROM screenshots s JOIN webpages w ON w.id = s.webpage_id JOIN accounts a ON a.id = w.account_id
      WHERE s.picture_id = p.id AND a.closed_at IS NULL) THEN 0 ELSE 1 END, p.${sum}, ${queries.intact('pictures p')}
    FROM pictures p WHERE p.${column} = $1`;
}

function newestFirst(one: Trashed, other: Trashed): number {
  const [a, b] = [`${one.trashedAt} ${one.id}`, `${other.trashedAt} ${other.id}`];
  return a < b ? 1 : -1;
}

function trashedOf(row: Row): Trashed {
  const base = {
    id: String(row.trashed_id),
    trashedAt: String(row.put_at),
    webpage: webpageOf(row),
    title: row.title === null ? undefined : String(row.title),
    view: storedOptions(row.options === null ? '{}' : String(row.options)),
  };
  return row.trashed_kind === 'webpage'
    ? { ...base, kind: 'webpage', captures: Number(row.screenshot_count) }
    : { ...base, kind: 'capture', capturedAt: String(row.captured_at) };
}
