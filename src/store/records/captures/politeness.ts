import { createHash } from 'node:crypto';
import type { ClaimRequest } from '../../../domain/capture-schedule.ts';
import type { Queries, Row } from '../../engine/database.ts';
import { send } from '../../engine/send.ts';

/** Visits to a busy site get individual time slots this far ahead. */
const HORIZON_MS = 60_000;

/** The number of due webpages of an owner that are read to estimate the queue of a site. */
const QUEUE_SAMPLE = 1_000;

/** The delay before the next look at a site with the maximum number of concurrent visits. */
const FULL_MS = 1_000;

/** Values of capture_schedules.site_turn: the webpage has a time slot at its site, or gets one later. */
type SiteTurn = 'planned' | 'waiting';

/** Every tracked site has a row, which coordinates the workers of all processes. */
export async function addSite(tx: Queries, webpageId: string): Promise<void> {
  await tx.run(
    `INSERT INTO sites (name, open_at, free_at) SELECT group_name, $2, $2 FROM webpages WHERE id = $1
     ON CONFLICT (name) DO NOTHING`,
    [webpageId, new Date(0).toISOString()],
  );
}

export interface Choice {
  readonly page: Row;
  /** Stores the time of the next visit. */
  plan(): Promise<void>;
}

/**
 * Chooses a due webpage of the site that may be visited now. Webpages that are too early get time slots with the pause
 * of the site between them, and are due again at that time. So a backlog is spread over time, and other sites do not
 * wait for it. A slot that passed because no worker was free does not shorten the pause.
 */
export async function choosePolitely(
  tx: Queries,
  { owner, site, pages }: { owner: string; site: string; pages: readonly Row[] },
  request: ClaimRequest,
): Promise<Choice | undefined> {
  const now = request.now.getTime();
  const { atOnce, pauseMs } = request.politeness;
  // Skips a site that another worker has locked. Waiting for it could deadlock two workers.
  const locked = send(tx.get(`SELECT open_at, free_at FROM sites WHERE name = $1${tx.skipLocked}`, [site]));
  // A separate statement after the lock, so that it sees the claims of the previous lock holder.
  const visits = await countVisits(tx, site, request.now);
  const row = await locked;
  if (!row) return undefined;
  const roomAt = visits >= atOnce ? now + Math.max(pauseMs, FULL_MS) : 0;
  const opensAt = Date.parse(String(row.open_at));
  const freesAt = Date.parse(String(row.free_at));
  // A time that no visit up to now could have written comes from a clock that was ahead, and is ignored.
  const isOpenKnown = opensAt <= now + pauseMs;
  let freeAt = freesAt <= now + Math.max(HORIZON_MS, pauseMs, FULL_MS) + pauseMs ? freesAt : now;
  let queued: number | undefined;
  let waiting = 0;
  const postponed: Promise<void>[] = [];

  for (const page of pages) {
    const hasSlot = page.site_turn === 'planned';
    // If the time of the last visit is unknown, a webpage may be visited once its slot has come.
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
      // Due again at about the expected time, and then gets a slot.
      queued ??= await countQueue(tx, owner, site, request.now);
      const turn = freeAt + Math.floor(fraction(String(page.webpage_id) + request.attempt) * queued * pauseMs);
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

async function countQueue(tx: Queries, owner: string, site: string, now: Date): Promise<number> {
  const row = await tx.get(
    `SELECT count(*) AS pages FROM
       (SELECT site FROM capture_schedules WHERE account_id = $1 AND ready_at <= $2 ORDER BY ready_at LIMIT ${QUEUE_SAMPLE}) AS due
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

/** Does nothing if the webpage was claimed or changed in the meantime. */
async function postpone(tx: Queries, page: Row, until: number, turn: SiteTurn): Promise<void> {
  await tx.run('UPDATE capture_schedules SET ready_at = $3, site_turn = $4 WHERE webpage_id = $1 AND ready_at = $2', [
    page.webpage_id ?? null,
    page.ready_at ?? null,
    new Date(until).toISOString(),
    turn,
  ]);
}

/** A number in [0, 1) that depends only on the seed. */
function fraction(seed: string): number {
  return createHash('sha256').update(seed).digest().readUIntBE(0, 6) / 2 ** 48;
}
