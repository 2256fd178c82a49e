import { readPhrase, readWordQuery, type WordQuery } from '../../src/domain/word-query.ts';
import type { Database } from '../../src/store/engine/database.ts';
import { openDatabase, storeOn } from '../../src/store/open.ts';
import { milliseconds, type Row } from '../report.ts';
import { median } from '../rounds.ts';
import type { TextArchive } from './filled.ts';
import { rareWordAt, wordAt } from './vocabulary.ts';

/** Searches of one kind, each for other words. Searches without a bar are slow in PostgreSQL, so fewer are measured. */
const SEARCHES = { withBar: 120, withoutBar: 15 };
const NEWEST = 50;

interface Kind {
  readonly name: string;
  queryOf(number: number): WordQuery;
  readonly spans: number;
  readonly bar?: { readonly atMost: number };
}

const scoped = { scope: 'all', exact: false, timeZone: 'UTC' } as const;

const KINDS: readonly Kind[] = [
  {
    name: `a phrase of three common words, newest ${NEWEST}`,
    queryOf: (number) => readWordQuery(`"${common(number)}"`, scoped),
    spans: 1,
    bar: { atMost: 3 },
  },
  {
    name: `a common word, newest ${NEWEST}`,
    queryOf: (number) => readWordQuery(wordAt(number % 40), scoped),
    spans: 1,
  },
  { name: 'a rare word', queryOf: (number) => readWordQuery(rareWordAt(number), scoped), spans: 1, bar: { atMost: 3 } },
  {
    name: 'first appearance: all times of a rare word',
    queryOf: (number) => readPhrase(rareWordAt(number), { exact: false }),
    spans: 50,
    bar: { atMost: 3 },
  },
];

/** Three of the ten most frequent words. */
function common(number: number): string {
  return [number, Math.floor(number / 10) * 3 + number + 1, number * 7 + 3].map((each) => wordAt(each % 10)).join(' ');
}

/**
 * Searches, compared with the two statements that read as little as possible: `the index`, only the ids of the newest
 * passages, which are no answer yet, and `the answer`, the text of each of them, the address of its webpage, and the times
 * at the ends of its spans. The bars hold for the answer. All three take turns to be the first, which reads from the disk.
 */
export async function* searches({ url, owner, captures, passages }: TextArchive): AsyncIterable<Row> {
  const database = await openDatabase(url);
  const store = storeOn(database);
  try {
    for (const { name, queryOf, spans, bar } of KINDS) {
      const times: Record<string, number[]> = { index: [], answer: [], product: [] };
      const measured = bar ? SEARCHES.withBar : SEARCHES.withoutBar;
      const warmUp = Math.ceil(measured / 3);
      for (let number = 0; number < warmUp + measured; number += 1) {
        const query = queryOf(number);
        const ways: readonly (readonly [string, () => Promise<unknown>])[] = [
          ['index', () => bareIndex(database, query)],
          ['answer', () => bareAnswer(database, query)],
          ['product', () => store.words.search(owner, query, { after: undefined, limit: NEWEST, spans })],
        ];
        for (let turn = 0; turn < ways.length; turn += 1) {
          const way = ways[(number + turn) % ways.length];
          if (!way) continue;
          const time = await timeOf(way[1]);
          if (number >= warmUp) times[way[0]]?.push(time);
        }
      }
      const { index = [], answer = [], product = [] } = times;
      yield {
        work: `${database.engine}: ${name} (${captures.toLocaleString('en')} captures, ${passages.toLocaleString('en')} passages)`,
        figure: told(product),
        against: `the answer ${told(answer)}; the index ${told(index)}`,
        ratio: median(product) / median(answer),
        ...(bar ? { bar } : {}),
      };
    }
  } finally {
    await store.close();
  }
}

const told = (times: readonly number[]) => `${milliseconds(median(times))}, p95 ${milliseconds(p95(times))}`;

function bareIndex(database: Database, { wanted }: WordQuery): Promise<unknown> {
  const { from, has, id, parameterOf } = database.wordIndex;
  const bare = database.engine === 'sqlite' ? from.replace(/ CROSS JOIN .*/, '') : from;
  return database.all(`SELECT ${id} AS id FROM ${bare} WHERE ${has('$1')} ORDER BY ${id} DESC LIMIT ${NEWEST}`, [
    parameterOf(wanted[0]?.words ?? []),
  ]);
}

function bareAnswer(database: Database, { wanted }: WordQuery): Promise<unknown> {
  const { from, has, id, parameterOf } = database.wordIndex;
  return database.all(
    `SELECT p.id, p.content, w.url, s.first_run, s.last_run, a.first_at, b.last_at
     FROM (SELECT p.id, p.webpage_id, p.content FROM ${from} WHERE ${has('$1')} ORDER BY ${id} DESC LIMIT ${NEWEST}) AS p
     CROSS JOIN webpages w CROSS JOIN passage_spans s CROSS JOIN text_runs a
     LEFT JOIN text_runs b ON b.webpage_id = p.webpage_id AND b.number = s.last_run
     WHERE w.id = p.webpage_id AND s.passage_id = p.id AND a.webpage_id = p.webpage_id AND a.number = s.first_run
     ORDER BY p.id DESC`,
    [parameterOf(wanted[0]?.words ?? [])],
  );
}

async function timeOf(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}

const p95 = (times: readonly number[]) =>
  times.toSorted((one, other) => one - other)[Math.floor(times.length * 0.95)] ?? 0;
