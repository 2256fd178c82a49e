import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { empty, type Filled } from '../filled.ts';
import { type Place, runPagekeep, startPagekeep } from '../pagekeep.ts';
import { milliseconds, type Row } from '../report.ts';
import { compare, type Effort } from '../rounds.ts';

/** The time from the start of the program to its first list, with a full archive and with an empty one. */
export async function measureStart(effort: Effort, filled: Filled): Promise<Row> {
  const dataDir = mkdtempSync(join(tmpdir(), 'pagekeep-bench-empty-'));
  const emptyPlace: Place = { dataDir, databaseUrl: `sqlite:${dataDir}/pagekeep.db` };
  const { token } = runPagekeep<{ token: string }>(emptyPlace, 'demo', '--webpages', '0', '--screenshots', '0');
  try {
    const { product, limit, ratio, range } = await compare(effort.rounds, {
      product: () => timeStart(filled, filled.token),
      limit: () => timeStart(emptyPlace, token),
    });
    return {
      work: 'start to first answer',
      figure: milliseconds(product),
      against: `empty archive ${milliseconds(limit)}`,
      ratio,
      range,
      bar: { atMost: 1.5 },
    };
  } finally {
    empty(dataDir);
  }
}

async function timeStart(place: Place, token: string): Promise<number> {
  const start = performance.now();
  await using server = await startPagekeep(place);
  const answer = await fetch(`${server.origin}/v3/webpages`, { headers: { Authorization: `Bearer ${token}` } });
  await answer.arrayBuffer();
  if (!answer.ok) throw new Error(`the first answer was ${answer.status}`);
  return performance.now() - start;
}
