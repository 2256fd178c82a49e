import { setTimeout as delay } from 'node:timers/promises';
import { familyOf, type Process, readProcess } from './processes.ts';

/**
 * Watches, from outside, how much CPU a process takes and how much its family does, until standard input ends; then
 * prints both. Renderers live for a second, so each is looked at often. `node bench/capture/watch-cpu.ts PID EXCEPT`
 */
const [root = 0, except = 0] = process.argv.slice(2).map(Number);
const EVERY_MS = 40;

const first = new Map<number, number>();
const last = new Map<number, number>();
const look = (processes: readonly Process[], fresh: boolean) => {
  for (const { pid, cpuSeconds } of processes) {
    if (!first.has(pid)) first.set(pid, fresh ? 0 : cpuSeconds);
    last.set(pid, cpuSeconds);
  }
};
const all = () => [readProcess(root), ...familyOf(root, [except, process.pid])].filter((each) => each !== undefined);

let watching = true;
process.stdin.once('end', () => {
  watching = false;
});
process.stdin.resume();
look(all(), false);
process.stdout.write('watching\n');
while (watching) {
  await delay(EVERY_MS);
  look(all(), true);
}
const used = (pid: number) => (last.get(pid) ?? 0) - (first.get(pid) ?? 0);
const family = [...last.keys()].filter((pid) => pid !== root).reduce((sum, pid) => sum + used(pid), 0);
process.stdout.write(JSON.stringify({ own: used(root), family }));
