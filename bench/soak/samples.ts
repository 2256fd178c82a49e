import { readdirSync } from 'node:fs';
import { familyOf, readProcess } from '../capture/processes.ts';
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
  /** Ended, and not waited for. */
  readonly zombies: number;
}

export function sampleOf(pid: number, at: number): Sample {
  const family = familyOf(pid);
  return {
    at,
    nodeBytes: readProcess(pid)?.residentBytes ?? 0,
    browserBytes: family.reduce((sum, { residentBytes }) => sum + residentBytes, 0),
    files: readdirSync(`/proc/${pid}/fd`).length,
    processes: family.length,
    zombies: family.filter(({ state }) => state === 'Z').length,
  };
}

/** Parts of the time; before the first, caches and browsers fill up. */
const TIMES = { beginning: [0.1, 0.3], middle: [0.4, 0.6], end: [0.8, 1] } as const;

/** A twentieth of all samples may show what is just being waited for; a zombie that stays is in all of them. */
const PASSING = 0.05;

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
  const withZombies = samples.filter(({ zombies }) => zombies > 0).length / samples.length;
  const most = Math.max(...samples.map(({ zombies }) => zombies));
  return [
    row('memory of Node', ({ nodeBytes }) => nodeBytes, mebibytes),
    row('memory of the browsers', ({ browserBytes }) => browserBytes, mebibytes),
    row('open files of Node', ({ files }) => files, String),
    row('processes', ({ processes }) => processes, String),
    {
      work: 'samples with a zombie',
      figure: `${Math.round(withZombies * 100)} %, at most ${most}`,
      against: 'all',
      ratio: withZombies,
      bar: { atMost: PASSING },
    },
  ];
}
