import { createHash } from 'node:crypto';
import type { ClaimRequest } from '../../domain/capture-schedule.ts';
import type { Queries, Row } from '../engine/database.ts';
import { send } from '../engine/send.ts';

/** How far ahead visits to a busy site are planned one by one. */
const HORIZON_MS = 60_000;

/** How many of an owner's due pages are looked at to see how long the line at a site is. */
const LINE = 1_000;

/** When to look again at a site that has as many visitors as it may. */
const FULL_MS = 1_000;

/** Values of capture_schedules.site_turn: the page has a turn of its own at its site, or gets one later. */
type SiteTurn = 'planned' | 'waiting';

/** Every site that is tracked has its row: there workers of all processes see each other. */
export async function meetSite(tx: Queries, webpageId: string): Promise<void> {
  await tx.run(
    `INSERT INTO sites (name, open_at, free_at) SELECT group_name, $2, $2 FROM webpages WHERE id = $1
     ON CONFLICT (name) DO NOTHING`,
    [webpageId, new Date(0).toISOString()],
  );
}

export interface Choice {
  readonly page: Row;
  /** Has the next visit wait for its turn. */
  plan(): Promise<void>;
}

/**
 * Which of these due pages of a site may be visited now. Visits keep a distance: a page that comes too early gets a
 * slot of its own and comes back then, so a backlog is spread by itself, and pages of other sites need not wait behind
 * it. A slot that has passed unused, because no worker was there, is no right to hurry: the distance counts.
 */
export async function choosePolitely(
  tx: Queries,
  { owner, site, pages }: { owner: string; site: string; pages: readonly Row[] },
  request: ClaimRequest,
): Promise<Choice | undefined> {
  const now = request.now.getTime();
  const { atOnce, pauseMs } = request.politeness;
  // Passed over while another worker chooses: two that wait for each other's sites would never end.
  const met = send(tx.get(`SELECT open_at, free_at FROM sites WHERE name = $1${tx.skipLocked}`, [site]));
  // A statement of its own behind the lock: so it sees what the worker before has taken.
  const visits = await countVisits(tx, site, request.now);
  const row = await met;
  if (!row) return undefined;
  const roomAt = visits >= atOnce ? now + Math.max(pauseMs, FULL_MS) : 0;
  const opensAt = Date.parse(String(row.open_at));
  const freesAt = Date.parse(String(row.free_at));
  // Later than any visit of now could have it: the clock of whoever wrote it was ahead. Nobody waits for that.
  const isOpenKnown = opensAt <= now + pauseMs;
  let freeAt = freesAt <= now + Math.max(HORIZON_MS, pauseMs, FULL_MS) + pauseMs ? freesAt : now;
  let line: number | undefined;
  let waiting = 0;
  const postponed: Promise<void>[] = [];

  for (const page of pages) {
    const hasSlot = page.site_turn === 'planned';
    // Where it is not known how long ago the last visit was, a page has waited long enough once its slot has come.
    const openAt = Math.max(roomAt, isOpenKnown ? opensAt : hasSlot ? 0 : now + pauseMs);
    if (openAt <= now && (hasSlot || freeAt <= now)) {
      const next = now + pauseMs;
      await Promise.all(postponed);
      return { page, plan: () => planSite(tx, site, { openAt: next, freeAt: Math.max(freeAt, next) }) };
    }
    if (hasSlot) {
      postponed.push(send(postpone(tx, page, openAt + waiting * pauseMs, 'planned')));
      waiting += 1;
    } else if (freeAt - now <= HORIZON_MS) {
      const slot = Math.max(freeAt, openAt);
      freeAt = slot + pauseMs;
      postponed.push(send(postpone(tx, page, slot, 'planned')));
    } else {
      // It comes back at about its turn, and then gets a slot.
      line ??= await countLine(tx, owner, site, request.now);
      const turn = freeAt + Math.floor(fraction(String(page.webpage_id) + request.attempt) * line * pauseMs);
      postponed.push(send(postpone(tx, page, turn, 'waiting')));
    }
  }
  postponed.push(planSite(tx, site, { openAt: opensAt, freeAt }));
  await Promise.all(postponed);
  return undefined;
}

async function countVisits(tx: Queries, site: string, now: Date): Promise<number> {
  const row = await tx.get(
    'SELECT count(*) AS visits FROM capture_schedules WHERE site = $1 AND attempt IS NOT NULL AND ready_at > $2',
    [site, now.toISOString()],
  );
  return Number(row?.visits);
}

async function countLine(tx: Queries, owner: string, site: string, now: Date): Promise<number> {
  const row = await tx.get(
    `SELECT count(*) AS pages FROM
       (SELECT site FROM capture_schedules WHERE account_id = $1 AND ready_at <= $2 ORDER BY ready_at LIMIT ${LINE}) AS due
     WHERE due.site = $3`,
    [owner, now.toISOString(), site],
  );
  return Number(row?.pages);
}

async function planSite(tx: Queries, site: string, at: { openAt: number; freeAt: number }): Promise<void> {
  await tx.run('UPDATE sites SET open_at = $2, free_at = $3 WHERE name = $1', [
    site,
    new Date(at.openAt).toISOString(),
    new Date(at.freeAt).toISOString(),
  ]);
}

/** Unless it was taken or changed meanwhile. */
async function postpone(tx: Queries, page: Row, until: number, turn: SiteTurn): Promise<void> {
  await tx.run('UPDATE capture_schedules SET ready_at = $3, site_turn = $4 WHERE webpage_id = $1 AND ready_at = $2', [
    page.webpage_id ?? null,
    page.ready_at ?? null,
    new Date(until).toISOString(),
    turn,
  ]);
}

/** From 0 to 1 and never 1. */
function fraction(seed: string): number {
  return createHash('sha256').update(seed).digest().readUIntBE(0, 6) / 2 ** 48;
}
