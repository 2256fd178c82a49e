import type { PageText } from '../../../domain/page-text.ts';
import { isGood, type Screenshot } from '../../../domain/screenshot.ts';
import { wordsOf } from '../../../domain/words.ts';
import type { Queries, Value } from '../../engine/database.ts';
import { listOf, portions } from '../../engine/insert.ts';
import { packPassages, pageFacts, passageIdsOf, shortHash, storable } from './packed-text.ts';
import { addToRuns, appendRun, goodCapture, isBefore, type RunCapture, runOf, setRunEnd } from './text-runs.ts';
import { addTextBytes } from './text-use.ts';

/**
 * Records the words of a capture, in its transaction and after the webpage's row was locked. An unchanged text takes two
 * statements and no space. Only good captures count. Returns the size of what was added, for the use of the account.
 */
export async function recordWords(
  tx: Queries,
  owner: string,
  { id, webpageId, verdict, createdAt }: Pick<Screenshot, 'id' | 'webpageId' | 'verdict' | 'createdAt'>,
  given: PageText | undefined,
): Promise<number> {
  if (!isGood(verdict)) return 0;
  const capture = { id, at: createdAt };
  const last = await lastRun(tx, webpageId);
  // The archive has no words of this webpage yet.
  if (!given && !last) return 0;
  const text = given && withHash(given);
  if (last ? !isBefore(last.run.last, capture) : await goodCapture(tx, webpageId, { after: capture })) {
    const late = text && (await keepText(tx, webpageId, text, createdAt));
    await addToRuns(tx, webpageId, capture, late?.id);
    return addTextBytes(tx, owner, webpageId, late?.bytes ?? 0);
  }
  if (last && last.hash === text?.hash) {
    await setRunEnd(tx, webpageId, last.run.number, capture);
    return 0;
  }
  const kept = text && (await keepText(tx, webpageId, text, createdAt));
  await append(
    tx,
    webpageId,
    { capture, number: (last?.run.number ?? -1) + 1 },
    { before: last?.passages, after: kept },
  );
  return addTextBytes(tx, owner, webpageId, kept?.bytes ?? 0);
}

async function append(
  tx: Queries,
  webpageId: string,
  { capture, number }: { capture: RunCapture; number: number },
  texts: { before: string | undefined; after: KeptText | undefined },
): Promise<void> {
  const before = texts.before === undefined ? new Set<number>() : passageIdsOf(texts.before);
  const after = texts.after?.passages ?? new Set<number>();
  const run = { number, textId: texts.after?.id, first: capture, last: capture };
  await appendRun(tx, webpageId, run, { ended: [...before.difference(after)], begun: [...after.difference(before)] });
}

/** The newest run of a webpage with its text. */
async function lastRun(tx: Queries, webpageId: string) {
  const row = await tx.get(
    `SELECT r.*, x.hash, x.passages, ${tx.intact('text_runs r', 'texts x')} AS intact
     FROM text_runs r LEFT JOIN texts x ON x.id = r.text_id
     WHERE r.webpage_id = $1 ORDER BY r.number DESC LIMIT 1`,
    [webpageId],
  );
  if (!row) return undefined;
  const textOf = (value: Value | undefined) => (typeof value === 'string' ? value : undefined);
  return { run: runOf(row), hash: textOf(row.hash), passages: textOf(row.passages) };
}

interface HashedText extends PageText {
  readonly hash: string;
  readonly facts: string;
}

function withHash(given: PageText): HashedText {
  const passages = given.passages.map((passage) => ({ ...passage, text: storable(passage.text) }));
  const facts = pageFacts(given);
  return { ...given, passages, facts, hash: shortHash(JSON.stringify([passages, facts])) };
}

interface KeptText {
  readonly id: number;
  readonly passages: ReadonlySet<number>;
  /** The size of what was added. */
  readonly bytes: number;
}

/** Finds the text of the webpage, or adds it. */
async function keepText(tx: Queries, webpageId: string, text: HashedText, at: string): Promise<KeptText> {
  const known = await tx.get(
    `SELECT id, passages, ${tx.intact('texts')} AS intact FROM texts WHERE webpage_id = $1 AND hash = $2`,
    [webpageId, text.hash],
  );
  if (known) return { id: Number(known.id), passages: passageIdsOf(String(known.passages)), bytes: 0 };
  const { ids, bytes } = await keepPassages(tx, webpageId, text, at);
  const packed = packPassages(text.passages, (content) => ids.get(content) ?? 0);
  const row = [webpageId, text.hash, packed, text.facts];
  const [id = 0] = await insertNumbered(tx, 'texts', ['webpage_id', 'hash', 'passages', 'page'], [row], at);
  return { id, passages: new Set(ids.values()), bytes: bytes + sizeOf(packed, text.facts) };
}

/** Finds the passages of the webpage, and adds those that it never had. Returns their ids by content, and the size of the new ones. */
async function keepPassages(tx: Queries, webpageId: string, { passages }: HashedText, at: string) {
  const contents = new Map(passages.map(({ text }) => [shortHash(text), text]));
  const ids = new Map<string, number>();
  for (const some of portions([...contents.keys()], 1)) {
    const places = some.map((_, index) => `$${index + 2}`).join(', ');
    const rows = await tx.all(`SELECT id, hash FROM passages WHERE webpage_id = $1 AND hash IN (${places})`, [
      webpageId,
      ...some,
    ]);
    for (const { id, hash } of rows) ids.set(String(hash), Number(id));
  }
  // The last one first: of several passages of a capture, the first one on the page is then the newest.
  const added = [...contents].filter(([hash]) => !ids.has(hash)).toReversed();
  let bytes = 0;
  const rows = added.map(([hash, content]) => {
    const words = wordsOf(content).join(' ');
    bytes += sizeOf(content, words);
    return [webpageId, hash, content, words];
  });
  const given = await insertNumbered(tx, 'passages', ['webpage_id', 'hash', 'content', 'words'], rows, at);
  added.forEach(([hash], index) => {
    ids.set(hash, given[index] ?? 0);
  });
  return { ids: new Map([...contents].map(([hash, content]) => [content, ids.get(hash) ?? 0])), bytes };
}

/** As octet_length of the database. */
const sizeOf = (...texts: readonly string[]) => texts.reduce((sum, text) => sum + Buffer.byteLength(text), 0);

const EPOCH = Date.parse('2020-01-01T00:00:00.000Z');
/** Ids of a millisecond. They stay below 2^53 until 2089. */
const IDS = 4096;
/** Ids in which the next free one is looked for. */
const SPAN = IDS * 60_000;

/**
 * Inserts rows with ids that grow with the time. Another transaction may take the same ids at the same moment: the rows that
 * were left out then get others.
 */
async function insertNumbered(
  tx: Queries,
  table: 'passages' | 'texts',
  columns: readonly string[],
  rows: readonly (readonly Value[])[],
  at: string,
): Promise<number[]> {
  const ids = new Map<readonly Value[], number>();
  let base = Math.max(0, Date.parse(at) - EPOCH) * IDS;
  for (const some of portions(rows, columns.length + 1)) {
    for (let left = some; left.length > 0; ) {
      const taken = await tx.get(`SELECT max(id) AS id FROM ${table} WHERE id >= $1 AND id < $2`, [base, base + SPAN]);
      const start = taken?.id == null ? base : Number(taken.id) + 1;
      const inserted = await tx.all(
        `INSERT INTO ${table} (id, ${columns.join(', ')}) VALUES ${listOf(left.map((row) => [0, ...row]))}
         ON CONFLICT (id) DO NOTHING RETURNING id`,
        left.flatMap((row, index) => [start + index, ...row]),
      );
      const given = new Set(inserted.map(({ id }) => Number(id)));
      left.forEach((row, index) => {
        if (given.has(start + index)) ids.set(row, start + index);
      });
      if (given.size === 0) base = start + left.length;
      left = left.filter((row) => !ids.has(row));
    }
  }
  return rows.map((row) => ids.get(row) ?? 0);
}
