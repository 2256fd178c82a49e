import { randomUUIDv7 } from 'node:crypto';
import { deflateRawSync } from 'node:zlib';
import { makeWebpage } from '../../src/domain/webpage.ts';
import type { Value } from '../../src/store/engine/database.ts';
import { insertMany } from '../../src/store/engine/insert.ts';
import { openDatabase, openStore, storeOn } from '../../src/store/open.ts';

export interface FilledText {
  readonly owner: string;
  readonly captures: number;
  readonly webpages: number;
  readonly passages: number;
}

/** Of each webpage. */
const CAPTURES = 50;
const FIRST_PASSAGES = 100;
/** Each second capture has two new passages in the place of two others. */
const NEW_PASSAGES = 2;
const CHANGES = 25;

const WORDS_OF_PASSAGE = 12;
const VOCABULARY = 50_000;
const RARE_WORDS = 200;
const MATCHES_OF_RARE_WORD = 8;
const START = Date.parse('2026-01-01T00:00:00.000Z');
const EPOCH = Date.parse('2020-01-01T00:00:00.000Z');
const DAY = 86_400_000;

/** The n-th most frequent word. */
export const wordAt = (rank: number) => `w${rank.toString(36)}`;
export const rareWordAt = (number: number) => `rare${number % RARE_WORDS}`;

/**
 * Fills an archive with the rows that captures leave behind, in the order of time. Words occur as in a natural language: the
 * n-th most frequent one a n-th as often as the first.
 */
export async function fillText(url: string, webpages: number): Promise<FilledText> {
  await (await openStore(url)).close();
  const database = await openDatabase(url);
  const store = storeOn(database);
  const owner = randomUUIDv7();
  const now = new Date(START);
  const createdAt = now.toISOString();
  await store.accounts.add({ id: owner, email: `${owner}@example.org`, createdAt, webpageCount: 0 }, 'no password');
  const pages = Array.from({ length: webpages }, (_, index) =>
    makeWebpage({ url: `https://site-${index % 500}.example/${index}` }, { id: randomUUIDv7(), now }),
  );
  for (let start = 0; start < webpages; start += 1000)
    await store.webpages.addMany(owner, pages.slice(start, start + 1000));
  const random = randomOf(7);
  const draw = zipf(random);
  const rareShare = (RARE_WORDS * MATCHES_OF_RARE_WORD) / (webpages * (FIRST_PASSAGES + (CHANGES - 1) * NEW_PASSAGES));
  const shown = pages.map((): number[] => []);
  const texts = pages.map(() => 0);
  let passages = 0;
  for (let change = 0; change < CHANGES; change += 1) {
    const count = change === 0 ? FIRST_PASSAGES : NEW_PASSAGES;
    for (let start = 0; start < webpages; start += BATCH) {
      await database.transaction(async (tx) => {
        const rows: Record<'passages' | 'spans' | 'texts' | 'runs', Value[][]> = {
          passages: [],
          spans: [],
          texts: [],
          runs: [],
        };
        const ended: number[] = [];
        for (let index = start; index < Math.min(webpages, start + BATCH); index += 1) {
          const id = pages[index]?.id ?? '';
          const at = START + change * 2 * DAY + Math.floor((index * DAY) / webpages);
          const own = shown[index] ?? [];
          if (change > 0) ended.push(...own.splice(Math.floor(random() * (own.length - NEW_PASSAGES)), NEW_PASSAGES));
          for (let n = 0; n < count; n += 1) {
            const words = Array.from({ length: WORDS_OF_PASSAGE }, () => wordAt(draw()));
            if (random() < rareShare) words[0] = rareWordAt(Math.floor(random() * RARE_WORDS));
            const passage = (at - EPOCH) * 4096 + n;
            const content = words.join(' ');
            rows.passages.push([passage, id, `${passage}`, content, content]);
            rows.spans.push([passage, change, null]);
            own.push(passage);
          }
          const text = (at - EPOCH) * 4096;
          const packed = deflateRawSync(
            JSON.stringify(own.map((passage, line) => [passage, 1, 0, 60, 10, line * 20, 600, 18])),
          );
          rows.texts.push([text, id, `${text}`, packed.toString('base64'), '{}']);
          texts[index] = text;
          const [first, last] = [new Date(at).toISOString(), new Date(at + DAY).toISOString()];
          rows.runs.push([
            id,
            change,
            text,
            first,
            captureId(index, change * 2),
            last,
            captureId(index, change * 2 + 1),
          ]);
        }
        for (let from = 0; from < ended.length; from += 1000) {
          const some = ended.slice(from, from + 1000);
          const places = some.map((_, place) => `$${place + 2}`).join(', ');
          await tx.run(`UPDATE passage_spans SET last_run = $1 WHERE passage_id IN (${places})`, [change - 1, ...some]);
        }
        await insertMany(tx, 'passages', ['id', 'webpage_id', 'hash', 'content', 'words'], rows.passages);
        await insertMany(tx, 'passage_spans', ['passage_id', 'first_run', 'last_run'], rows.spans);
        await insertMany(tx, 'texts', ['id', 'webpage_id', 'hash', 'passages', 'page'], rows.texts);
        const columns = ['webpage_id', 'number', 'text_id', 'first_at', 'first_id', 'last_at', 'last_id'];
        await insertMany(tx, 'text_runs', columns, rows.runs);
        passages += rows.passages.length;
      }, 'brief');
    }
    if (change % 5 === 0) console.error(`filled ${passages.toLocaleString('en')} passages`);
  }
  for (const table of ['passages', 'passage_spans', 'texts', 'text_runs', 'webpages']) await database.analyze(table);
  await store.close();
  return { owner, captures: webpages * CAPTURES, webpages, passages };
}

/** Webpages in a transaction. */
const BATCH = 200;

/** The search reads no row of a capture, so there are none: only the ends of the runs name them. */
function captureId(webpage: number, capture: number): string {
  return `00000000-0000-7000-8000-${(webpage * CAPTURES + capture).toString(16).padStart(12, '0')}`;
}

function zipf(random: () => number): () => number {
  const sums = new Float64Array(VOCABULARY);
  let sum = 0;
  for (let rank = 0; rank < VOCABULARY; rank += 1) {
    sum += 1 / (rank + 1);
    sums[rank] = sum;
  }
  return () => {
    const wanted = random() * sum;
    let [low, high] = [0, VOCABULARY - 1];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((sums[middle] ?? 0) < wanted) low = middle + 1;
      else high = middle;
    }
    return low;
  };
}

/** Mulberry32. */
function randomOf(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}
