import type { Screenshots } from '../../domain/ports/screenshots.ts';
import { Problem } from '../../domain/problem.ts';
import { type KeptVerdict, newestFace, type Screenshot, type ScreenshotField } from '../../domain/screenshot.ts';
import { soon } from '../../domain/soon.ts';
import type { Database, Queries, Row, Value } from '../engine/database.ts';
import { insertMany } from '../engine/insert.ts';
import { send } from '../engine/send.ts';
import { type Fields, makeWritten } from '../paging/json-sql.ts';
import { cutRuns, enterRun, leaveRun, type Ordering } from '../paging/page-index.ts';
import type { PageReader } from '../paging/pages.ts';
import { takeFilesOf } from './image-files.ts';
import { lockAndCountWebpages } from './import-webpages.ts';
import { keepPicture, type Origin, PICTURE_COLUMNS, pictureOf } from './pictures.ts';
import { noSuchWebpage } from './webpages.ts';

export const SCREENSHOT_COLUMNS_READ = `t.id, t.webpage_id, t.is_favorite, t.verdict, t.created_at, t.modified_at, ${PICTURE_COLUMNS}`;
export const SCREENSHOT_SOURCE = 'screenshots t JOIN pictures p ON p.id = t.picture_id';

const byId = ({ through }: Queries) => ({
  from: SCREENSHOT_SOURCE,
  // Not by the webpage as well: PostgreSQL would then walk through all screenshots of that webpage.
  key: ['t.account_id', 't.id'],
  // Once its webpage is deleted it is nobody's any more, long before it is taken apart itself.
  where: `NOT EXISTS (SELECT 1 FROM webpages w${through('webpages_leaving')}
    WHERE w.id = t.webpage_id AND w.account_id IS NULL)`,
});

/** All are made here, of letters and digits that JSON takes as they are. */
const FIELDS: Fields<ScreenshotField> = {
  id: { text: 't.id' },
  webpageId: { text: 't.webpage_id' },
  isFavorite: { text: "CASE t.is_favorite WHEN 1 THEN 'true' ELSE 'false' END" },
  createdAt: { text: 't.created_at' },
  modifiedAt: { text: 't.modified_at' },
  contentKey: { text: 'p.content_key' },
  contentType: { text: 'p.content_type' },
  thumbnailKey: { text: 'p.thumbnail_key' },
  thumbnailType: { text: 'p.thumbnail_type' },
  width: { text: 'p.width' },
  height: { text: 'p.height' },
  bytes: { text: 'p.bytes' },
  sha256: { text: 'p.sha256' },
};

const ordering = (name: string, filter: string): Ordering => ({
  name,
  table: 'screenshots',
  members: `t.webpage_id = $1${filter}`,
  key: 'created_at',
});

const ALL = ordering('all', '');
const FAVORITES = ordering('favorites', ' AND t.is_favorite = 1');
const OTHERS = ordering('others', ' AND t.is_favorite = 0');
export const SCREENSHOT_ORDERINGS = [ALL, FAVORITES, OTHERS];

const orderingOf = (isFavorite: boolean | undefined) =>
  isFavorite === undefined ? ALL : isFavorite ? FAVORITES : OTHERS;

export function screenshots(queries: Queries, write: Database['transaction'], pages: PageReader): Screenshots {
  const written = makeWritten(queries, FIELDS);
  const findRow = queries.byKey({ ...byId(queries), select: SCREENSHOT_COLUMNS_READ });
  const findCounts = queries.byKey({
    select: 'w.screenshot_count, w.favorite_count, w.revision',
    from: 'webpages w',
    key: ['w.account_id', 'w.id'],
  });

  return {
    add: async (owner, screenshot) => {
      await write((tx) => addScreenshot(tx, owner, screenshot));
    },

    addMany: (owner, added) =>
      write(async (tx) => {
        await lockAndCountWebpages(tx, owner, added);
        await keepPictures(tx, added);
        await insertMany(
          tx,
          'screenshots',
          SCREENSHOT_COLUMNS,
          added.map((screenshot) => screenshotValues(owner, screenshot)),
        );
      }),

    settle: (owner, webpageId) =>
      write(async (tx) => {
        await lockAndCount(tx, owner, webpageId, { all: 0, favorites: 0 });
        for (const each of SCREENSHOT_ORDERINGS) await cutRuns(tx, each, webpageId);
      }),

    async find(owner, webpageId, id) {
      const row = await findRow(owner, id);
      return row?.webpage_id === webpageId ? screenshotOf(row) : undefined;
    },

    setFavorite: (owner, { webpageId, id, isFavorite, now }) =>
      write(async (tx) => {
        const by = isFavorite ? 1 : -1;
        const counts = await lockAndCount(tx, owner, webpageId, { all: 0, favorites: by });
        const row = await tx.get('SELECT is_favorite, created_at FROM screenshots WHERE webpage_id = $1 AND id = $2', [
          webpageId,
          id,
        ]);
        if (!row) throw noSuchScreenshot();
        if (Boolean(row.is_favorite) === isFavorite) {
          await lockAndCount(tx, owner, webpageId, { all: 0, favorites: -by });
          return;
        }
        await tx.run('UPDATE screenshots SET is_favorite = $2, modified_at = $3 WHERE id = $1', [
          id,
          isFavorite ? 1 : 0,
          now.toISOString(),
        ]);
        const place = { key: String(row.created_at), id };
        await leaveRun(tx, orderingOf(!isFavorite), webpageId, place);
        await enterRun(tx, orderingOf(isFavorite), webpageId, place, isFavorite ? counts.favorites : counts.others);
      }),

    state: (owner, webpageId, isFavorite) =>
      soon(findCounts(owner, webpageId), (row) => {
        if (!row) return undefined;
        const counts = countsOf(row);
        const count = isFavorite === undefined ? counts.all : isFavorite ? counts.favorites : counts.others;
        return { count, revision: Number(row.revision) };
      }),

    async page(owner, webpageId, state, request) {
      // A state says nothing of its owner, and the rows below say only whose webpage they belong to.
      if (!(await findCounts(owner, webpageId))) return [];
      const rows = await pages.rows(queries, {
        source: { select: SCREENSHOT_COLUMNS_READ, from: SCREENSHOT_SOURCE },
        ordering: orderingOf(request.isFavorite),
        collection: webpageId,
        state,
        request,
      });
      return rows.map(screenshotOf);
    },

    async writePage(owner, webpageId, state, request, frame) {
      if (!(await findCounts(owner, webpageId))) return { list: frame.head + frame.tail };
      return pages.text(
        queries,
        {
          source: { select: written(frame.member), from: SCREENSHOT_SOURCE },
          ordering: orderingOf(request.isFavorite),
          collection: webpageId,
          state,
          request,
        },
        frame,
      );
    },

    writer(template) {
      const findText = queries.byKey({ ...byId(queries), select: `t.webpage_id, ${written(template)}` });
      return (owner, webpageId, id) =>
        soon(findText(owner, id), (row) => (row?.webpage_id === webpageId ? (row.member as string) : undefined));
    },
  };
}

export interface AddedFiles {
  /** Whether the picture was not there before. */
  readonly isNew: boolean;
  /** How many of its files were waiting to be taken. */
  readonly taken: number;
}

/**
 * Part of a transaction of its own, or of one that records a whole capture. The webpage's row first, as everywhere, so
 * that no two transactions wait for each other. Every statement is sent before the first answer is waited for.
 */
export async function addScreenshot(
  tx: Queries,
  owner: string,
  screenshot: Screenshot,
  origin?: Origin,
): Promise<AddedFiles> {
  const { id, webpageId, picture, isFavorite, createdAt } = screenshot;
  const grown = send(
    lockAndCount(tx, owner, webpageId, { all: 1, favorites: isFavorite ? 1 : 0 }, newestFace([screenshot])),
  );
  const kept = send(keepPicture(tx, picture, 1, origin));
  const taken = send(takeFilesOf(tx, picture.id));
  const inserted = send(insertMany(tx, 'screenshots', SCREENSHOT_COLUMNS, [screenshotValues(owner, screenshot)]));
  const place = { key: createdAt, id };
  const kindOf = (counts: Counts) => (isFavorite ? counts.favorites : counts.others);
  const entered = [
    send(enterRun(tx, ALL, webpageId, place, send(grown.then(({ all }) => all)))),
    send(enterRun(tx, orderingOf(isFavorite), webpageId, place, send(grown.then(kindOf)))),
  ];
  // Without the webpage the others may fail too, but for no other reason.
  await grown;
  const uses = await kept;
  const files = await taken;
  await inserted;
  await Promise.all(entered);
  return { isNew: uses === 1, taken: files };
}

function noSuchScreenshot(): Problem {
  return new Problem('not-found', 'There is no such screenshot.');
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

/** Locks the webpage's row, so that everything that follows in this transaction stands alone. */
async function lockAndCount(
  tx: Queries,
  owner: string,
  webpageId: string,
  by: { all: number; favorites: number },
  face?: Screenshot,
): Promise<Counts> {
  // The newest capture that can stand for its webpage does.
  const show = `, face_id = CASE WHEN EXISTS (
    SELECT 1 FROM screenshots f WHERE f.id = webpages.face_id AND f.created_at > $6) THEN face_id ELSE $5 END`;
  const row = await tx.get(
    `UPDATE webpages SET screenshot_count = screenshot_count + $3, favorite_count = favorite_count + $4,
       revision = ${tx.nextRevision}${face ? show : ''}
     WHERE account_id = $1 AND id = $2 RETURNING screenshot_count, favorite_count`,
    [owner, webpageId, by.all, by.favorites, ...(face ? [face.id, face.createdAt] : [])],
  );
  if (!row) throw noSuchWebpage();
  return countsOf(row);
}

async function keepPictures(tx: Queries, added: readonly Screenshot[]): Promise<void> {
  for (const some of Map.groupBy(added, ({ picture }) => picture.id).values()) {
    const [first] = some;
    if (!first) continue;
    await keepPicture(tx, first.picture, some.length);
    await takeFilesOf(tx, first.picture.id);
  }
}

const SCREENSHOT_COLUMNS = [
  'id',
  'account_id',
  'webpage_id',
  'picture_id',
  'is_favorite',
  'verdict',
  'created_at',
  'modified_at',
];

function screenshotValues(owner: string, screenshot: Screenshot): Value[] {
  const { id, webpageId, picture, isFavorite, verdict, createdAt, modifiedAt } = screenshot;
  return [id, owner, webpageId, picture.id, isFavorite ? 1 : 0, verdict, createdAt, modifiedAt];
}

export function screenshotOf(row: Row): Screenshot {
  return {
    id: row.id as string,
    webpageId: row.webpage_id as string,
    isFavorite: row.is_favorite === 1,
    verdict: row.verdict as KeptVerdict,
    createdAt: row.created_at as string,
    modifiedAt: row.modified_at as string,
    picture: pictureOf(row),
  };
}
