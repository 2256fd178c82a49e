import { storedOptions } from '../../../domain/capture-options.ts';
import type { Claim, ClaimRequest } from '../../../domain/capture-schedule.ts';
import type { ChangeSettings } from '../../../domain/change.ts';
import type { CaptureSchedules } from '../../../domain/ports/capture-schedules.ts';
import { notFound, Problem } from '../../../domain/problem.ts';
import type { Database, Queries, Row } from '../../engine/database.ts';
import { send } from '../../engine/send.ts';
import { withinQuota } from '../accounts/account-use.ts';
import { emit } from '../events/outbox.ts';
import { optionalText } from '../optional-text.ts';
import { logInterrupted } from './interrupted.ts';
import { addSite, choosePolitely } from './politeness.ts';
import { scheduleOf } from './schedule-rows.ts';

const COLUMNS = `t.webpage_id, t.schedule, t.time_zone, t.options, t.secrets, t.paused, t.ready_at, t.attempt,
  t.site_turn, t.capture_again, t.failures, t.failing_since, t.failing_because`;

/** Leases need no sync to disk: after a power cut the page is claimed again. */
const LEASE = 'brief';

const OWNERS = `WITH RECURSIVE owners (id) AS (
  SELECT min(account_id) FROM capture_schedules
  UNION ALL
  SELECT (SELECT min(account_id) FROM capture_schedules WHERE account_id > owners.id) FROM owners WHERE owners.id IS NOT NULL
)`;

/**
 * For start(): a capture is pending before the next regular one, because the page is due, waits for its turn at the
 * site, was requested, or is retried after a failure.
 */
const PENDING = `capture_schedules.ready_at < excluded.ready_at
  AND (capture_schedules.ready_at <= $8 OR capture_schedules.site_turn IS NOT NULL
    OR capture_schedules.capture_again = 1 OR capture_schedules.failures > 0)`;

export function captureSchedules(queries: Queries, write: Database['transaction']): CaptureSchedules {
  const findRow = (owner: string, webpageId: string) =>
    queries.get(
      `SELECT ${COLUMNS}, ${queries.intact('capture_schedules t')} AS intact FROM capture_schedules t JOIN webpages w ON w.id = t.webpage_id
       WHERE w.account_id = $1 AND t.webpage_id = $2`,
      [owner, webpageId],
    );

  /** Pauses or resumes. It is an event only if the state changes. */
  const switchTo = (kind: 'paused' | 'resumed', owner: string, webpageId: string, sql: string, more: string[] = []) =>
    write(async (tx) => {
      const parameters = [owner, webpageId, ...more];
      const switched = await tx.run(`${sql} AND paused = ${kind === 'paused' ? 0 : 1}`, parameters);
      if (switched === 0) await change(tx, sql, parameters);
      else emit(tx, owner, { kind, at: new Date().toISOString(), webpageId });
    });

  return {
    start: (owner, webpageId, draft, { now, readyAt }) =>
      write(async (tx) => {
        await addSite(tx, webpageId);
        const changed = await tx.run(
          `INSERT INTO capture_schedules (webpage_id, account_id, site, schedule, time_zone, options, secrets, ready_at)
           SELECT w.id, w.account_id, w.group_name, $3, $4, $5, $6, $7 FROM webpages w
           WHERE w.account_id = $1 AND w.id = $2
           ON CONFLICT (webpage_id) DO UPDATE SET schedule = excluded.schedule, time_zone = excluded.time_zone,
             options = excluded.options, secrets = excluded.secrets, site = excluded.site,
             ready_at = CASE WHEN capture_schedules.attempt IS NOT NULL OR capture_schedules.paused = 1 OR (${PENDING}) THEN capture_schedules.ready_at
               ELSE excluded.ready_at END,
             capture_again = CASE WHEN capture_schedules.attempt IS NOT NULL AND capture_schedules.paused = 0 THEN 1 ELSE capture_schedules.capture_again END`,
          [
            owner,
            webpageId,
            draft.schedule,
            draft.timeZone,
            JSON.stringify(draft.options),
            draft.sealedSecrets ?? null,
            readyAt.toISOString(),
            now.toISOString(),
          ],
        );
        if (changed === 0) throw notFound('webpage');
      }),

    async find(owner, webpageId, now) {
      const row = await findRow(owner, webpageId);
      return row && scheduleOf(row, now);
    },

    async findMany(owner, webpageIds, now) {
      const wanted = webpageIds.map((_, index) => `$${index + 2}`).join(', ');
      // The expression keeps the planner from an index on the owner, with which it would read all of the owner's webpages.
      const rows = await queries.all(
        `SELECT ${COLUMNS}, ${queries.intact('capture_schedules t')} AS intact FROM capture_schedules t JOIN webpages w ON w.id = t.webpage_id
         WHERE w.account_id || '' = $1 AND t.webpage_id IN (${wanted || 'NULL'})`,
        [owner, ...webpageIds],
      );
      return new Map(rows.map((row) => [String(row.webpage_id), scheduleOf(row, now)]));
    },

    secrets: async (owner, webpageId) => optionalText((await findRow(owner, webpageId))?.secrets),

    pause: (owner, webpageId) =>
      // A lease stays as it is. The worker that holds it applies the pause when it finishes.
      switchTo(
        'paused',
        owner,
        webpageId,
        `UPDATE capture_schedules SET paused = 1, site_turn = NULL, capture_again = 0,
           ready_at = CASE WHEN attempt IS NULL THEN NULL ELSE ready_at END
         WHERE account_id = $1 AND webpage_id = $2`,
      ),

    resume: (owner, webpageId, readyAt) =>
      switchTo(
        'resumed',
        owner,
        webpageId,
        // A page that was requested, or that a worker holds, keeps its time.
        `UPDATE capture_schedules SET paused = 0, ready_at = coalesce(ready_at, $3) WHERE account_id = $1 AND webpage_id = $2`,
        [readyAt.toISOString()],
      ),

    async request(owner, webpageId, now) {
      await change(
        queries,
        `UPDATE capture_schedules SET ready_at = CASE WHEN attempt IS NULL OR ready_at <= $3 THEN $3 ELSE ready_at END,
           capture_again = CASE WHEN attempt IS NULL THEN capture_again ELSE 1 END
         WHERE account_id = $1 AND webpage_id = $2`,
        [owner, webpageId, now.toISOString()],
      );
    },

    async dueOwners(now) {
      // Jumps from owner to owner along the index, so the cost grows with the owners, not with the pages.
      const rows = await queries.all(
        `${OWNERS} SELECT id FROM owners
         WHERE id IS NOT NULL AND EXISTS (SELECT 1 FROM capture_schedules WHERE account_id = owners.id AND ready_at <= $1)
           AND ${withinQuota('owners.id', '$1')}`,
        [now.toISOString()],
      );
      return rows.map(({ id }) => String(id));
    },

    async queue(now) {
      const row = await queries.get(
        `${OWNERS} SELECT sum((SELECT count(*) FROM capture_schedules t WHERE t.account_id = owners.id AND t.ready_at <= $1)) AS due,
           min((SELECT min(t.ready_at) FROM capture_schedules t WHERE t.account_id = owners.id AND t.ready_at <= $1)) AS oldest
         FROM owners WHERE id IS NOT NULL AND ${withinQuota('owners.id', '$1')}`,
        [now.toISOString()],
      );
      return { due: Number(row?.due ?? 0), oldest: optionalText(row?.oldest) };
    },

    claim: (owner, request) =>
      write(async (tx) => {
        // Not locked: a worker that chooses among the pages of a site has locked the site, and take() checks that
        // ready_at is unchanged.
        const due = await tx.all(
          `SELECT t.webpage_id, t.site, t.ready_at, t.site_turn, t.attempt FROM capture_schedules t
           WHERE t.account_id = $1 AND t.ready_at <= $2 AND ${withinQuota('$1', '$2')}
           ORDER BY t.ready_at LIMIT ${CANDIDATES}`,
          [owner, request.now.toISOString()],
        );
        for (const [site, pages] of Map.groupBy(due, (page) => String(page.site))) {
          const choice = await choosePolitely(tx, { owner, site, pages }, request);
          if (!choice) continue;
          const planned = send(choice.plan());
          const claim = await take(tx, choice.page, request);
          await planned;
          if (claim) return claim;
        }
        return undefined;
      }, LEASE),

    claimOne: (owner, webpageId, request) =>
      write(async (tx) => {
        const row = await tx.get(
          'SELECT t.webpage_id, t.attempt, t.ready_at FROM capture_schedules t WHERE t.account_id = $1 AND t.webpage_id = $2',
          [owner, webpageId],
        );
        if (!row) throw noSchedule();
        if (row.attempt !== null && String(row.ready_at) > request.now.toISOString()) return undefined;
        return take(tx, row, request);
      }, LEASE),

    renew: (attempts, leaseUntil) =>
      write(async (tx) => {
        const renewed = attempts.map((attempt) =>
          tx.run('UPDATE capture_schedules SET ready_at = $2 WHERE attempt = $1', [attempt, leaseUntil.toISOString()]),
        );
        return (await Promise.all(renewed)).reduce((held, each) => held + each, 0);
      }, LEASE),

    // Also a paused page becomes ready: it was requested, or paused during this capture, which has to be completed.
    async release(attempt, readyAt) {
      await queries.run('UPDATE capture_schedules SET attempt = NULL, ready_at = $2 WHERE attempt = $1', [
        attempt,
        readyAt.toISOString(),
      ]);
    },

    async databaseTime() {
      const row = await queries.get(`SELECT ${queries.milliseconds} AS now`);
      return new Date(Number(row?.now));
    },

    async dueAfter(time, { after, limit }) {
      const rows = await queries.all(
        `SELECT webpage_id, url, schedule, time_zone, failures, ready_at, site_turn FROM capture_schedules
         JOIN webpages ON webpages.id = webpage_id
         WHERE webpage_id > $1 AND attempt IS NULL AND ready_at > $2
         ORDER BY webpage_id LIMIT $3`,
        [after, time.toISOString(), limit],
      );
      return rows.map((row) => ({
        webpageId: String(row.webpage_id),
        url: String(row.url),
        schedule: String(row.schedule),
        timeZone: String(row.time_zone),
        failures: Number(row.failures),
        dueAt: String(row.ready_at),
        awaitsTurn: row.site_turn !== null,
      }));
    },

    async correctDue(webpageId, { from, to }) {
      await queries.run(
        `UPDATE capture_schedules SET ready_at = $3, site_turn = NULL
         WHERE webpage_id = $1 AND ready_at = $2 AND attempt IS NULL`,
        [webpageId, from, to],
      );
    },

    async leasesBeyond(time) {
      const rows = await queries.all(
        'SELECT attempt, ready_at FROM capture_schedules WHERE attempt IS NOT NULL AND ready_at > $1',
        [time.toISOString()],
      );
      return rows.map((row) => ({ attempt: String(row.attempt), until: String(row.ready_at) }));
    },

    async expire({ attempt, until }, readyAt) {
      await queries.run('UPDATE capture_schedules SET ready_at = $3 WHERE attempt = $1 AND ready_at = $2', [
        attempt,
        until,
        readyAt.toISOString(),
      ]);
    },
  };
}

/** The number of due pages that a claim reads before the next owner gets its turn. */
const CANDIDATES = 20;

/** Undefined if ready_at of the page changed, or if its owner was deleted. */
async function take(tx: Queries, page: Row, { attempt, leaseUntil }: ClaimRequest): Promise<Claim | undefined> {
  const row = await tx.get(
    `UPDATE capture_schedules AS t SET attempt = $3, ready_at = $4, site_turn = NULL, capture_again = 0
     WHERE t.webpage_id = $1 AND t.ready_at IS NOT DISTINCT FROM $2
     RETURNING webpage_id, account_id, schedule, time_zone, options, secrets, failures, failing_since, counted_day,
       (SELECT CASE WHEN ${tx.intact('webpages w')} = 1 THEN w.url END FROM webpages w
         WHERE w.id = webpage_id AND w.account_id IS NOT NULL) AS url,
       (SELECT w.title FROM webpages w WHERE w.id = webpage_id) AS title,
       (SELECT c.settings FROM (SELECT webpage_id AS page, settings FROM change_settings) AS c WHERE c.page = webpage_id)
         AS change_settings`,
    [page.webpage_id ?? null, page.ready_at ?? null, attempt, leaseUntil.toISOString()],
  );
  if (!row || row.url === null) return undefined;
  const interrupted = page.attempt === null ? undefined : await logInterrupted(tx, page);
  return {
    attempt,
    owner: String(row.account_id),
    webpageId: String(row.webpage_id),
    url: String(row.url),
    schedule: String(row.schedule),
    timeZone: String(row.time_zone),
    options: storedOptions(String(row.options)),
    sealedSecrets: optionalText(row.secrets),
    failures: Number(row.failures),
    failingSince: optionalText(row.failing_since),
    title: optionalText(row.title),
    ignoredSelectors: ignoredSelectorsOf(row.change_settings ?? null),
    countedDay: optionalText(row.counted_day),
    interrupted,
  };
}

function ignoredSelectorsOf(settings: Row[string]): readonly string[] {
  return settings === null ? [] : (JSON.parse(String(settings)) as ChangeSettings).ignoredSelectors;
}

function noSchedule(): Problem {
  return new Problem('not-found', 'The webpage does not exist, or it has no schedule.');
}

async function change(queries: Queries, sql: string, parameters: string[]): Promise<void> {
  if ((await queries.run(sql, parameters)) === 0) throw noSchedule();
}
