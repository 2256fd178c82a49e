import { createReadStream } from 'node:fs';
import { finished } from 'node:stream/promises';
import { WEBPAGE_SORTS } from '../../src/domain/listing.ts';
import type { Child } from '../child.ts';
import type { Filled } from '../filled.ts';
import { OneByOne } from '../one-by-one.ts';
import { milliseconds, type Row } from '../report.ts';
import { median, shuffle } from '../rounds.ts';
import { openWriter, renew } from './writer.ts';

const PAGE = 50;

/** The time of a page at the end and in the middle of the archive, compared with the first page. Requests are sequential. */
export async function* paging(filled: Filled, server: Child): AsyncIterable<Row> {
  await using writer = await openWriter(filled);
  using client = await OneByOne.connect(server.origin, { Authorization: `Bearer ${filled.token}` });

  await readFileIntoCache(filled);
  for (const sort of WEBPAGE_SORTS) {
    await renew(writer);
    const { first, last, pages } = await walk(client, sort);
    yield {
      work: `last of ${pages.toLocaleString('en')} pages by next, ${sort}`,
      figure: milliseconds(last),
      against: `first page ${milliseconds(first)}`,
      ratio: last / first,
      bar: { atMost: 1.5 },
    };
  }

  await renew(writer);
  const middle = middlePages(filled.webpages);
  const jumps: number[] = [];
  const firsts: number[] = [];
  for (const limit of LIMITS) {
    jumps.push((await client.get(pageUrl(middle))).milliseconds);
    firsts.push((await client.get(firstPage('isPartOf.name', limit))).milliseconds);
  }
  const first = median(firsts);
  yield {
    work: 'jump to a page in the middle',
    figure: milliseconds(median(jumps)),
    against: `first page ${milliseconds(first)}`,
    ratio: median(jumps) / first,
    bar: { atMost: 10 },
  };

  const after: number[] = [];
  const removals: (() => Promise<void>)[] = [];
  for (let count = 0; count < ADDED; count += 1) {
    removals.push(await writer.add());
    after.push((await client.get(pageUrl(middle))).milliseconds);
  }
  for (const remove of removals) await remove();
  yield {
    work: 'the same right after a record was added',
    figure: milliseconds(median(after)),
    against: `first page ${milliseconds(first)}`,
    ratio: median(after) / first,
    bar: { atMost: 10 },
  };
}

/** Without this, the first page may come from the file cache and the last one from the disk. */
async function readFileIntoCache({ databaseUrl }: Filled): Promise<void> {
  const file = createReadStream(databaseUrl.replace(/^sqlite:/, ''), { highWaterMark: 1_000_000 });
  await finished(file.resume());
}

const ADDED = 100;

/** Every limit except that of the walk, so that each first page is a new one. Their average is 50 records. */
const LIMITS = shuffle(Array.from({ length: 100 }, (_, index) => index + 1).filter((limit) => limit !== PAGE));

const firstPage = (sort: string, limit: number) => `/v3/webpages?sort=${sort}&limit=${limit}`;

/** Follows `next` to the end. Each of the last 99 pages alternates with a first page. */
async function walk(client: OneByOne, sort: string): Promise<{ first: number; last: number; pages: number }> {
  const times: number[] = [];
  const firsts: number[] = [];
  let seen = 0;
  let total = 0;
  for (let path: string | undefined = `/v3/webpages?sort=${sort}`; path; ) {
    const { milliseconds: time, body } = await client.get(path);
    const { members, totalItems, view } = JSON.parse(body.toString());
    times.push(time);
    seen += members.length;
    total = totalItems;
    path = view.next?.replace(/^https?:\/\/[^/]+/, '');
    const limit = LIMITS[Math.ceil((total - seen) / PAGE) - 1];
    if (path && limit) firsts.push((await client.get(firstPage(sort, limit))).milliseconds);
  }
  if (seen !== total) throw new Error(`the pages by ${sort} hold ${seen} of ${total} records`);
  return { first: median(firsts), last: median(times.slice(-LIMITS.length)), pages: times.length };
}

/** Pages of the middle third in random order. They repeat only in archives with few pages. */
function* middlePages(webpages: number): Generator<number, never> {
  const third = Math.ceil(webpages / PAGE / 3);
  const pages = shuffle(Array.from({ length: third }, (_, index) => third + index));
  for (;;) yield* pages;
}

const pageUrl = (pages: Generator<number, never>) => `/v3/webpages?page=${pages.next().value}`;
