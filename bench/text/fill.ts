import { randomUUIDv7 } from 'node:crypto';
import { deflateRawSync } from 'node:zlib';
import { makeWebpage } from '../../src/domain/webpage.ts';
import type { Queries, Value } from '../../src/store/engine/database.ts';
import { insertMany } from '../../src/store/engine/insert.ts';
import { openDatabase, openStore, storeOn } from '../../src/store/open.ts';
import { passageWriter, randomOf } from './vocabulary.ts';

export interface FilledText {
  readonly owner: string;
  readonly captures: number;
  readonly webpages: number;
  readonly passages: number;
}

/** Of each webpage. */
export const CAPTURES = 50;
const FIRST_PASSAGES = 100;
/** Each second capture has two new passages in the place of two others. */
const NEW_PASSAGES = 2;
const CHANGES = CAPTURES / 2;

const START = Date.parse('2026-01-01T00:00:00.000Z');
const EPOCH = Date.parse('2020-01-01T00:00:00.000Z');
const DAY = 86_400_000;

/** Webpages in a transaction. */
const BATCH = 500;

const TABLES = {
  pictures: [
    ...['id', 'account_id', 'content_key', 'content_type', 'thumbnail_key', 'thumbnail_type'],
    ...['width', 'height', 'bytes', 'sha256', 'uses'],
  ],
  screenshots: ['id', 'webpage_id', 'picture_id', 'is_favorite', 'created_at', 'modified_at'],
  passages: ['id', 'webpage_id', 'hash', 'content', 'words'],
  passage_spans: ['passage_id', 'first_run', 'last_run'],
  texts: ['id', 'webpage_id', 'hash', 'passages', 'page'],
  text_runs: ['webpage_id', 'number', 'text_id', 'first_at', 'first_id', 'last_at', 'last_id'],
} as const;
type Rows = Record<keyof typeof TABLES, Value[][]>;

interface Page {
  readonly id: string;
  readonly index: number;
  /** The ids of the passages that it shows. */
  readonly shown: number[];
}

/**
 * Fills an archive with the rows that captures leave behind, in the order of time: first all webpages with their first
 * text, then all with the second one, and so on. Two captures show each text. All captures of a webpage share a picture.
 */
export async function fillText(url: string, webpages: number): Promise<FilledText> {
  await (await openStore(url)).close();
  const database = await openDatabase(url);
  const store = storeOn(database);
  const owner = randomUUIDv7();
  const now = new Date(START);
  const createdAt = now.toISOString();
  await store.accounts.add({ id: owner, email: `${owner}@example.org`, createdAt, webpageCount: 0 }, 'no password');
  const made = Array.from({ length: webpages }, (_, index) =>
    makeWebpage({ url: `https://site-${index % 500}.example/${index}` }, { id: randomUUIDv7(), now }),
  );
  for (let start = 0; start < webpages; start += 1000)
    await store.webpages.addMany(owner, made.slice(start, start + 1000));
  const pages = made.map(({ id }, index): Page => ({ id, index, shown: [] }));
  const random = randomOf(7);
  const passages = webpages * (FIRST_PASSAGES + (CHANGES - 1) * NEW_PASSAGES);
  const write = passageWriter(random, passages);
  for (let change = 0; change < CHANGES; change += 1) {
    for (let start = 0; start < webpages; start += BATCH) {
      const rows: Rows = { pictures: [], screenshots: [], passages: [], passage_spans: [], texts: [], text_runs: [] };
      const ended: number[] = [];
      for (const page of pages.slice(start, start + BATCH)) {
        if (change === 0) rows.pictures.push(pictureOf(page, owner));
        else ended.push(...page.shown.splice(Math.floor(random() * (page.shown.length - NEW_PASSAGES)), NEW_PASSAGES));
        addText(rows, page, { change, webpages, write });
      }
      await database.transaction((tx) => keep(tx, rows, { ended, lastRun: change - 1 }), 'brief');
    }
    console.error(`Text ${change + 1} of ${CHANGES} of each webpage`);
  }
  for (const table of [...Object.keys(TABLES), 'webpages']) await database.analyze(table);
  await store.close();
  return { owner, captures: webpages * CAPTURES, webpages, passages };
}

function pictureOf({ index }: Page, owner: string): Value[] {
  const key = `no-file-${index}`;
  return [numbered(index), owner, key, 'image/webp', key, 'image/webp', 1, 1, 1, key, CAPTURES];
}

function addText(
  rows: Rows,
  { id, index, shown }: Page,
  { change, webpages, write }: { change: number; webpages: number; write: () => string },
): void {
  const at = START + change * 2 * DAY + Math.floor((index * DAY) / webpages);
  const base = (at - EPOCH) * 4096;
  const count = change === 0 ? FIRST_PASSAGES : NEW_PASSAGES;
  for (let n = 0; n < count; n += 1) {
    const content = write();
    rows.passages.push([base + n, id, `${base + n}`, content, content]);
    rows.passage_spans.push([base + n, change, null]);
    shown.push(base + n);
  }
  const places = shown.map((passage, line) => [passage, 1, 0, 60, 10, line * 20, 600, 18]);
  rows.texts.push([base, id, `${base}`, deflateRawSync(JSON.stringify(places)).toString('base64'), '{}']);
  const [first, last] = [0, 1].map((second) => ({
    id: numbered((change * 2 + second) * webpages + index),
    at: new Date(at + second * DAY).toISOString(),
  }));
  if (!first || !last) return;
  for (const each of [first, last]) rows.screenshots.push([each.id, id, numbered(index), 0, each.at, each.at]);
  rows.text_runs.push([id, change, base, first.at, first.id, last.at, last.id]);
}

/** An id that grows with the time, as those of real records do. */
const numbered = (number: number) => `00000000-0000-7000-8000-${number.toString(16).padStart(12, '0')}`;

async function keep(tx: Queries, rows: Rows, { ended, lastRun }: { ended: readonly number[]; lastRun: number }) {
  for (let from = 0; from < ended.length; from += 1000) {
    const some = ended.slice(from, from + 1000);
    const places = some.map((_, place) => `$${place + 2}`).join(', ');
    await tx.run(`UPDATE passage_spans SET last_run = $1 WHERE passage_id IN (${places})`, [lastRun, ...some]);
  }
  for (const table of Object.keys(TABLES) as (keyof Rows)[]) await insertMany(tx, table, TABLES[table], rows[table]);
}
