/** Whether there is such a process, be it only one that nobody has reaped yet. */
export function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
