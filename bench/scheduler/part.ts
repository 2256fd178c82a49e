import { perSecond, type Row } from '../report.ts';
import type { Effort } from '../rounds.ts';
import { simulate } from './simulation.ts';

/** Measures the capture queue against 1,000,000 captures per hour, without browsers. Details go to standard error. */
export async function* schedulerPart({ webpages, seconds }: Effort): AsyncIterable<Row> {
  const { rate, needed, details } = await simulate({
    pages: webpages,
    accounts: 1_000,
    seconds: 10 * seconds,
    workers: 10,
  });
  console.error(details.join('\n'));
  yield {
    work: `queue, ${webpages.toLocaleString('en')} pages due: captures claimed and recorded`,
    figure: perSecond(rate),
    against: `1,000,000 per hour: ${perSecond(needed)}`,
    ratio: rate / needed,
    bar: { atLeast: 1 },
  };
}
