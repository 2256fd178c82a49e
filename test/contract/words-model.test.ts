import assert from 'node:assert/strict';
import { randomInt } from 'node:crypto';
import { after, before, test } from 'node:test';
import type { Store } from '../../src/domain/ports/store.ts';
import type { WordCapture, WordEdge, WordSpan } from '../../src/domain/ports/words.ts';
import { isGood, type KeptVerdict } from '../../src/domain/screenshot.ts';
import type { WordQuery } from '../../src/domain/word-query.ts';
import { wordsOf } from '../../src/domain/words.ts';
import type { Database } from '../../src/store/engine/database.ts';
import { openDatabase, openStore, storeOn } from '../../src/store/open.ts';
import { captureAs } from '../harness/changes.ts';
import { forEachEngine, type TestDatabase } from '../harness/engines.ts';
import { addPerson } from '../harness/records.ts';
import { addTracked } from '../harness/tracked.ts';
import { pageText, wordQuery } from '../harness/words.ts';

const START = Date.parse('2026-03-01T00:00:00.000Z');
const HOUR = 3_600_000;
const STEPS = 120;
const SEED = Number(process.env.WORDS_SEED ?? randomInt(1_000_000_000));

interface Capture {
  readonly id: string;
  readonly at: string;
  readonly verdict: KeptVerdict;
  readonly text: readonly string[] | undefined;
}

interface Page {
  readonly id: string;
  captures: Capture[];
  trashed: Capture[];
  isTrashed: boolean;
}

const PASSAGES = [
  'The price is € 129.50 today',
  'The price is € 124.50 today',
  'Fusion mit der Straßenbahn GmbH',
  'La fusión está anunciada',
  '東京タワーは今日も高い',
  'ราคาวันนี้ถูกมาก',
  'today only: the price',
  'ＦＵＬＬ　ＷＩＤＴＨ price',
  'أسعار اليوم',
  'Nothing to see 😀 here',
  'co\u00adoperation and e\u0301t\u00e9',
  'a b a b a c',
  'Cafe\u0301 for 129,50\u00a0€ by Kraft\u00adfahr\u00adzeug',
  'Zurich and Zürichsee',
  'Zürich  (Kreis 4)',
  '"quoted" OR NEAR(price*) -not',
  '',
];

const QUERIES = [
  'price',
  '"the price is"',
  '"price today"',
  'price -fusion',
  'price fusion',
  'today price -"124 50"',
  'strassenbahn',
  'FUSION',
  '東京',
  'タワー 今日',
  'วันนี้',
  'اليوم',
  '😀',
  'cooperation ete',
  '"a b a c"',
  '"full width"',
  'OR near',
  'Café',
  'cafe\u0301',
  '"129,50 €"',
  'Kraftfahrzeug',
  'Zürich',
  'Zurich -"Zürich (Kreis"',
  '"a b A"',
  'nothing price today',
  'missing',
];

/** Random histories of captures, compared with a scan over all captures that the history holds. */
forEachEngine((engine) => {
  let database: TestDatabase;
  let queries: Database;
  let store: Store;

  before(async () => {
    database = await engine.makeDatabase();
    await (await openStore(database.url)).close();
    queries = await openDatabase(database.url);
    store = storeOn(queries);
  });
  after(async () => {
    await store.close();
    await database.drop();
  });

  test(`search gives what a scan of all captures gives (seed ${SEED})`, async () => {
    const random = randomOf(SEED);
    const pick = <T>(list: readonly T[]) => list[Math.floor(random() * list.length)];
    const { owner } = await addPerson(store);
    const { owner: stranger } = await addPerson(store);
    const pages: Page[] = [];
    for (let n = 0; n < 4; n += 1) {
      const { id } = await addTracked(store, owner, {
        url: `https://shop-${n % 2}.example/${n}`,
        readyAt: new Date(START),
      });
      pages.push({ id, captures: [], trashed: [], isTrashed: false });
    }
    const other = await addTracked(store, stranger, { readyAt: new Date(START) });
    await captureAs(store, stranger, other.id, { at: new Date(START), text: pageText(...PASSAGES) });

    let hour = 0;
    let finds = 0;
    const capture = async (page: Page) => {
      const known = page.captures.filter(({ text }) => text !== undefined);
      const draw = random();
      const last = known.at(-1)?.text;
      const changed = [...(last ?? [])].filter(() => random() < 0.7).concat(pick(PASSAGES) ?? '');
      const text =
        draw < 0.1 ? undefined : draw < 0.45 && last ? last : draw < 0.6 ? (pick(known)?.text ?? changed) : changed;
      const verdict = random() < 0.15 ? 'http-error' : random() < 0.5 ? 'fine' : 'consent';
      hour += 1;
      // Some captures finish long after others that began later.
      const at = new Date(
        START + (random() < 0.2 ? Math.floor(random() * hour) : hour) * HOUR + Math.floor(random() * 9999),
      );
      const id = await captureAs(store, owner, page.id, {
        at,
        screenshot: { verdict },
        text: text && pageText(...text),
        ...(isGood(verdict) ? {} : { failing: 'The site answered with HTTP status 500.' }),
      });
      page.captures.push({ id, at: at.toISOString(), verdict, text });
      page.captures.sort((one, two) => (`${one.at} ${one.id}` < `${two.at} ${two.id}` ? -1 : 1));
    };

    const act = async () => {
      const page = pick(pages);
      if (!page) return;
      const draw = random();
      if (page.isTrashed) {
        await store.trash.restoreWebpage(owner, page.id, () => new Date(START));
        page.isTrashed = false;
      } else if (draw < 0.62) await capture(page);
      else if (draw < 0.8) {
        const gone = pick(page.captures);
        if (!gone) return;
        await store.trash.putCapture(owner, { webpageId: page.id, id: gone.id }, new Date(START + hour * HOUR));
        page.captures = page.captures.filter((each) => each !== gone);
        page.trashed.push(gone);
      } else if (draw < 0.9) {
        const back = pick(page.trashed);
        if (!back) return;
        await store.trash.restoreCapture(owner, back.id);
        page.trashed = page.trashed.filter((each) => each !== back);
        page.captures.push(back);
        page.captures.sort((one, two) => (`${one.at} ${one.id}` < `${two.at} ${two.id}` ? -1 : 1));
      } else if (draw < 0.95) {
        const erased = pick(page.trashed);
        if (!erased) return;
        await store.trash.erase(owner, erased.id);
        while (await store.removals.dismantle(3));
        page.trashed = page.trashed.filter((each) => each !== erased);
      } else {
        await store.trash.putWebpage(owner, page.id, new Date(START));
        page.isTrashed = true;
      }
    };

    for (let step = 0; step < STEPS; step += 1) {
      await act();
      if (step % 4 > 0 && step < STEPS - 1) continue;
      for (const text of QUERIES) {
        const from = new Date(START + Math.floor(random() * hour) * HOUR).toISOString().slice(0, 10);
        const filter =
          pick(['', '', ' site:shop-1.example', ` from:${from}`, ` to:${from}`, ` from:${from} to:${from}`]) ?? '';
        const query = wordQuery(text + filter, pick(['current', 'all']), random() < 0.4);
        const found = await searchAll(store, owner, query, 1 + Math.floor(random() * 3));
        const expected = new Map(
          pages
            .filter(({ isTrashed }) => !isTrashed)
            .map((page): [string, WordSpan[]] => [page.id, scan(page, query, pages.indexOf(page) % 2)])
            .filter(([, spans]) => spans.length > 0),
        );
        assert.deepEqual(
          Object.fromEntries(found.map(({ webpage, spans }) => [webpage.id, spans.toReversed()])),
          Object.fromEntries(expected),
          `${text}${filter} (${query.scope}${query.exact ? ', exact' : ''}) at step ${step}`,
        );
        finds += found.length;
        const positions = found.map(({ position }) => position);
        assert.deepEqual(
          positions,
          positions.toSorted((one, two) => two - one),
          'newest first',
        );
        assert.equal(new Set(found.map(({ webpage }) => webpage.id)).size, found.length, 'each webpage once');
      }
      for (const page of pages.filter(({ isTrashed }) => !isTrashed)) {
        for (const { id, verdict, text } of page.captures) {
          const shown = await store.words.textOf(owner, page.id, id);
          const kept = isGood(verdict) && text ? pageText(...text) : undefined;
          assert.deepEqual(shown, kept);
          assert.equal(await store.words.textOf(stranger, page.id, id), undefined);
        }
      }
    }
    for await (const finding of store.check.compare(() => undefined)) assert.fail(JSON.stringify(finding));
    assert.ok(finds > 100, `${finds} results were compared`);
    for (const page of pages) {
      if (!page.isTrashed) await store.trash.putWebpage(owner, page.id, new Date(START));
      await store.trash.erase(owner, page.id);
    }
    while (await store.removals.dismantle(3));
    for (const table of ['passages', 'texts', 'text_runs']) {
      const row = await queries.get(`SELECT count(*) AS n FROM ${table} WHERE webpage_id <> $1`, [other.id]);
      assert.equal(row?.n, 0, `${table} of erased webpages`);
    }
    const [mine] = await searchAll(store, stranger, wordQuery('price'), 10);
    assert.equal(mine?.webpage.id, other.id);
  });
});

async function searchAll(store: Store, owner: string, query: WordQuery, limit: number) {
  const results = [];
  for (let after: number | undefined; ; ) {
    const page = await store.words.search(owner, query, { after, limit, spans: 100 });
    results.push(...page.results);
    if (page.next === undefined) return results;
    after = page.next;
  }
}

/** The oldest first. */
function scan({ captures }: Page, query: WordQuery, shop: number): WordSpan[] {
  if (query.site !== undefined && query.site !== `shop-${shop}.example`) return [];
  const good = captures.filter(({ verdict }) => isGood(verdict));
  const isTrue = ({ text }: Capture) => {
    if (!text) return false;
    const has = ({ text: raw, words }: WordQuery['wanted'][number]) =>
      text.some((passage) =>
        query.exact
          ? hasExactly(visible(passage), visible(raw).trim())
          : ` ${wordsOf(passage).join(' ')} `.includes(` ${words.join(' ')} `),
      );
    return query.wanted.every(has) && !query.unwanted.some(has);
  };
  const spans: WordSpan[] = [];
  for (let start = 0; start < good.length; start += 1) {
    let end = start;
    while (end < good.length && isTrue(good[end] as Capture)) end += 1;
    if (end === start) continue;
    const [first, last] = [good[start] as Capture, good[end - 1] as Capture];
    const shown = good.slice(start, end);
    spans.push({ first: named(first), last: named(last), before: edgeOf(good[start - 1]), after: edgeOf(good[end]) });
    if (query.time) {
      const { from, to } = query.time;
      // The text is visible from the first capture of a run with the same text to its last one.
      if (!shown.some((each, index) => each.at < to && endOfRun(good, start + index).at >= from)) spans.pop();
    } else if (query.scope === 'current' && end < good.length) spans.pop();
    start = end - 1;
  }
  return spans;

  function endOfRun(all: readonly Capture[], index: number): Capture {
    let end = index;
    while (JSON.stringify(all[end + 1]?.text) === JSON.stringify(all[index]?.text) && all[end + 1]) end += 1;
    return all[end] as Capture;
  }
}

/** What a reader sees of a text. */
const visible = (text: string) =>
  text
    .replace(/\u00ad/g, '')
    .replace(/\s+/g, ' ')
    .normalize('NFC');

/** Whether a text has a part in one place where it neither begins nor ends inside of a word. */
function hasExactly(text: string, part: string): boolean {
  const whole = wordsOf(text).join(' ');
  return text.split(part).some((_, index, pieces) => {
    if (index === 0) return false;
    const [before, after] = [pieces.slice(0, index).join(part), pieces.slice(index).join(part)];
    return [before, part, after].flatMap(wordsOf).join(' ') === whole;
  });
}

const named = ({ id, at }: Capture): WordCapture => ({ id, at });

function edgeOf(capture: Capture | undefined): WordEdge {
  return capture ? { kind: capture.text ? 'without' : 'unknown', capture: named(capture) } : { kind: 'none' };
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
