import { readdirSync } from 'node:fs';
import { familyOf, nodesOf, type Process } from '../processes.ts';
import { mebibytes, type Row } from '../report.ts';
import { median } from '../rounds.ts';

/** What the program holds at one moment. */
export interface Sample {
  /** How much of the whole time had passed, from 0 to 1. */
  readonly at: number;
  readonly nodeBytes: number;
  readonly browserBytes: number;
  readonly files: number;
  readonly processes: number;
  /** The numbers of those that have ended and were not waited for. */
  readonly zombies: readonly number[];
}

export function sampleOf(pid: number, at: number): Sample {
  const family = familyOf(pid);
  const nodes = nodesOf(pid);
  const isNode = new Set(nodes.map((node) => node.pid));
  const browsers = family.filter((each) => !isNode.has(each.pid));
  return {
    at,
    nodeBytes: residentBytes(nodes),
    browserBytes: residentBytes(browsers),
    files: nodes.reduce((sum, node) => sum + readdirSync(`/proc/${node.pid}/fd`).length, 0),
    processes: family.length,
    zombies: family.filter(({ state }) => state === 'Z').map(({ pid: each }) => each),
  };
}

const residentBytes = (processes: readonly Process[]) =>
  processes.reduce((sum, process) => sum + process.residentBytes, 0);

/** Parts of the time; before the first, caches and browsers fill up. */
const TIMES = { beginning: [0.1, 0.3], middle: [0.4, 0.6], end: [0.8, 1] } as const;

/** The medians of the three times side by side; the end must not be more than the beginning by a tenth. */
export function flatness(samples: readonly Sample[]): Row[] {
  const during = ([from, to]: readonly [number, number], of: (sample: Sample) => number) =>
    median(samples.filter(({ at }) => at >= from && at <= to).map(of));
  const row = (work: string, of: (sample: Sample) => number, show: (value: number) => string): Row => {
    const [beginning, middle, end] = [TIMES.beginning, TIMES.middle, TIMES.end].map((time) => during(time, of));
    return {
      work: `${work} at the end, against the middle and the beginning`,
      figure: show(end ?? 0),
      against: `${show(middle ?? 0)}, ${show(beginning ?? 0)}`,
      ratio: (end ?? 0) / (beginning ?? 1),
      bar: { atMost: 1.1 },
    };
  };
  // One that is seen twice was not just about to be waited for.
  const stuck = samples.filter(({ zombies }, index) =>
    zombies.some((pid) => samples[index - 1]?.zombies.includes(pid)),
  );
  return [
    row('memory of Node', ({ nodeBytes }) => nodeBytes, mebibytes),
    row('memory of the browsers', ({ browserBytes }) => browserBytes, mebibytes),
    row('open files of Node', ({ files }) => files, String),
    row('processes', ({ processes }) => processes, String),
    {
      work: 'samples with a zombie that was there before',
      figure: String(stuck.length),
      against: `${samples.length} samples`,
      ratio: stuck.length,
      bar: { atMost: 0 },
    },
  ];
}
