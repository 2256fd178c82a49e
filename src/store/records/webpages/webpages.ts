import type { AuditAction } from '../../../domain/audit.ts';
import type { NewEvent } from '../../../domain/event.ts';
import { searchKey } from '../../../domain/gallery.ts';
import type { WebpageSort } from '../../../domain/listing.ts';
import type { Webpages } from '../../../domain/ports/webpages.ts';
import { notFound } from '../../../domain/problem.ts';
import { tooManyWebpages } from '../../../domain/quota.ts';
import { nameKey, shownName, type Webpage } from '../../../domain/webpage.ts';
import type { Database, Queries, Row, Value } from '../../engine/database.ts';
import { insertMany } from '../../engine/insert.ts';
import { addToIndex, dropIndex, type Ordering, rebuildIndex, removeFromIndex } from '../../paging/page-index.ts';
import type { ReadPage } from '../../paging/pages.ts';
import type { Note } from '../accounts/audit.ts';
import { touchDaysOf } from '../changes/touch-days.ts';
import { emit } from '../events/outbox.ts';
import { removeUnusedIcons } from './site-icons.ts';

export const WEBPAGE_COLUMNS_READ = 't.id, t.name, t.url, t.keywords, t.group_name, t.created_at, t.modified_at';

const ordering = (name: WebpageSort, key: string): Ordering => ({
  name,
  table: 'webpages',
  members: 't.account_id = $1',
  key,
});

/** The four orders of the list. Each has an index. */
export const WEBPAGE_ORDERINGS: Record<WebpageSort, Ordering> = {
  dateCreated: ordering('dateCreated', 'created_at'),
  'isPartOf.name': ordering('isPartOf.name', 'group_name'),
  name: ordering('name', 'name_key'),
  url: ordering('url', 'url'),
};

/** `write` runs its work in a transaction: a new one, or the one that is open already. */
export function webpages(queries: Queries, write: Database['transaction'], readPage: ReadPage, note: Note): Webpages {
  const noteWebpage = (tx: Queries, action: AuditAction, owner: string, { id, groupName }: Webpage) =>
    note(tx, { action, owner, subject: groupName, subjectId: id });

  return {
    add: (owner, webpage) =>
      write(async (tx) => {
        const count = await lockAndCountWebpages(tx, owner, 1);
        await insertMany(tx, 'webpages', WEBPAGE_COLUMNS, [webpageValues(owner, webpage)]);
        for (const each of Object.values(WEBPAGE_ORDERINGS)) {
          await addToIndex(tx, each, owner, { key: keyOf(webpage, each), id: webpage.id }, count);
        }
        emit(tx, owner, { kind: 'added', at: webpage.createdAt, webpageId: webpage.id });
        await noteWebpage(tx, 'webpage-added', owner, webpage);
      }),

    addMany: (owner, added) =>
      write(async (tx) => {
        await lockAndCountWebpages(tx, owner, added.length);
        await insertMany(
          tx,
          'webpages',
          WEBPAGE_COLUMNS,
          added.map((webpage) => webpageValues(owner, webpage)),
        );
        for (const each of Object.values(WEBPAGE_ORDERINGS)) await dropIndex(tx, each, owner);
        await note(tx, { action: 'webpages-imported', owner, subject: String(added.length) });
      }),

    settle: (owner) =>
      write(async (tx) => {
        await lockAndCountWebpages(tx, owner, 0);
        for (const each of Object.values(WEBPAGE_ORDERINGS)) await rebuildIndex(tx, each, owner);
        await tx.analyze('webpages');
      }),

    find: (owner, id) => findWebpage(queries, owner, id),

    hold: (owner, id) =>
      write(async (tx) => {
        await lockAndCountWebpages(tx, owner, 0);
        return readLocked(tx, owner, id);
      }),

    async findByUrl(owner, url) {
      const rows = await queries.all(
        `SELECT ${WEBPAGE_COLUMNS_READ}, ${queries.intact('webpages t')} AS intact FROM webpages t
         WHERE t.account_id = $1 AND t.url = $2 ORDER BY t.id LIMIT 10`,
        [owner, url],
      );
      return rows.map(webpageOf);
    },

    change: (owner, webpage) =>
      write(async (tx) => {
        const count = await lockAndCountWebpages(tx, owner, 0);
        const old = await readLocked(tx, owner, webpage.id);
        const known = await tx.get('SELECT title FROM webpages WHERE id = $1', [webpage.id]);
        const title = known?.title ? String(known.title) : undefined;
        await tx.run(
          `UPDATE webpages SET name = $3, name_key = $4, url = $5, keywords = $6, search_key = $7, group_name = $8,
             modified_at = $9, shown_key = $10, revision = ${tx.nextRevision}
           WHERE account_id = $1 AND id = $2`,
          [
            owner,
            webpage.id,
            webpage.name,
            nameKey(webpage.name),
            webpage.url,
            JSON.stringify(webpage.keywords),
            searchKey(webpage, title),
            webpage.groupName,
            webpage.modifiedAt,
            nameKey(shownName(webpage, title)),
          ],
        );
        for (const each of Object.values(WEBPAGE_ORDERINGS)) {
          const [before, after] = [keyOf(old, each), keyOf(webpage, each)];
          if (before === after) continue;
          await removeFromIndex(tx, each, owner, { key: before, id: old.id });
          await addToIndex(tx, each, owner, { key: after, id: old.id }, count);
        }
        if (old.groupName !== webpage.groupName) await removeUnusedIcons(tx, owner, old.groupName);
        emit(tx, owner, { kind: 'edited', at: webpage.modifiedAt, webpageId: webpage.id });
        await noteWebpage(tx, 'webpage-changed', owner, webpage);
      }),

    remove: (owner, id, check) =>
      write(async (tx) => {
        const webpage = await detachWebpage(tx, owner, id, check);
        // So that no worker captures it again.
        await tx.run('DELETE FROM capture_schedules WHERE webpage_id = $1', [id]);
        emit(tx, owner, deletion(webpage, new Date()));
        await noteWebpage(tx, 'webpage-deleted', owner, webpage);
      }),

    async state(owner) {
      const row = await queries.get(
        `SELECT webpage_count, revision, ${queries.intact('accounts')} AS intact FROM accounts WHERE id = $1`,
        [owner],
      );
      return { count: Number(row?.webpage_count ?? 0), revision: Number(row?.revision ?? 0) };
    },

    async page(owner, state, request) {
      const { rows, revision } = await readPage(queries, {
        select: `${WEBPAGE_COLUMNS_READ}, ${queries.intactListed} AS intact`,
        from: 'webpages t',
        ordering: WEBPAGE_ORDERINGS[request.sort],
        collection: owner,
        state,
        request,
      });
      return { records: rows.map(webpageOf), revision };
    },
  };
}

/**
 * Locks the account's row, so that no other writer changes its webpages until the transaction ends. Throws
 * Problem('unprocessable') if there would be more webpages than the quota allows.
 */
export async function lockAndCountWebpages(tx: Queries, owner: string, by: number): Promise<number> {
  const row = await tx.get(
    `UPDATE accounts SET webpage_count = webpage_count + $2, revision = ${tx.nextRevision} WHERE id = $1 RETURNING webpage_count, most_webpages`,
    [owner, by],
  );
  if (!row) throw notFound('account');
  const count = Number(row.webpage_count);
  if (by > 0 && row.most_webpages !== null && count > Number(row.most_webpages)) {
    throw tooManyWebpages(count, Number(row.most_webpages));
  }
  return count;
}

async function findWebpage(queries: Queries, owner: string, id: string): Promise<Webpage | undefined> {
  const row = await queries.get(
    `SELECT ${WEBPAGE_COLUMNS_READ}, ${queries.intact('webpages t')} AS intact FROM webpages t WHERE t.account_id = $1 AND t.id = $2`,
    [owner, id],
  );
  return row && webpageOf(row);
}

/** Call lockAndCountWebpages() before: a webpage that was read earlier may have changed meanwhile. */
export async function readLocked(tx: Queries, owner: string, id: string): Promise<Webpage> {
  const webpage = await findWebpage(tx, owner, id);
  if (!webpage) throw notFound('webpage');
  return webpage;
}

/** Removes the webpage from the lists of its owner. */
export async function detachWebpage(
  tx: Queries,
  owner: string,
  id: string,
  check?: (webpage: Webpage) => void,
): Promise<Webpage> {
  await lockAndCountWebpages(tx, owner, -1);
  const webpage = await readLocked(tx, owner, id);
  check?.(webpage);
  await tx.run('UPDATE webpages SET account_id = NULL WHERE account_id = $1 AND id = $2', [owner, id]);
  for (const each of Object.values(WEBPAGE_ORDERINGS)) {
    await removeFromIndex(tx, each, owner, { key: keyOf(webpage, each), id });
  }
  await removeUnusedIcons(tx, owner, webpage.groupName);
  await touchDaysOf(tx, owner, id);
  return webpage;
}

/** The event that the webpage was deleted. */
export function deletion({ id, name, url }: Webpage, at: Date): NewEvent {
  return { kind: 'deleted', at: at.toISOString(), webpageId: id, details: { webpage: { name, url } } };
}

export function webpageOf(row: Row): Webpage {
  return {
    id: row.id as string,
    name: row.name as string,
    url: row.url as string,
    keywords: JSON.parse(row.keywords as string),
    groupName: row.group_name as string,
    createdAt: row.created_at as string,
    modifiedAt: row.modified_at as string,
  };
}

const WEBPAGE_COLUMNS = [
  'id',
  'account_id',
  'name',
  'name_key',
  'url',
  'keywords',
  'search_key',
  'shown_key',
  'group_name',
  'created_at',
  'modified_at',
];

function webpageValues(owner: string, webpage: Webpage): Value[] {
  return [
    webpage.id,
    owner,
    webpage.name,
    nameKey(webpage.name),
    webpage.url,
    JSON.stringify(webpage.keywords),
    searchKey(webpage, undefined),
    nameKey(webpage.name),
    webpage.groupName,
    webpage.createdAt,
    webpage.modifiedAt,
  ];
}

export function keyOf(webpage: Webpage, { key }: Ordering): string {
  if (key === 'created_at') return webpage.createdAt;
  if (key === 'group_name') return webpage.groupName;
  if (key === 'url') return webpage.url;
  return nameKey(webpage.name);
}
