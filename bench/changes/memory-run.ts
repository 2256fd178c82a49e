import { readFile } from 'node:fs/promises';
import { openComparer } from '../../src/picture/compare/compare-pictures.ts';

/**
 * Compares two pictures in a thread, as the capture process does, and prints the memory of the process as JSON.
 * `node bench/changes/memory-run.ts BEFORE AFTER`
 */
const [older = '', newer = ''] = process.argv.slice(2);

/** Resident memory in bytes. */
export interface PeakMemory {
  readonly idle: number;
  readonly peak: number;
}

const comparer = openComparer();
const idle = process.memoryUsage.rss();
await comparer.compare(await readFile(older), await readFile(newer));
// The highest value since the process began, in KiB.
const peak = process.resourceUsage().maxRSS * 1024;
await comparer.close();
console.log(JSON.stringify({ idle, peak }));
