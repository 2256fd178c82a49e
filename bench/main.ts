import { parseArgs } from 'node:util';
import { apiPart } from './api/part.ts';
import { capturePart } from './capture/part.ts';
import { changesPart } from './changes/part.ts';
import { changesPagePart } from './changes-page/part.ts';
import { deliveriesPart } from './deliveries/part.ts';
import { fidelityPart } from './fidelity/part.ts';
import { fillPart } from './fill.ts';
import { loadTool } from './load.ts';
import { describeMachine } from './machine.ts';
import { managePart } from './manage/part.ts';
import { overloadPart } from './overload/part.ts';
import { passes, printRatio, printTable, type Row } from './report.ts';
import type { Effort, Part } from './rounds.ts';
import { schedulerPart } from './scheduler/part.ts';
import { fillTextPart, textPart } from './text/part.ts';
import { tilePart } from './tile/part.ts';

/**
 * npm run bench -- [PART …] [--quick] [--only MEASUREMENT] [--webpages N] [--refill]
 *
 * The bars hold for 1,000,000 webpages on a machine that does nothing else. A smaller archive, or --quick, gives a first
 * impression in minutes. Exits with 1 if a bar is missed.
 */
const PARTS: Readonly<Record<string, Part>> = {
  fill: fillPart,
  'fill-text': fillTextPart,
  api: apiPart,
  changes: changesPart,
  'changes-page': changesPagePart,
  tile: tilePart,
  capture: capturePart,
  fidelity: fidelityPart,
  scheduler: schedulerPart,
  deliveries: deliveriesPart,
  overload: overloadPart,
  manage: managePart,
  text: textPart,
};

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    quick: { type: 'boolean', default: false },
    only: { type: 'string' },
    webpages: { type: 'string' },
    refill: { type: 'boolean', default: false },
  },
});
const unknown = positionals.filter((name) => !Object.hasOwn(PARTS, name));
if (unknown.length > 0) {
  console.error(`Unknown part: ${unknown.join(', ')}. The parts are ${Object.keys(PARTS).join(', ')}.`);
  process.exit(2);
}

const effort: Effort = {
  webpages: Number(values.webpages ?? (values.quick ? 100_000 : 1_000_000)),
  rounds: values.quick ? 3 : 7,
  seconds: values.quick ? 1 : 2,
  captures: values.quick ? 10 : 20,
  only: values.only,
  refill: values.refill,
};
const rows: Row[] = [];
for (const [name, part] of Object.entries(PARTS)) {
  if (positionals.length > 0 && !positionals.includes(name)) continue;
  for await (const row of part(effort)) {
    rows.push(row);
    console.error(`${row.work}: ${printRatio(row)}`);
  }
}
console.log(describeMachine(loadTool().version));
console.log(printTable(rows));
process.exit(rows.every(passes) ? 0 : 1);
