import type { ShotChange } from '../../../domain/capture-schedule.ts';
import type { CaptureChange } from '../../../domain/change.ts';
import type { ComparisonBacklog, WaitingPair } from '../../../domain/ports/comparison-backlog.ts';
import { readTitle } from '../../../domain/webpage.ts';
import type { Database, Queries, Row } from '../../engine/database.ts';
import { reviseWebpages } from '../captures/captures.ts';
import { GOOD_VERDICTS } from '../captures/faces.ts';
import { SCREENSHOT_COLUMNS_READ, SCREENSHOT_SOURCE, screenshotOf } from '../captures/screenshots.ts';
import { addShotChange, areStored, setTitle } from './record-change.ts';
import { touchDays } from './touch-days.ts';

/** Captures that one transaction looks at. */
const STEP = 500;

/** A pair that ends the process each time must not be compared forever. */
const MOST_ATTEMPTS = 3;

export function comparisonBacklog(queries: Queries, write: Database['transaction']): ComparisonBacklog {
  return {
    async take({ now, until }) {
      // Read first: most archives have no backlog, and an empty write transaction would invalidate caches.
      if (!(await queries.get('SELECT 1 AS found FROM comparison_backlog LIMIT 1'))) return undefined;
      return write((tx) => takePair(tx, now.toISOString(), until.toISOString()), 'brief');
    },

    finish: (pair, change, now) =>
      write(async (tx) => {
        const locked = await tx.run(
          `UPDATE webpages SET revision = ${tx.nextRevision} WHERE account_id = $1 AND id = $2`,
          [pair.owner, pair.after.webpageId],
        );
        if (locked === 0) return;
        if (await areStored(tx, [pair.before.screenshotId, pair.after.id])) {
          await record(tx, pair, change, now.toISOString());
        } else await release(tx, pair);
      }, 'brief'),

    release: (pair) => release(queries, pair),

    async size() {
      const row = await queries.get(
        'SELECT count(*) AS n FROM comparison_backlog b JOIN webpages w ON w.id = b.webpage_id WHERE w.account_id IS NOT NULL',
      );
      return Number(row?.n ?? 0);
    },
  };
}

async function release(queries: Queries, { after }: WaitingPair): Promise<void> {
  await queries.run('UPDATE comparison_backlog SET taken_until = NULL, attempts = 0 WHERE webpage_id = $1', [
    after.webpageId,
  ]);
}

/** The captures among these that have to be compared with another picture and wait for it. */
export async function findWaiting(
  queries: Queries,
  owner: string,
  webpageId: string,
  screenshotIds: readonly string[],
): Promise<CaptureChange[]> {
  const place = await queries.get(
    `SELECT b.next_at, b.next_id FROM comparison_backlog b JOIN webpages w ON w.id = b.webpage_id
     WHERE b.webpage_id = $2 AND w.account_id = $1`,
    [owner, webpageId],
  );
  if (!place || screenshotIds.length === 0) return [];
  const places = screenshotIds.map((_, index) => `$${index + 4}`).join(', ');
  const rows = await queries.all(
    `SELECT later.id, b.id AS before_id FROM (
       SELECT s.id, s.picture_id, (SELECT g.id FROM screenshots g
         WHERE g.webpage_id = s.webpage_id AND (g.created_at, g.id) < (s.created_at, s.id) AND g.verdict IN (${GOOD_VERDICTS})
         ORDER BY g.created_at DESC, g.id DESC LIMIT 1) AS good_id
       FROM screenshots s WHERE s.id IN (${places}) AND s.webpage_id || '' = $1
         AND (s.created_at, s.id) > ($2, $3) AND s.verdict IN (${GOOD_VERDICTS})
     ) AS later JOIN screenshots b ON b.id = later.good_id WHERE b.picture_id <> later.picture_id`,
    [webpageId, place.next_at ?? null, place.next_id ?? null, ...screenshotIds],
  );
  return rows.map((row) => ({ screenshotId: String(row.id), beforeId: String(row.before_id), state: 'waiting' }));
}

async function takePair(tx: Queries, now: string, until: string): Promise<WaitingPair | 'passed' | undefined> {
  const place = await tx.get(
    `SELECT b.webpage_id, b.next_at, b.next_id, b.attempts FROM comparison_backlog b
     WHERE (b.taken_until IS NULL OR b.taken_until <= $1)
       AND EXISTS (SELECT 1 FROM webpages w WHERE w.id = b.webpage_id AND w.account_id IS NOT NULL)
     ORDER BY b.next_at LIMIT 1${tx.skipLocked}`,
    [now],
  );
  if (!place) return undefined;
  const webpageId = String(place.webpage_id);
  // A webpage that is being captured or deleted is compared later.
  const free = await tx.get(
    `SELECT account_id FROM webpages WHERE id = $1 AND account_id IS NOT NULL${tx.skipLocked}`,
    [webpageId],
  );
  if (!free) return undefined;
  const owner = String(free.account_id);
  const { pair, passed, isEnd } = await walk(tx, { owner, place, now });
  if (!pair) {
    if (isEnd) await complete(tx, owner, webpageId);
    else await moveTo(tx, webpageId, passed);
    return 'passed';
  }
  const attempts = passed === place ? Number(place.attempts) : 0;
  if (attempts >= MOST_ATTEMPTS) {
    const detail = 'The comparison was interrupted several times, so it is not repeated.';
    await record(tx, pair, { kind: 'failed', before: pair.before, detail }, now);
    return 'passed';
  }
  await moveTo(tx, webpageId, passed);
  await tx.run('UPDATE comparison_backlog SET taken_until = $2, attempts = $3 WHERE webpage_id = $1', [
    webpageId,
    until,
    attempts + 1,
  ]);
  return pair;
}

interface Walk {
  readonly pair: WaitingPair | undefined;
  /** The position of the last capture that needs no comparison. */
  readonly passed: Row;
  readonly isEnd: boolean;
}

/** Looks for the next capture that differs from the good one before it. */
async function walk(tx: Queries, { owner, place, now }: { owner: string; place: Row; now: string }): Promise<Walk> {
  const parameters = [place.webpage_id ?? null, place.next_at ?? null, place.next_id ?? null];
  let before = await tx.get(
    `SELECT s.id, s.picture_id FROM screenshots s
     WHERE s.webpage_id = $1 AND (s.created_at, s.id) <= ($2, $3) AND s.verdict IN (${GOOD_VERDICTS})
     ORDER BY s.created_at DESC, s.id DESC LIMIT 1`,
    parameters,
  );
  const rows = await tx.all(
    `SELECT s.id, s.picture_id, s.created_at, (SELECT e.kind FROM changes e WHERE e.id = s.id) AS known
     FROM screenshots s
     WHERE s.webpage_id = $1 AND (s.created_at, s.id) > ($2, $3) AND s.verdict IN (${GOOD_VERDICTS})
     ORDER BY s.created_at, s.id LIMIT ${STEP}`,
    parameters,
  );
  let passed = place;
  for (const row of rows) {
    if (row.known === null && before && before.picture_id !== row.picture_id) {
      return { pair: await readPair(tx, owner, before, row), passed, isEnd: false };
    }
    if (row.known === null && !before) await addFirst(tx, { owner, row, now });
    passed = { next_at: row.created_at ?? null, next_id: row.id ?? null };
    before = row;
  }
  return { pair: undefined, passed, isEnd: rows.length < STEP };
}

async function readScreenshot(tx: Queries, { id }: Row) {
  const row = await tx.get(`SELECT ${SCREENSHOT_COLUMNS_READ} FROM ${SCREENSHOT_SOURCE} WHERE t.id = $1`, [id ?? null]);
  if (!row) throw new Error('a screenshot was removed in spite of the lock of its webpage');
  return row;
}

async function readPair(tx: Queries, owner: string, before: Row, after: Row): Promise<WaitingPair> {
  const old = screenshotOf(await readScreenshot(tx, before));
  const good = { screenshotId: old.id, picture: old.picture, sourceSha256: undefined };
  return { owner, before: good, after: screenshotOf(await readScreenshot(tx, after)) };
}

async function addFirst(tx: Queries, { owner, row, now }: { owner: string; row: Row; now: string }): Promise<void> {
  const screenshot = screenshotOf(await readScreenshot(tx, row));
  const shot = { screenshot, change: { kind: 'first' }, elements: undefined } as const;
  await addShotChange(tx, owner, shot, now);
  await touchDays(tx, owner, [{ day: screenshot.createdAt.slice(0, 10) }]);
}

/** Adds the comparison and moves the position behind it. */
async function record(tx: Queries, { owner, after }: WaitingPair, change: ShotChange, now: string): Promise<void> {
  await addShotChange(tx, owner, { screenshot: after, change, elements: undefined }, now);
  await moveTo(tx, after.webpageId, { next_at: after.createdAt, next_id: after.id });
  await touchDays(tx, owner, [{ day: after.createdAt.slice(0, 10) }]);
}

/** Never moves back: another process may have continued after this one lost the webpage. */
async function moveTo(tx: Queries, webpageId: string, { next_at: at, next_id: id }: Row): Promise<void> {
  await tx.run(
    `UPDATE comparison_backlog SET next_at = $2, next_id = $3, taken_until = NULL, attempts = 0
     WHERE webpage_id = $1 AND (next_at, next_id) < ($2, $3)`,
    [webpageId, at ?? null, id ?? null],
  );
}

/** All captures of the webpage are compared. The title, which older captures did not give their webpage, is set too. */
async function complete(tx: Queries, owner: string, webpageId: string): Promise<void> {
  await tx.run('DELETE FROM comparison_backlog WHERE webpage_id = $1', [webpageId]);
  const row = await tx.get(
    `SELECT c.title FROM webpages w JOIN captures c ON c.screenshot_id = w.face_id
     WHERE w.id = $1 AND w.title IS NULL ORDER BY c.started_at DESC LIMIT 1`,
    [webpageId],
  );
  const title = readTitle(String(row?.title ?? ''));
  if (title === undefined) return;
  await reviseWebpages(tx, owner);
  await setTitle(tx, webpageId, title);
}
