import { LRUCache } from 'lru-cache';
import { type ArchiveStatus, type FindRequest, MOST_FOUND } from '../../../domain/archive.ts';
import { keywordMark } from '../../../domain/gallery.ts';
import type { CollectionState } from '../../../domain/listing.ts';
import { isPlain } from '../../../domain/text.ts';
import { wordsOf } from '../../../domain/words.ts';
import type { Queries, Row, Value } from '../../engine/database.ts';
import { type Position, readBlocks } from '../../paging/page-index.ts';
import { unchangedCondition } from '../changes/unchanged-condition.ts';
import { webpagesWith } from '../words/word-webpages.ts';
import { ARCHIVE_ORDERS, type ArchiveOrder } from './archive-orders.ts';
import { WEBPAGE_ORDERINGS } from './webpages.ts';

/** A step of a search reads 1,000 records in about 2 ms, and lets other requests run after it. */
const BLOCKS_A_STEP = 4;

/** Identifiers of found webpages that are remembered, over all searches. */
const REMEMBERED = 200_000;

/** New titles and changes do not change the revision of the collection. */
const REMEMBERED_MS = 30_000;

export type Search = (owner: string, state: CollectionState, request: FindRequest) => Promise<string[]>;

/**
 * Finds the ids of webpages in the requested order, at most MOST_FOUND + 1. Words and keywords are looked for in all
 * records, a thousand at a step; what was found is remembered. Measured with 100,000 webpages: 0.2 s for words that no
 * record has, in steps of a few milliseconds. An index of words or trigrams would be faster, but larger than all the
 * records. A site and a status have an index, and a status is never remembered, because any form can change it.
 */
export function archiveSearch(queries: Queries): Search {
  const remembered = new LRUCache<string, string[]>({
    maxSize: REMEMBERED,
    sizeCalculation: (ids) => ids.length + 10,
    ttl: REMEMBERED_MS,
  });

  return async (owner, { revision }, request) => {
    const { words, site, keyword, status, unchangedIn } = request.filter;
    // No record holds it, and PostgreSQL would not even look for U+0000.
    if (![...words, site ?? '', keyword ?? ''].every(isPlain)) return [];
    if (status) return idsOf(await readAll(queries, owner, await withWords(queries, owner, request)));
    const key = JSON.stringify([owner, revision, request.sort, words, site, keyword, unchangedIn]);
    const known = remembered.get(key);
    if (known) return known;
    const wanted = await withWords(queries, owner, request);
    const found = idsOf(
      site === undefined ? await readSteps(queries, owner, wanted) : await readAll(queries, owner, wanted),
    );
    remembered.set(key, found);
    return found;
  };
}

/** A request, and the webpages whose newest captures show all its words. */
interface Wanted extends FindRequest {
  readonly shownBy: readonly string[];
}

async function withWords(queries: Queries, owner: string, request: FindRequest): Promise<Wanted> {
  const phrases = request.filter.words.map(wordsOf).filter((words) => words.length > 0);
  const shownBy = phrases.length === 0 ? [] : await webpagesWith(queries, owner, phrases, MOST_FOUND + 1);
  return { ...request, shownBy };
}

function idsOf(rows: readonly Row[]): string[] {
  return rows.map(({ id }) => String(id));
}

/** For the webpages of a site or with a status, which an index finds. */
function readAll(queries: Queries, owner: string, request: Wanted): Promise<Row[]> {
  const { status, site } = request.filter;
  const parameters: Value[] = [owner];
  const put = (value: Value) => `$${parameters.push(value)}`;
  const { from, conditions } = SOURCES[status ?? 'none'];
  const { key, descending } = ARCHIVE_ORDERS[request.sort];
  const way = descending ? 'DESC' : 'ASC';
  const all = [
    conditions,
    ...(status === 'changed' ? [`t.changed_at >= ${put(request.changedSince)}`] : []),
    ...(site === undefined ? [] : [`t.group_name = ${put(site)}`]),
    ...recordConditions(queries, request, put),
  ];
  // || '' keeps the planner from reading all webpages in the order of an index to find the few that match.
  return queries.all(
    `SELECT t.id FROM ${from} WHERE ${all.join(' AND ')}
     ORDER BY (${key}) || '' ${way}, t.id ${way} LIMIT ${MOST_FOUND + 1}`,
    parameters,
  );
}

const SCHEDULED = {
  from: 'capture_schedules s JOIN webpages t ON t.id = s.webpage_id',
  // || '' keeps the planner from using the index of the owner and reading all of the owner's webpages.
  conditions: "s.account_id = $1 AND t.account_id || '' = $1",
};

const SOURCES: Record<ArchiveStatus | 'none', { readonly from: string; readonly conditions: string }> = {
  none: { from: 'webpages t', conditions: 't.account_id = $1' },
  changed: { from: 'webpages t', conditions: 't.account_id = $1' },
  failing: { ...SCHEDULED, conditions: `${SCHEDULED.conditions} AND s.failing_since IS NOT NULL AND s.paused = 0` },
  paused: { ...SCHEDULED, conditions: `${SCHEDULED.conditions} AND s.paused = 1` },
};

/** Reads all webpages of the account, a few blocks of the page index at a time, and sorts those that match. */
async function readSteps(queries: Queries, owner: string, request: Wanted): Promise<Row[]> {
  const order = ARCHIVE_ORDERS[request.sort];
  const found: Row[] = [];
  for (const step of await stepsOf(queries, owner)) {
    found.push(...(await readStep(queries, owner, step, request)));
    await breath();
  }
  return found.sort((one, other) => compare(order, one, other)).slice(0, MOST_FOUND + 1);
}

function compare({ descending }: ArchiveOrder, one: Row, other: Row): number {
  const [a, b] = [`${one.position_key}\0${one.id}`, `${other.position_key}\0${other.id}`];
  if (a === b) return 0;
  return a < b === descending ? 1 : -1;
}

function readStep(queries: Queries, owner: string, { from, to }: Step, request: Wanted): Promise<Row[]> {
  const parameters: Value[] = [owner, from.key, from.id];
  const put = (value: Value) => `$${parameters.push(value)}`;
  const conditions = [
    't.account_id = $1 AND (t.created_at, t.id) >= ($2, $3)',
    ...(to ? [`(t.created_at, t.id) < (${put(to.key)}, ${put(to.id)})`] : []),
    ...recordConditions(queries, request, put),
  ];
  return queries.all(
    `SELECT t.id, ${ARCHIVE_ORDERS[request.sort].key} AS position_key FROM webpages t WHERE ${conditions.join(' AND ')}`,
    parameters,
  );
}

/** Conditions that each webpage is tested for, without an index that finds those that meet them. */
function recordConditions(queries: Queries, { filter, shownBy }: Wanted, put: (value: Value) => string): string[] {
  const { words, keyword, unchangedIn } = filter;
  const inRecord = words.map((word) => queries.contains('t.search_key', put(word))).join(' AND ');
  return [
    ...(words.length === 0 ? [] : [`(${inRecord} OR ${queries.isListed('t.id', put(JSON.stringify(shownBy)))})`]),
    ...(keyword === undefined ? [] : [queries.contains('t.search_key', put(keywordMark(keyword)))]),
    ...(unchangedIn ? [unchangedCondition(put(unchangedIn.from), put(unchangedIn.to))] : []),
  ];
}

export interface Step {
  readonly from: Position;
  readonly to: Position | undefined;
}

/** All webpages of an account by the time when they were added, divided at blocks of the page index. */
export async function stepsOf(queries: Queries, owner: string): Promise<Step[]> {
  const all = await readBlocks(queries, WEBPAGE_ORDERINGS.dateCreated, owner);
  const starts: Position[] = all.filter((_, index) => index % BLOCKS_A_STEP === 0);
  if (starts.length === 0) starts.push({ key: '', id: '' });
  return starts.map((from, index) => ({ from, to: starts[index + 1] }));
}

export function breath(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
