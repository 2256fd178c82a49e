import { mebibytes, type Row } from '../report.ts';
import type { Effort } from '../rounds.ts';
import { runAlone } from './alone.ts';
import type { Mark } from './soak-run.ts';

/** Checks that memory, open files and processes do not grow over many captures. */
export async function* soak(effort: Effort, origin: string): AsyncIterable<Row> {
  const [from, to] = effort.captures >= 20 ? [50, 300] : [50, 150];
  const soaked = await runAlone<{ early: Mark; late: Mark; left: number }>(
    'soak-run.ts',
    origin,
    String(from),
    String(to),
  );
  const { early, late, left } = soaked;
  const row = (work: string, of: (mark: Mark) => number, show: (value: number) => string, atMost: number): Row => ({
    work: `${work} from capture ${from} to capture ${to}`,
    figure: show(of(late)),
    against: show(of(early)),
    ratio: of(late) / of(early),
    bar: { atMost },
  });
  yield row('memory with the browsers', (mark) => mark.nodeBytes + mark.browserBytes, mebibytes, 1.1);
  yield row('memory of Node alone', ({ nodeBytes }) => nodeBytes, mebibytes, 1.1);
  yield row('open files', ({ files }) => files, String, 1.1);
  yield row('processes', ({ processes }) => processes, String, 1.1);
  yield { work: 'processes left at the end', figure: String(left), against: 'none', ratio: left, bar: { atMost: 0 } };
}
