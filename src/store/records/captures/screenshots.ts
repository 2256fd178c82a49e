import type { Screenshots } from '../../../domain/ports/screenshots.ts';
import { notFound } from '../../../domain/problem.ts';
import { type KeptVerdict, newestFace, type Screenshot } from '../../../domain/screenshot.ts';
import type { Database, Queries, Row, Value } from '../../engine/database.ts';
import { insertMany } from '../../engine/insert.ts';
import { send } from '../../engine/send.ts';
import { addToIndex, type Ordering, rebuildIndex, removeFromIndex } from '../../paging/page-index.ts';
import type { ReadPage } from '../../paging/pages.ts';
import { addBytes } from '../accounts/account-use.ts';
import { lockAndCountWebpages } from '../webpages/import-webpages.ts';
import { takeFilesOf } from './image-files.ts';
import { keepPicture, PICTURE_COLUMNS, pictureOf } from './pictures.ts';

export const SCREENSHOT_COLUMNS_READ = `t.id, t.webpage_id, t.is_favorite, t.verdict, t.captured_url, t.created_at, t.modified_at, ${PICTURE_COLUMNS}`;
export const SCREENSHOT_SOURCE = 'screenshots t JOIN pictures p ON p.id = t.picture_id';

const ordering = (name: string, filter: string): Ordering => ({
  name,
  table: 'screenshots',
  members: `t.webpage_id = $1${filter}`,
  key: 'created_at',
});

export const ALL = ordering('all', '');
const FAVORITES = ordering('favorites', ' AND t.is_favorite = 1');
const OTHERS = ordering('others', ' AND t.is_favorite = 0');
export const SCREENSHOT_ORDERINGS = [ALL, FAVORITES, OTHERS];

export const orderingOf = (isFavorite: boolean | undefined) =>
  isFavorite === undefined ? ALL : isFavorite ? FAVORITES : OTHERS;

export function screenshots(queries: Queries, write: Database['transaction'], readPage: ReadPage): Screenshots {
  const findCounts = (owner: string, webpageId: string) =>
    queries.get(
      `SELECT w.screenshot_count, w.favorite_count, w.revision, ${queries.intact('webpages w')} AS intact
       FROM webpages w WHERE w.account_id = $1 AND w.id = $2`,
      [owner, webpageId],
    );

  return {
    add: async (owner, screenshot) => {
      await write(async (tx) => {
        const { isNew } = await addScreenshot(tx, owner, screenshot);
        await addBytes(tx, owner, isNew ? screenshot.picture.bytes : 0);
      });
    },

    addMany: (owner, added) =>
      write(async (tx) => {
        await lockAndCountWebpages(tx, owner, added);
        const bytes = await keepPictures(tx, owner, added);
        await insertScreenshots(tx, owner, added.map(screenshotValues));
        await addBytes(tx, owner, bytes);
      }),

    async findAnywhere(owner, id) {
      const row = await queries.get(
        `SELECT ${SCREENSHOT_COLUMNS_READ}, ${queries.intact('screenshots t', 'pictures p')} AS intact
         FROM ${SCREENSHOT_SOURCE} JOIN webpages w ON w.id = t.webpage_id WHERE t.id = $2 AND w.account_id || '' = $1`,
        [owner, id],
      );
      return row && screenshotOf(row);
    },

    settle: (owner, webpageId) =>
      write(async (tx) => {
        await lockAndCountScreenshots(tx, owner, webpageId, { all: 0, favorites: 0 });
        for (const each of SCREENSHOT_ORDERINGS) await rebuildIndex(tx, each, webpageId);
      }),

    async find(owner, webpageId, id) {
      // Without t.webpage_id = …, which would make PostgreSQL walk through all screenshots of the webpage.
      const row = await queries.get(
        `SELECT ${SCREENSHOT_COLUMNS_READ}, ${queries.intact('screenshots t', 'pictures p')} AS intact
         FROM ${SCREENSHOT_SOURCE} JOIN webpages w ON w.id = t.webpage_id
         WHERE t.id = $2 AND w.account_id = $1`,
        [owner, id],
      );
      return row?.webpage_id === webpageId ? screenshotOf(row) : undefined;
    },

    setFavorite: (owner, { webpageId, id, isFavorite, now }) =>
      write(async (tx) => {
        const by = isFavorite ? 1 : -1;
        const counts = await lockAndCountScreenshots(tx, owner, webpageId, { all: 0, favorites: by });
        const row = await tx.get('SELECT is_favorite, created_at FROM screenshots WHERE webpage_id = $1 AND id = $2', [
          webpageId,
          id,
        ]);
        if (!row) throw notFound('screenshot');
        if (Boolean(row.is_favorite) === isFavorite) {
          await lockAndCountScreenshots(tx, owner, webpageId, { all: 0, favorites: -by });
          return;
        }
        await tx.run('UPDATE screenshots SET is_favorite = $2, modified_at = $3 WHERE id = $1', [
          id,
          isFavorite ? 1 : 0,
          now.toISOString(),
        ]);
        const place = { key: String(row.created_at), id };
        await removeFromIndex(tx, orderingOf(!isFavorite), webpageId, place);
        await addToIndex(tx, orderingOf(isFavorite), webpageId, place, isFavorite ? counts.favorites : counts.others);
      }),

    async state(owner, webpageId, isFavorite) {
      const row = await findCounts(owner, webpageId);
      if (!row) return undefined;
      const counts = countsOf(row);
      const count = isFavorite === undefined ? counts.all : isFavorite ? counts.favorites : counts.others;
      return { count, revision: Number(row.revision) };
    },

    async page(owner, webpageId, state, request) {
      // The state does not name its owner, so ownership is checked here.
      if (!(await findCounts(owner, webpageId))) throw notFound('webpage');
      const { rows, revision } = await readPage(queries, {
        select: `${SCREENSHOT_COLUMNS_READ}, ${queries.intact('screenshots t', 'pictures p')} AS intact`,
        from: SCREENSHOT_SOURCE,
        ordering: orderingOf(request.isFavorite),
        collection: webpageId,
        state,
        request,
      });
      return { records: rows.map(screenshotOf), revision };
    },
  };
}

export interface AddedFiles {
  /** Whether the picture is new. */
  readonly isNew: boolean;
  /** How many files of the picture were in the removal queue. */
  readonly taken: number;
}

/**
 * Runs in a transaction of its own, or in the one that records a whole capture. It locks the webpage's row first, as every
 * writer does, so that transactions do not deadlock. All statements are sent before the first result is awaited.
 */
export async function addScreenshot(
  tx: Queries,
  owner: string,
  screenshot: Screenshot,
  sourceSha256?: string,
): Promise<AddedFiles> {
  const { id, webpageId, picture, isFavorite, createdAt } = screenshot;
  const counted = send(
    lockAndCountScreenshots(tx, owner, webpageId, { all: 1, favorites: isFavorite ? 1 : 0 }, newestFace([screenshot])),
  );
  const kept = send(keepPicture(tx, owner, picture, 1, sourceSha256));
  const taken = send(takeFilesOf(tx, picture.id));
  const inserted = send(insertScreenshots(tx, owner, [screenshotValues(screenshot)]));
  const position = { key: createdAt, id };
  const kindOf = (counts: Counts) => (isFavorite ? counts.favorites : counts.others);
  const indexed = [
    send(addToIndex(tx, ALL, webpageId, position, send(counted.then(({ all }) => all)))),
    send(addToIndex(tx, orderingOf(isFavorite), webpageId, position, send(counted.then(kindOf)))),
  ];
  // Awaited first: without the webpage the other statements fail too, with less clear errors.
  await counted;
  const uses = await kept;
  const files = await taken;
  await inserted;
  await Promise.all(indexed);
  return { isNew: uses === 1, taken: files };
}

interface Counts {
  readonly all: number;
  readonly favorites: number;
  readonly others: number;
}

function countsOf(row: Row): Counts {
  const all = Number(row.screenshot_count);
  const favorites = Number(row.favorite_count);
  return { all, favorites, others: all - favorites };
}

/** Locks the webpage's row, so that no other writer changes its screenshots until the transaction ends. */
export async function lockAndCountScreenshots(
  tx: Queries,
  owner: string,
  webpageId: string,
  by: { all: number; favorites: number },
  face?: Screenshot,
): Promise<Counts> {
  // The face of a webpage is its newest good screenshot.
  const show = `, face_id = CASE WHEN EXISTS (
    SELECT 1 FROM screenshots f WHERE f.id = webpages.face_id AND f.created_at > $6) THEN face_id ELSE $5 END`;
  const row = await tx.get(
    `UPDATE webpages SET screenshot_count = screenshot_count + $3, favorite_count = favorite_count + $4,
       revision = ${tx.nextRevision}${face ? show : ''}
     WHERE account_id = $1 AND id = $2 RETURNING screenshot_count, favorite_count`,
    [owner, webpageId, by.all, by.favorites, ...(face ? [face.id, face.createdAt] : [])],
  );
  if (!row) throw notFound('webpage');
  return countsOf(row);
}

/** Returns the size of the new pictures. */
async function keepPictures(tx: Queries, owner: string, added: readonly Screenshot[]): Promise<number> {
  let bytes = 0;
  for (const some of Map.groupBy(added, ({ picture }) => picture.id).values()) {
    const [first] = some;
    if (!first) continue;
    const uses = await keepPicture(tx, owner, first.picture, some.length);
    if (uses === some.length) bytes += first.picture.bytes;
    await takeFilesOf(tx, first.picture.id);
  }
  return bytes;
}

/** The stored columns of a screenshot; trashed_screenshots has them too. */
export const SCREENSHOT_COLUMNS = [
  'id',
  'webpage_id',
  'picture_id',
  'is_favorite',
  'verdict',
  'captured_url',
  'created_at',
  'modified_at',
];

/** Rows with the values of SCREENSHOT_COLUMNS. */
export function insertScreenshots(tx: Queries, owner: string, rows: readonly (readonly Value[])[]): Promise<void> {
  const columns = ['account_id', ...SCREENSHOT_COLUMNS];
  return insertMany(
    tx,
    'screenshots',
    columns,
    rows.map((values) => [owner, ...values]),
  );
}

function screenshotValues(screenshot: Screenshot): Value[] {
  const { id, webpageId, picture, isFavorite, verdict, url, createdAt, modifiedAt } = screenshot;
  return [id, webpageId, picture.id, isFavorite ? 1 : 0, verdict, url, createdAt, modifiedAt];
}

export function screenshotOf(row: Row): Screenshot {
  return {
    id: row.id as string,
    webpageId: row.webpage_id as string,
    isFavorite: row.is_favorite === 1,
    verdict: row.verdict as KeptVerdict,
    url: row.captured_url as string,
    createdAt: row.created_at as string,
    modifiedAt: row.modified_at as string,
    picture: pictureOf(row),
  };
}
