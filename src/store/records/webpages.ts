import { searchKey } from '../../domain/gallery.ts';
import type { WebpageSort } from '../../domain/listing.ts';
import type { Webpages } from '../../domain/ports/webpages.ts';
import { Problem } from '../../domain/problem.ts';
import { soon } from '../../domain/soon.ts';
import type { Template } from '../../domain/template.ts';
import { nameKey, type Webpage } from '../../domain/webpage.ts';
import type { Database, Queries, Row, Value } from '../engine/database.ts';
import { insertMany } from '../engine/insert.ts';
import { type Fields, type Kept, makeWritten, writeSql } from '../paging/json-sql.ts';
import { cutRuns, dropRuns, enterRun, leaveRun, type Ordering } from '../paging/page-index.ts';
import type { PageReader } from '../paging/pages.ts';

export const WEBPAGE_COLUMNS_READ = 't.id, t.name, t.url, t.keywords, t.group_name, t.created_at, t.modified_at';

const ordering = (name: WebpageSort, key: string): Ordering => ({
  name,
  table: 'webpages',
  members: 't.account_id = $1',
  key,
});

/** The four orders of the list, each with an index of its own. */
export const WEBPAGE_ORDERINGS: Record<WebpageSort, Ordering> = {
  dateCreated: ordering('dateCreated', 'created_at'),
  'isPartOf.name': ordering('isPartOf.name', 'group_name'),
  name: ordering('name', 'name_key'),
  url: ordering('url', 'url'),
};

/** `queries` reads and, inside a transaction, writes; `write` runs its work in a transaction, its own or the one around. */
export function webpages(queries: Queries, write: Database['transaction'], pages: PageReader): Webpages {
  const findRow = queries.byKey({ ...BY_ID, select: WEBPAGE_COLUMNS_READ });
  const findState = queries.byKey({ select: 'a.webpage_count, a.revision', from: 'accounts a', key: ['a.id'] });
  const written = makeWritten(queries, fieldsOf(queries, 't'), queries.keepsShown ? [keptShown(queries)] : []);

  return {
    add: (owner, webpage) =>
      write(async (tx) => {
        const count = await lockAndCount(tx, owner, 1);
        await insertMany(tx, 'webpages', WEBPAGE_COLUMNS, [webpageValues(owner, webpage)]);
        for (const each of Object.values(WEBPAGE_ORDERINGS)) {
          await enterRun(tx, each, owner, { key: keyOf(webpage, each), id: webpage.id }, count);
        }
      }),

    addMany: (owner, added) =>
      write(async (tx) => {
        await lockAndCount(tx, owner, added.length);
        await insertMany(
          tx,
          'webpages',
          WEBPAGE_COLUMNS,
          added.map((webpage) => webpageValues(owner, webpage)),
        );
        for (const each of Object.values(WEBPAGE_ORDERINGS)) await dropRuns(tx, each, owner);
      }),

    settle: (owner) =>
      write(async (tx) => {
        await lockAndCount(tx, owner, 0);
        for (const each of Object.values(WEBPAGE_ORDERINGS)) await cutRuns(tx, each, owner);
      }),

    async find(owner, id) {
      const row = await findRow(owner, id);
      return row && webpageOf(row);
    },

    writer(template) {
      const from = `webpages t${queries.through('webpages_by_id')}`;
      const findText = queries.byKey({ ...BY_ID, from, select: written(template) });
      return (owner, id) => soon(findText(owner, id), (row) => row?.member as string | undefined);
    },

    async findByUrl(owner, url) {
      const rows = await queries.all(
        `SELECT ${WEBPAGE_COLUMNS_READ} FROM webpages t WHERE t.account_id = $1 AND t.url = $2 ORDER BY t.id LIMIT 10`,
        [owner, url],
      );
      return rows.map(webpageOf);
    },

    change: (owner, webpage) =>
      write(async (tx) => {
        const count = await lockAndCount(tx, owner, 0);
        const old = await readLocked(tx, owner, webpage.id);
        await tx.run(
          `UPDATE webpages SET name = $3, name_key = $4, url = $5, keywords = $6, search_key = $7, group_name = $8,
             modified_at = $9, revision = ${tx.nextRevision}
           WHERE account_id = $1 AND id = $2`,
          [
            owner,
            webpage.id,
            webpage.name,
            nameKey(webpage.name),
            webpage.url,
            JSON.stringify(webpage.keywords),
            searchKey(webpage),
            webpage.groupName,
            webpage.modifiedAt,
          ],
        );
        for (const each of Object.values(WEBPAGE_ORDERINGS)) {
          const [before, after] = [keyOf(old, each), keyOf(webpage, each)];
          if (before === after) continue;
          await leaveRun(tx, each, owner, { key: before, id: old.id });
          await enterRun(tx, each, owner, { key: after, id: old.id }, count);
        }
      }),

    remove: (owner, id) =>
      write(async (tx) => {
        await lockAndCount(tx, owner, -1);
        const webpage = await readLocked(tx, owner, id);
        await tx.run('UPDATE webpages SET account_id = NULL WHERE account_id = $1 AND id = $2', [owner, id]);
        // No worker may take it any more.
        await tx.run('DELETE FROM capture_schedules WHERE webpage_id = $1', [id]);
        for (const each of Object.values(WEBPAGE_ORDERINGS)) {
          await leaveRun(tx, each, owner, { key: keyOf(webpage, each), id });
        }
      }),

    state: (owner) =>
      soon(findState(owner), (row) => ({
        count: Number(row?.webpage_count ?? 0),
        revision: Number(row?.revision ?? 0),
      })),

    async page(owner, state, request) {
      const rows = await pages.rows(queries, {
        source: { select: WEBPAGE_COLUMNS_READ, from: 'webpages t' },
        ordering: WEBPAGE_ORDERINGS[request.sort],
        collection: owner,
        state,
        request,
      });
      return rows.map(webpageOf);
    },

    writePage: (owner, state, request, frame) =>
      pages.text(
        queries,
        {
          source: { select: written(frame.member), from: 'webpages t' },
          ordering: WEBPAGE_ORDERINGS[request.sort],
          collection: owner,
          state,
          request,
        },
        frame,
      ),
  };
}

const BY_ID = { from: 'webpages t', key: ['t.account_id', 't.id'] };

function fieldsOf({ json, keepsShown }: Queries, table: string): Fields<keyof Webpage> {
  const column = (name: string) => `${table}.${name}`;
  return {
    id: { text: column('id') },
    name: { text: column('name'), json: json(column('name')) },
    url: { text: column('url'), json: json(column('url')) },
    // Kept as JSON.
    keywords: { text: column('keywords') },
    groupName: {
      text: column('group_name'),
      json: keepsShown ? column('shown_group') : json(column('group_name')),
    },
    createdAt: { text: column('created_at') },
    modifiedAt: { text: column('modified_at') },
  };
}

/** What the column `shown` holds. Where the API shows it otherwise, the column is not used, and lists are slower. */
const SHOWN: Template<keyof Webpage> = {
  texts: ['"name":', ',"url":', ',"keywords":', ',"dateCreated":"', '","dateModified":"', '"'],
  holes: [
    { field: 'name', as: 'json' },
    { field: 'url', as: 'json' },
    { field: 'keywords', as: 'json' },
    { field: 'createdAt', as: 'text' },
    { field: 'modifiedAt', as: 'text' },
  ],
};

/** Of a webpage that is too long for the column, it is made from the others. */
function keptShown(queries: Queries): Kept<keyof Webpage> {
  const made = writeSql(queries, SHOWN, fieldsOf(queries, 'whole'));
  return { part: SHOWN, sql: `coalesce(t.shown, (SELECT ${made} FROM webpages whole WHERE whole.id = t.id))` };
}

export function noSuchWebpage(): Problem {
  return new Problem('not-found', 'There is no such webpage.');
}

/** Locks the account's row, so that everything that follows in this transaction stands alone. */
async function lockAndCount(tx: Queries, owner: string, by: number): Promise<number> {
  const row = await tx.get(
    `UPDATE accounts SET webpage_count = webpage_count + $2, revision = ${tx.nextRevision} WHERE id = $1 RETURNING webpage_count`,
    [owner, by],
  );
  if (!row) throw new Problem('not-found', 'There is no such account.');
  return Number(row.webpage_count);
}

/** Of an account that lockAndCount() locked: what was read before that may not be true any more. */
async function readLocked(tx: Queries, owner: string, id: string): Promise<Webpage> {
  const row = await tx.get(`SELECT ${WEBPAGE_COLUMNS_READ} FROM webpages t WHERE t.account_id = $1 AND t.id = $2`, [
    owner,
    id,
  ]);
  if (!row) throw noSuchWebpage();
  return webpageOf(row);
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
    searchKey(webpage),
    webpage.groupName,
    webpage.createdAt,
    webpage.modifiedAt,
  ];
}

function keyOf(webpage: Webpage, { key }: Ordering): string {
  if (key === 'created_at') return webpage.createdAt;
  if (key === 'group_name') return webpage.groupName;
  if (key === 'url') return webpage.url;
  return nameKey(webpage.name);
}
