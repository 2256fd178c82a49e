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

/** What a page costs at the end and in the middle of the archive, beside its beginning; one request at a time. */
export async function* paging(filled: Filled, server: Child): AsyncIterable<Row> {
  await using writer = await openWriter(filled);
  using client = await OneByOne.connect(server.origin, { Authorization: `Bearer ${filled.token}` });

  await readOnce(filled);
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
  const takeAway: (() => Promise<void>)[] = [];
  for (let count = 0; count < ADDED; count += 1) {
    takeAway.push(await writer.add());
    // The second jump after a change may prepare those that follow: the dearer one counts.
    const twice = [await client.get(pageUrl(middle)), await client.get(pageUrl(middle))];
    after.push(Math.max(...twice.map((timed) => timed.milliseconds)));
  }
  for (const each of takeAway) await each();
  yield {
    work: 'the same right after a record was added',
    figure: milliseconds(median(after)),
    against: `first page ${milliseconds(first)}`,
    ratio: median(after) / first,
    bar: { atMost: 10 },
  };
  const [begin, end] = [median(after.slice(0, ADDED / 4)), median(after.slice(-ADDED / 4))];
  yield {
    work: `the same after ${ADDED} were added`,
    figure: milliseconds(end),
    against: `at the beginning ${milliseconds(begin)}`,
    ratio: end / begin,
    bar: { atMost: 1.5 },
  };
}

/**
 * A first page was always asked for a moment ago, a last one perhaps never since the machine gave the file's memory to
 * others: that would compare the disk with memory, not the end of an archive with its beginning.
 */
async function readOnce({ databaseUrl }: Filled): Promise<void> {
  const file = createReadStream(databaseUrl.replace(/^sqlite:/, ''), { highWaterMark: 1_000_000 });
  await finished(file.resume());
}

const ADDED = 200;

/** Every limit but the walk's own, so that a first page is a new one each time, and 50 records long on average. */
const LIMITS = shuffle(Array.from({ length: 100 }, (_, index) => index + 1).filter((limit) => limit !== PAGE));

const firstPage = (sort: string, limit: number) => `/v3/webpages?sort=${sort}&limit=${limit}`;

/** Follows `next` to the very end; beside each of the last pages a first one is asked for. */
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

/** Pages of the middle third, in no order, each handed out once. */
function middlePages(webpages: number): Iterator<number, number> {
  const pages = Math.floor(webpages / PAGE);
  const third = Math.floor(pages / 3);
  return shuffle(Array.from({ length: third }, (_, index) => third + index)).values() as Iterator<number, number>;
}

const pageUrl = (pages: Iterator<number, number>) => `/v3/webpages?page=${pages.next().value}`;
