import type {
  CaptureKnowledge,
  CaptureRecord,
  Claim,
  Finish,
  GoodCapture,
  LastPictures,
} from '../../../domain/capture-schedule.ts';
import type { Captures } from '../../../domain/ports/captures.ts';
import { notFound, Problem } from '../../../domain/problem.ts';
import type { Database, Queries, Row, Value } from '../../engine/database.ts';
import { insertMany } from '../../engine/insert.ts';
import { send } from '../../engine/send.ts';
import { addCapture } from '../accounts/account-use.ts';
import { summaryOf } from '../changes/change-entries.ts';
import { newTitle, recordChange } from '../changes/record-change.ts';
import { keepIcon } from '../webpages/site-icons.ts';
import { recordWords } from '../words/record-words.ts';
import { filesGone } from './image-files.ts';
import { PICTURE_COLUMNS, pictureOf } from './pictures.ts';
import { addScreenshot, SCREENSHOT_COLUMNS_READ, SCREENSHOT_SOURCE, screenshotOf } from './screenshots.ts';

export function captures(queries: Queries, write: Database['transaction']): Captures {
  return {
    finish: (claim, finish) =>
      write(async (tx) => {
        const { shot, record } = finish;
        // A writer of webpages locks the account before the webpage, so this statement comes first.
        const retitled = newTitle(claim, finish) !== undefined && send(reviseWebpages(tx, claim.owner));
        const added = shot && send(addScreenshot(tx, claim.owner, shot.screenshot, shot.sourceSha256));
        const leaseEnded = send(endLease(tx, claim, finish));
        const logged = send(logAttempt(tx, record));
        const iconKept = finish.icon && send(keepIcon(tx, claim, finish.icon));
        await retitled;
        const files = await added;
        if (files?.isNew && files.taken < 2) throw filesGone();
        await leaseEnded;
        await logged;
        await iconKept;
        const textBytes = shot ? await recordWords(tx, claim.owner, shot.screenshot, shot.text) : 0;
        await recordChange(tx, claim, finish);
        const pictureBytes = files?.isNew && shot ? shot.screenshot.picture.bytes : 0;
        await addCapture(tx, claim.owner, record.finishedAt, pictureBytes + textBytes);
      }),

    async lastPictures(owner, webpageId) {
      const [newest, good] = await Promise.all([
        queries.get(
          `SELECT t.id, ${PICTURE_COLUMNS}, p.source_sha256, ${queries.intact('screenshots t', 'pictures p')} AS intact FROM screenshots t
           JOIN webpages w ON w.id = t.webpage_id JOIN pictures p ON p.id = t.picture_id
           WHERE w.account_id = $1 AND t.webpage_id = $2 ORDER BY t.created_at DESC, t.id DESC LIMIT 1`,
          [owner, webpageId],
        ),
        queries.get(
          `SELECT t.id, ${PICTURE_COLUMNS}, p.source_sha256, ${queries.intact('webpages w', 'screenshots t', 'pictures p')} AS intact FROM webpages w
           JOIN screenshots t ON t.id = w.face_id JOIN pictures p ON p.id = t.picture_id
           WHERE w.account_id = $1 AND w.id = $2`,
          [owner, webpageId],
        ),
      ]);
      return lastPicturesOf(newest, good);
    },

    async list(owner, webpageId, { before, limit }) {
      const rows = await queries.all(
        `SELECT c.*, ${queries.intact('captures c')} AS intact FROM captures c JOIN webpages w ON w.id = c.webpage_id
         WHERE w.account_id = $1 AND c.webpage_id = $2 AND c.started_at < $3
         ORDER BY c.started_at DESC, c.id DESC LIMIT $4`,
        [owner, webpageId, before, limit],
      );
      return rows.map(recordOf);
    },

    async firstSince(owner, webpageId, since) {
      const row = await queries.get(
        `SELECT c.*, ${queries.intact('captures c')} AS intact FROM captures c JOIN webpages w ON w.id = c.webpage_id
         WHERE w.account_id = $1 AND c.webpage_id = $2 AND c.started_at >= $3 ORDER BY c.started_at, c.id LIMIT 1`,
        [owner, webpageId, since],
      );
      return row && recordOf(row);
    },

    async find(owner, webpageId, id) {
      const row = await queries.get(
        `SELECT c.*, ${queries.intact('captures c')} AS intact FROM captures c JOIN webpages w ON w.id = c.webpage_id
         WHERE w.account_id = $1 AND c.webpage_id = $2 AND c.id = $3`,
        [owner, webpageId, id],
      );
      return row && recordOf(row);
    },

    async ofScreenshot(owner, webpageId, screenshotId) {
      const row = await queries.get(
        `SELECT c.*, ${queries.intact('captures c')} AS intact FROM captures c JOIN webpages w ON w.id = c.webpage_id
         WHERE w.account_id = $1 AND c.webpage_id = $2 AND c.screenshot_id = $3`,
        [owner, webpageId, screenshotId],
      );
      return row && recordOf(row);
    },

    async screenshot(owner, webpageId, id) {
      // Without t.webpage_id = …, which would make PostgreSQL walk through all screenshots of the webpage.
      const row = await queries.get(
        `SELECT ${SCREENSHOT_COLUMNS_READ}, ${KNOWLEDGE_COLUMNS},
           ${queries.intact('screenshots t', 'pictures p', 'captures c', 'changes e')} AS intact
         FROM ${SCREENSHOT_SOURCE} JOIN webpages w ON w.id = t.webpage_id ${knowledgeJoins('t')}
         WHERE t.id = $2 AND w.account_id = $1`,
        [owner, id],
      );
      return row?.webpage_id === webpageId ? { screenshot: screenshotOf(row), known: knowledgeOf(row) } : undefined;
    },

    // With || '' because PostgreSQL would otherwise choose to read all screenshots of the webpage.
    knowledgeOf: (owner, webpageId, screenshotIds) =>
      readKnowledge(queries, "s.webpage_id || '' = $2", [owner, webpageId], screenshotIds),

    knowledge: (owner, screenshotIds) => readKnowledge(queries, 'true', [owner], screenshotIds),
  };
}

/** The columns of `knowledgeOf`. */
const KNOWLEDGE_COLUMNS = 'c.title, c.final_url, c.http_status, e.before_id, e.share, e.summary';

function knowledgeJoins(screenshot: string): string {
  return `LEFT JOIN captures c ON c.screenshot_id = ${screenshot}.id
     LEFT JOIN changes e ON e.id = ${screenshot}.id AND e.kind = 'changed' AND e.word IS NOT NULL`;
}

async function readKnowledge(
  queries: Queries,
  condition: string,
  parameters: readonly string[],
  screenshotIds: readonly string[],
): Promise<Map<string, CaptureKnowledge>> {
  if (screenshotIds.length === 0) return new Map();
  const wanted = screenshotIds.map((_, index) => `$${index + parameters.length + 1}`).join(', ');
  const rows = await queries.all(
    `SELECT s.id, ${KNOWLEDGE_COLUMNS}, ${queries.intact('screenshots s', 'captures c', 'changes e')} AS intact
     FROM screenshots s JOIN webpages w ON w.id = s.webpage_id ${knowledgeJoins('s')}
     WHERE w.account_id || '' = $1 AND ${condition} AND s.id IN (${wanted})`,
    [...parameters, ...screenshotIds],
  );
  return new Map(rows.map((row) => [row.id as string, knowledgeOf(row)]));
}

/** Searches of the gallery find titles, and are cached until the revision changes. */
export async function reviseWebpages(tx: Queries, owner: string): Promise<void> {
  await tx.run(`UPDATE accounts SET revision = ${tx.nextRevision} WHERE id = $1`, [owner]);
}

function lastPicturesOf(newest: Row | undefined, good: Row | undefined): LastPictures {
  const sourceOf = (row: Row) => (row.source_sha256 === null ? undefined : String(row.source_sha256));
  const goodOf = (row: Row): GoodCapture => ({
    screenshotId: String(row.id),
    picture: pictureOf(row),
    sourceSha256: sourceOf(row),
  });
  const sourceSha256 = newest && sourceOf(newest);
  return {
    newest: newest && sourceSha256 !== undefined ? { picture: pictureOf(newest), sourceSha256 } : undefined,
    good: good && goodOf(good),
  };
}

export function logAttempt(tx: Queries, record: CaptureRecord): Promise<void> {
  return insertMany(tx, 'captures', RECORD_COLUMNS, [recordValues(record)]);
}

/**
 * Ends the lease. A page that was requested again during the lease is due at once. Throws Problem('conflict') if the
 * lease was lost: another worker then holds the page, and nothing is kept.
 */
async function endLease(tx: Queries, claim: Claim, { record, nextAt, failing }: Finish): Promise<void> {
  const { attempt, owner, webpageId } = claim;
  const held = await tx.run(
    `UPDATE capture_schedules SET attempt = NULL, failures = $4, failing_since = $5, failing_because = $6,
       ready_at = CASE WHEN capture_again = 1 THEN $7 WHEN paused = 1 THEN NULL ELSE $3 END, capture_again = 0,
       counted_day = $8
     WHERE webpage_id = $1 AND attempt = $2`,
    [
      webpageId,
      attempt,
      nextAt,
      failing?.failures ?? 0,
      failing?.since ?? null,
      failing?.because ?? null,
      record.finishedAt,
      record.finishedAt.slice(0, 10),
    ],
  );
  if (held > 0) return;
  const kept = await tx.get('SELECT 1 AS kept FROM webpages WHERE account_id = $1 AND id = $2', [owner, webpageId]);
  if (!kept) throw notFound('webpage');
  throw new Problem('conflict', 'Another worker holds the page. This capture is not kept.');
}

const RECORD_COLUMNS = [
  'id',
  'webpage_id',
  'started_at',
  'finished_at',
  'outcome',
  'reason',
  'detail',
  'screenshot_id',
  'final_url',
  'http_status',
  'title',
  'viewport',
  'page_height',
  'phases',
  'warnings',
  'browser_version',
];

function recordValues(record: CaptureRecord): Value[] {
  return [
    record.id,
    record.webpageId,
    record.startedAt,
    record.finishedAt,
    record.outcome,
    record.reason ?? null,
    record.detail ?? null,
    record.screenshotId ?? null,
    record.finalUrl ?? null,
    record.httpStatus ?? null,
    record.title ?? null,
    record.viewport ? JSON.stringify(record.viewport) : null,
    record.pageHeight ?? null,
    JSON.stringify(record.phases),
    JSON.stringify(record.warnings),
    record.browserVersion ?? null,
  ];
}

function recordOf(row: Row): CaptureRecord {
  return {
    id: row.id as string,
    webpageId: row.webpage_id as string,
    startedAt: row.started_at as string,
    finishedAt: row.finished_at as string,
    outcome: row.outcome as CaptureRecord['outcome'],
    reason: (row.reason ?? undefined) as CaptureRecord['reason'],
    detail: (row.detail ?? undefined) as string | undefined,
    screenshotId: (row.screenshot_id ?? undefined) as string | undefined,
    ...pageOf(row),
    viewport: row.viewport === null ? undefined : JSON.parse(String(row.viewport)),
    pageHeight: (row.page_height ?? undefined) as number | undefined,
    phases: JSON.parse(String(row.phases)),
    warnings: JSON.parse(String(row.warnings)),
    browserVersion: (row.browser_version ?? undefined) as string | undefined,
  };
}

function pageOf(row: Row): Pick<CaptureRecord, 'title' | 'finalUrl' | 'httpStatus'> {
  return {
    finalUrl: (row.final_url ?? undefined) as string | undefined,
    httpStatus: (row.http_status ?? undefined) as number | undefined,
    title: (row.title ?? undefined) as string | undefined,
  };
}

function knowledgeOf(row: Row): CaptureKnowledge {
  const { before_id: beforeId } = row;
  const comparison =
    beforeId === null
      ? undefined
      : { beforeId: String(beforeId), share: Number(row.share), words: summaryOf(row).words };
  return { ...pageOf(row), comparison };
}
