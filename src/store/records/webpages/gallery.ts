import { LRUCache } from 'lru-cache';
import { type Look, MOST_FOUND } from '../../../domain/archive.ts';
import { storedOptions } from '../../../domain/capture-options.ts';
import { MOST_COUNTED } from '../../../domain/change.ts';
import type { Gallery, PageView } from '../../../domain/ports/gallery.ts';
import type { Webpage } from '../../../domain/webpage.ts';
import { entries } from '../../engine/cache-size.ts';
import type { Queries, Row } from '../../engine/database.ts';
import { archiveKeywords } from './archive-keywords.ts';
import { readSlice } from './archive-orders.ts';
import { archiveSearch } from './archive-search.ts';
import { WEBPAGE_COLUMNS_READ, webpageOf } from './webpages.ts';

/** Of all addresses of a request. The same address can be added any number of times. */
const MOST_VIEWS = 2000;

export function gallery(queries: Queries): Gallery {
  const search = archiveSearch(queries);
  const offered = new LRUCache<string, { revision: number; sites: string[] }>(entries(1000));

  async function findInOrder(owner: string, ids: readonly string[]): Promise<Webpage[]> {
    const rows = await queries.all(
      `SELECT ${WEBPAGE_COLUMNS_READ}, ${queries.intact('webpages t')} AS intact FROM webpages t
       WHERE t.account_id || '' = $1 AND t.id IN (${placesOf(ids)})`,
      [owner, ...ids],
    );
    const found = new Map(rows.map((row) => [String(row.id), webpageOf(row)]));
    return ids.map((id) => found.get(id)).filter((webpage) => webpage !== undefined);
  }

  async function readViews(
    owner: string,
    urls: readonly string[],
    condition: string,
  ): Promise<Map<string, PageView[]>> {
    const wanted = [...new Set(urls)];
    const rows = await queries.all(
      `SELECT t.id, t.url, s.options, ${queries.intact('webpages t', 'capture_schedules s')} AS intact
       FROM webpages t LEFT JOIN capture_schedules s ON s.webpage_id = t.id
       WHERE t.account_id = $1 AND t.url IN (${placesOf(wanted)}) ${condition} ORDER BY t.url, t.id LIMIT ${MOST_VIEWS}`,
      [owner, ...wanted],
    );
    const views = rows.map(({ id, url, options }) => ({
      url: String(url),
      view: { webpageId: String(id), options: storedOptions(options === null ? '{}' : String(options)) },
    }));
    return new Map(
      [...Map.groupBy(views, ({ url }) => url)].map(([url, found]) => [url, found.map(({ view }) => view)]),
    );
  }

  return {
    slice: (owner, request) => readSlice(queries, owner, request),

    async find(owner, state, request) {
      const ids = await search(owner, state, request);
      const start = (request.page - 1) * request.limit;
      const count = Math.min(ids.length, MOST_FOUND);
      const wanted = ids.slice(start, Math.min(start + request.limit, count));
      return { webpages: await findInOrder(owner, wanted), count, cut: ids.length > MOST_FOUND };
    },

    async counts(owner, changedSince) {
      const count = (members: string) =>
        `(SELECT count(*) FROM (SELECT 1 FROM ${members} LIMIT ${MOST_COUNTED}) AS members)`;
      const row = await queries.get(
        `SELECT ${count('webpages WHERE account_id = $1 AND changed_at >= $2')} AS changed,
           ${count('capture_schedules WHERE account_id = $1 AND failing_since IS NOT NULL AND paused = 0')} AS failing,
           ${count('capture_schedules WHERE account_id = $1 AND paused = 1')} AS paused`,
        [owner, changedSince],
      );
      return { changed: Number(row?.changed), failing: Number(row?.failing), paused: Number(row?.paused) };
    },

    async looks(owner, webpageIds) {
      // || '' keeps the planner from using the index of the owner and reading all of the owner's webpages.
      const rows = await queries.all(
        `SELECT w.id, w.screenshot_count, w.title, w.changed_at, w.changed_share, n.created_at AS captured_at, p.thumbnail_key,
           ${queries.intact('webpages w', 'screenshots n', 'pictures p')} AS intact,
           (SELECT min(s.created_at) FROM screenshots s WHERE s.webpage_id = w.id) AS first_at
         FROM webpages w
         LEFT JOIN screenshots n ON n.id =
           (SELECT s.id FROM screenshots s WHERE s.webpage_id = w.id ORDER BY s.created_at DESC, s.id DESC LIMIT 1)
         LEFT JOIN pictures p ON p.id = n.picture_id
         WHERE w.account_id || '' = $1 AND w.id IN (${placesOf(webpageIds)})`,
        [owner, ...webpageIds],
      );
      for (const { id, screenshot_count: count, thumbnail_key: key } of rows)
        if (Number(count) > 0 && key === null)
          throw queries.damaged(`The newest picture of the webpage ${id} is missing.`);
      return new Map(rows.map((row) => [String(row.id), lookOf(row)]));
    },

    views: (owner, urls) => readViews(owner, urls, ''),
    severalViews: (owner, urls) =>
      readViews(
        owner,
        urls,
        // A subquery for each address: for EXISTS, PostgreSQL reads all webpages of the owner.
        'AND (SELECT 1 FROM webpages o WHERE o.account_id = t.account_id AND o.url = t.url AND o.id <> t.id LIMIT 1) = 1',
      ),

    async sites(owner, { revision }, limit) {
      const known = offered.get(owner);
      if (known?.revision === revision) return known.sites;
      // Jumps from site to site along the index, so it costs as much as there are sites, not as there are pages.
      const rows = await queries.all(
        `WITH RECURSIVE sites (name, place) AS (
           SELECT min(group_name), 1 FROM webpages WHERE account_id = $1
           UNION ALL
           SELECT (SELECT min(group_name) FROM webpages WHERE account_id = $1 AND group_name > sites.name), place + 1
           FROM sites WHERE sites.name IS NOT NULL AND place < $2
         )
         SELECT name FROM sites WHERE name IS NOT NULL`,
        [owner, limit],
      );
      const sites = rows.map(({ name }) => String(name));
      offered.set(owner, { revision, sites });
      return sites;
    },

    keywords: archiveKeywords(queries),
  };
}

/** The places of parameters from $2 on. */
function placesOf(ids: readonly string[]): string {
  return ids.map((_, index) => `$${index + 2}`).join(', ') || 'NULL';
}

function lookOf(row: Row): Look {
  const { thumbnail_key: thumbnailKey, captured_at: capturedAt, changed_at: changedAt } = row;
  return {
    captures: Number(row.screenshot_count),
    title: row.title === null ? undefined : String(row.title),
    firstAt: row.first_at === null ? undefined : String(row.first_at),
    newest:
      thumbnailKey === null || capturedAt === null
        ? undefined
        : { thumbnailKey: String(thumbnailKey), capturedAt: String(capturedAt) },
    change: changedAt === '' ? undefined : { at: String(changedAt), share: Number(row.changed_share) },
  };
}
