import { type CaptureChange, NOTHING_IGNORED } from '../../../domain/change.ts';
import type { Changes } from '../../../domain/ports/changes.ts';
import type { Database, Queries, Row } from '../../engine/database.ts';
import { portions } from '../../engine/insert.ts';
import { makeCounted, readCounts, readDays } from './change-days.ts';
import { readEntries, summaryOf } from './change-entries.ts';
import { findWaiting } from './comparison-backlog.ts';
import { evaluateAgain, setSettings } from './evaluate-again.ts';
import { importChanges } from './import-changes.ts';
import { findElements } from './page-elements.ts';
import { touchDays } from './touch-days.ts';

export function changes(queries: Queries, write: Database['transaction']): Changes {
  const counted = makeCounted();
  return {
    entries: (owner, request) => readEntries(queries, owner, request),
    days: (owner, range) => readDays(queries, owner, range, counted),
    counts: (owner) => readCounts(queries, owner, counted),

    review: (owner, ids, at) =>
      write(async (tx) => {
        for (const some of portions(ids, 1)) {
          await tx.run(`UPDATE changes SET reviewed_at = $2 WHERE account_id = $1 AND id IN (${placesFrom(3, some)})`, [
            owner,
            at?.toISOString() ?? null,
            ...some,
          ]);
        }
        await touchDays(tx, owner, []);
      }),

    reviewIn: (owner, { from, to }, at) =>
      write(async (tx) => {
        await tx.run(
          `UPDATE changes SET reviewed_at = $4 WHERE account_id = $1 AND shown = 1 AND reviewed_at IS NULL
             AND happened_at >= $2 AND happened_at < $3`,
          [owner, from, to, at.toISOString()],
        );
        await touchDays(tx, owner, []);
      }),

    async ofCaptures(owner, webpageId, screenshotIds) {
      const rows = await queries.all(
        `SELECT e.*, ${queries.intact('changes e')} AS intact FROM changes e JOIN webpages w ON w.id = e.webpage_id
         WHERE e.id IN (${placesFrom(3, screenshotIds)}) AND e.kind = 'changed' AND e.webpage_id || '' = $2
           AND w.account_id || '' = $1`,
        [owner, webpageId, ...screenshotIds],
      );
      const found = new Map(rows.map((row) => [String(row.id), captureChangeOf(row)]));
      const others = screenshotIds.filter((id) => !found.has(id));
      for (const waiting of await findWaiting(queries, owner, webpageId, others))
        found.set(waiting.screenshotId, waiting);
      return found;
    },

    async newest(owner, webpageIds) {
      const rows = await queries.all(
        `SELECT w.id AS webpage_id, e.id, e.happened_at, e.share, ${queries.intact('webpages w', 'changes e')} AS intact FROM webpages w JOIN changes e
           ON e.webpage_id = w.id AND e.kind = 'changed' AND e.happened_at = w.changed_at AND e.shown = 1
         WHERE w.id IN (${placesFrom(2, webpageIds)}) AND w.account_id || '' = $1`,
        [owner, ...webpageIds],
      );
      return new Map(
        rows.map((row) => [
          String(row.webpage_id),
          { at: String(row.happened_at), share: Number(row.share), id: String(row.id) },
        ]),
      );
    },

    async settings(owner, webpageId) {
      const row = await queries.get(
        `SELECT c.settings, ${queries.intact('change_settings c')} AS intact FROM change_settings c JOIN webpages w ON w.id = c.webpage_id
         WHERE c.webpage_id = $2 AND w.account_id = $1`,
        [owner, webpageId],
      );
      return row ? JSON.parse(String(row.settings)) : NOTHING_IGNORED;
    },

    setSettings: (owner, webpageId, settings) => setSettings(write, owner, webpageId, settings),

    async elements(owner, webpageId, screenshotId) {
      const row = await queries.get(
        `SELECT s.picture_id, s.webpage_id, ${queries.intact('screenshots s')} AS intact FROM screenshots s JOIN webpages w ON w.id = s.webpage_id
         WHERE s.id = $2 AND w.account_id = $1`,
        [owner, screenshotId],
      );
      return row?.webpage_id === webpageId ? findElements(queries, String(row.picture_id)) : [];
    },

    evaluate: (owner, webpageId, limit) => evaluateAgain(write, owner, webpageId, limit),

    async unevaluated() {
      const row = await queries.get(
        `SELECT c.webpage_id, w.account_id FROM change_settings c JOIN webpages w ON w.id = c.webpage_id
         WHERE c.pending = 1 AND w.account_id IS NOT NULL ORDER BY c.webpage_id LIMIT 1`,
      );
      return row && { owner: String(row.account_id), webpageId: String(row.webpage_id) };
    },

    addMany: (owner, compared) => write((tx) => importChanges(tx, owner, compared)),
  };
}

function captureChangeOf(row: Row): CaptureChange {
  const base = { screenshotId: String(row.id), beforeId: String(row.before_id) };
  if (row.word === null) return { ...base, state: 'failed', detail: String(row.detail) };
  const reviewedAt = row.reviewed_at === null ? undefined : String(row.reviewed_at);
  return { ...base, state: 'compared', summary: summaryOf(row), announced: row.shown === 1, reviewedAt };
}

function placesFrom(first: number, values: readonly unknown[]): string {
  return values.map((_, index) => `$${index + first}`).join(', ') || 'NULL';
}
