import { parseArgs } from 'node:util';
import { simulate } from './simulation.ts';

/**
 * node bench/scheduler/main.ts [--pages 1000000] [--accounts 1000] [--seconds 30] [--workers 10]
 *
 * Measures the capture queue against 1,000,000 captures per hour, without browsers.
 */
const { values } = parseArgs({
  options: {
    pages: { type: 'string', default: '1000000' },
    accounts: { type: 'string', default: '1000' },
    seconds: { type: 'string', default: '30' },
    workers: { type: 'string', default: '10' },
  },
});
const { details } = await simulate({
  pages: Number(values.pages),
  accounts: Number(values.accounts),
  seconds: Number(values.seconds),
  workers: Number(values.workers),
});
console.log(details.join('\n'));
