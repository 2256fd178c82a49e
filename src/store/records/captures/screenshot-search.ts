import type { Screenshot } from '../../../domain/screenshot.ts';
import type { FoundInSteps, ScreenshotSearch } from '../../../domain/stepwise.ts';
import type { Queries, Value } from '../../engine/database.ts';
import { readInSteps, type StepQuery } from '../stepwise.ts';
import { SCREENSHOT_COLUMNS_READ, screenshotOf } from './screenshots.ts';

/** Captures keep the account that they were made for when their webpage is deleted, so the owner of the webpage decides. */
export function searchScreenshots(
  queries: Queries,
  owner: string,
  request: ScreenshotSearch,
): Promise<FoundInSteps<Screenshot>> {
  const { after, before, verdict } = request;

  function stepOf(select: string, { from, beyond, way, size }: StepQuery, bind: (value: Value) => string): string {
    const conditions = [
      's.account_id = $1',
      `(s.created_at || '', s.id) ${beyond} (${bind(from.at)}, ${bind(from.id)})`,
      ...(after === undefined ? [] : [`s.created_at || '' >= ${bind(after)}`]),
      ...(before === undefined ? [] : [`s.created_at || '' < ${bind(before)}`]),
    ];
    return `SELECT ${select} FROM screenshots s WHERE ${conditions.join(' AND ')}
      ORDER BY s.created_at || '' ${way}, s.id ${way} LIMIT ${size}`;
  }

  return readInSteps(request, {
    read(step, limit) {
      const parameters: Value[] = [owner];
      const bind = (value: Value) => `$${parameters.push(value)}`;
      const inner = stepOf('s.id, s.webpage_id, s.created_at, s.verdict', step, bind);
      const wanted = verdict === undefined ? '' : `AND step.verdict = ${bind(verdict)}`;
      // A subquery for each capture of the step: for a join, PostgreSQL would read all webpages of the account.
      return queries.all(
        `SELECT ${SCREENSHOT_COLUMNS_READ}, ${queries.intact('screenshots t', 'pictures p')} AS intact FROM (
           SELECT step.id FROM (${inner}) AS step
           WHERE (SELECT w.account_id FROM webpages w WHERE w.id = step.webpage_id) = $1 ${wanted}
           ORDER BY step.created_at ${step.way}, step.id ${step.way} LIMIT ${limit}
         ) AS found JOIN screenshots t ON t.id = found.id JOIN pictures p ON p.id = t.picture_id
         ORDER BY t.created_at ${step.way}, t.id ${step.way}`,
        parameters,
      );
    },
    async end(step) {
      const parameters: Value[] = [owner];
      const bind = (value: Value) => `$${parameters.push(value)}`;
      const rows = await queries.all(
        `SELECT * FROM (${stepOf('s.created_at, s.id', step, bind)}) AS step
         ORDER BY created_at ${step.way}, id ${step.way} LIMIT 1 OFFSET ${step.size - 1}`,
        parameters,
      );
      return rows[0] && { at: String(rows[0].created_at), id: String(rows[0].id) };
    },
    positionOf: (row) => ({ at: String(row.created_at), id: String(row.id) }),
    found: screenshotOf,
  });
}
