import { readdirSync } from 'node:fs';
import { familyOf, nodesOf, type Process } from '../processes.ts';
import { mebibytes, type Row } from '../report.ts';
import { median } from '../rounds.ts';

/** The resources that the program uses at one moment. */
export interface Sample {
  /** The elapsed share of the time, from 0 to 1. */
  readonly at: number;
  readonly nodeBytes: number;
  readonly browserBytes: number;
  readonly files: number;
  readonly processes: number;
  /** Process ids. */
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

/** Shares of the time. Before the first one, caches fill and browsers start. */
const TIMES = { beginning: [0.1, 0.3], middle: [0.4, 0.6], end: [0.8, 1] } as const;

/** Compares the medians of three periods. The end may exceed the beginning by at most a tenth. */
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
  // A zombie in one sample only is about to be reaped.
  const stuck = samples.filter(({ zombies }, index) =>
    zombies.some((pid) => samples[index - 1]?.zombies.includes(pid)),
  );
  return [
    row('memory of Node', ({ nodeBytes }) => nodeBytes, mebibytes),
    row('memory of the browsers', ({ browserBytes }) => browserBytes, mebibytes),
    row('open files of Node', ({ files }) => files, String),
    row('processes', ({ processes }) => processes, String),
    {
      work: 'samples with a zombie that the sample before had too',
      figure: String(stuck.length),
      against: `${samples.length} samples`,
      ratio: stuck.length,
      bar: { atMost: 0 },
    },
  ];
}
