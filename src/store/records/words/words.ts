import type { PageText } from '../../../domain/page-text.ts';
import type { Words } from '../../../domain/ports/words.ts';
import { isGood, type KeptVerdict } from '../../../domain/screenshot.ts';
import type { Queries } from '../../engine/database.ts';
import { passageIdsOf, unpackPassages } from './packed-text.ts';
import { runOfCapture } from './text-runs.ts';
import { searchWords } from './word-search.ts';

export function words(queries: Queries): Words {
  return {
    async textOf(owner, webpageId, screenshotId) {
      const id = await textIdOf(queries, owner, { webpageId, screenshotId });
      return id === undefined ? undefined : readText(queries, id);
    },

    has: async (owner, webpageId, screenshotId) =>
      (await textIdOf(queries, owner, { webpageId, screenshotId })) !== undefined,

    search: (owner, query, request) => searchWords(queries, owner, query, request),
  };
}

async function textIdOf(
  queries: Queries,
  owner: string,
  { webpageId, screenshotId }: { readonly webpageId: string; readonly screenshotId: string },
): Promise<number | undefined> {
  const capture = await queries.get(
    `SELECT s.webpage_id, s.verdict, s.created_at, ${queries.intact('screenshots s')} AS intact
         FROM screenshots s JOIN webpages w ON w.id = s.webpage_id WHERE s.id = $2 AND w.account_id = $1`,
    [owner, screenshotId],
  );
  if (capture?.webpage_id !== webpageId || !isGood(capture.verdict as KeptVerdict)) return undefined;
  const run = await runOfCapture(queries, webpageId, { id: screenshotId, at: String(capture.created_at) });
  return run?.textId;
}

async function readText(queries: Queries, id: number): Promise<PageText | undefined> {
  const row = await queries.get(
    `SELECT webpage_id, passages, page, ${queries.intact('texts')} AS intact FROM texts WHERE id = $1`,
    [id],
  );
  if (!row) return undefined;
  const contents = await contentsOf(queries, passageIdsOf(String(row.passages)));
  return { ...JSON.parse(String(row.page)), passages: unpackPassages(String(row.passages), contents) };
}

async function contentsOf(queries: Queries, ids: ReadonlySet<number>): Promise<Map<number, string>> {
  const contents = new Map<number, string>();
  const list = [...ids];
  for (let start = 0; start < list.length; start += READ_AT_ONCE) {
    const some = list.slice(start, start + READ_AT_ONCE);
    // The number of parameters is always the same, so that one prepared statement serves all texts.
    const padded = [...some, ...Array.from({ length: READ_AT_ONCE - some.length }, () => null)];
    const places = padded.map((_, index) => `$${index + 1}`).join(', ');
    const rows = await queries.all(
      `SELECT id, content, ${queries.intact('passages')} AS intact FROM passages WHERE id IN (${places})`,
      padded,
    );
    for (const { id, content } of rows) contents.set(Number(id), String(content));
  }
  return contents;
}

const READ_AT_ONCE = 200;
