import { fillSqlite } from './filled.ts';
import { startPostgres } from './postgres.ts';
import type { Row } from './report.ts';
import type { Effort } from './rounds.ts';

/** Fills the archives for the part `api` and measures nothing, so that a later run needs an idle machine for less time. */
// biome-ignore lint/correctness/useYield: a part without rows
export async function* fillPart({ webpages, refill }: Effort): AsyncIterable<Row> {
  await fillSqlite(webpages, refill);
  await using _postgres = await startPostgres(webpages, refill);
}
