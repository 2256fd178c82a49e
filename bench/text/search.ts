import { readPhrase, readWordQuery, type WordQuery } from '../../src/domain/word-query.ts';
import type { Database } from '../../src/store/engine/database.ts';
import { openDatabase, storeOn } from '../../src/store/open.ts';
import { milliseconds, type Row } from '../report.ts';
import { median } from '../rounds.ts';
import type { TextArchive } from './filled.ts';
import { rareWordAt, wordAt } from './vocabulary.ts';

/** Searches of one kind, each for other words. */
const SEARCHES = 60;
const WARM_UP = 10;
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

/** Searches, compared with the bare query of the index for the newest passages. */
export async function* searches({ url, owner, captures, passages }: TextArchive): AsyncIterable<Row> {
  const database = await openDatabase(url);
  const store = storeOn(database);
  try {
    for (const { name, queryOf, spans, bar } of KINDS) {
      const times: { bare: number; product: number }[] = [];
      for (let number = 0; number < WARM_UP + SEARCHES; number += 1) {
        const query = queryOf(number);
        const bare = await timeOf(() => bareQuery(database, query));
        const product = await timeOf(() =>
          store.words.search(owner, query, { after: undefined, limit: NEWEST, spans }),
        );
        if (number >= WARM_UP) times.push({ bare, product });
      }
      const [product, bare] = [times.map((each) => each.product), times.map((each) => each.bare)];
      yield {
        work: `${database.engine}: ${name} (${captures.toLocaleString('en')} captures, ${passages.toLocaleString('en')} passages)`,
        figure: `${milliseconds(median(product))}, p95 ${milliseconds(p95(product))}`,
        against: `bare query ${milliseconds(median(bare))}, p95 ${milliseconds(p95(bare))}`,
        ratio: median(product) / median(bare),
        ...(bar ? { bar } : {}),
      };
    }
  } finally {
    await store.close();
  }
}

function bareQuery(database: Database, { wanted }: WordQuery): Promise<unknown> {
  const { from, has, id, parameterOf } = database.wordIndex;
  const bare = database.engine === 'sqlite' ? from.replace(/ CROSS JOIN .*/, '') : from;
  return database.all(`SELECT ${id} AS id FROM ${bare} WHERE ${has('$1')} ORDER BY ${id} DESC LIMIT ${NEWEST}`, [
    parameterOf(wanted[0]?.words ?? []),
  ]);
}

async function timeOf(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}

const p95 = (times: readonly number[]) =>
  times.toSorted((one, other) => one - other)[Math.floor(times.length * 0.95)] ?? 0;
