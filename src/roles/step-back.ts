import { readdirSync, writeFileSync } from 'node:fs';
import { constants, getPriority, setPriority } from 'node:os';

/** Behind whoever answers readers, before the browsers. */
const STEP = constants.priority.PRIORITY_BELOW_NORMAL / 2;

/**
 * Puts this process, which leads a session, and whatever it starts behind the one that answers readers: thread by
 * thread, and, where Linux shares the CPU between sessions first ("autogroup"), as a session.
 */
export function stepBack(): void {
  const niceness = Math.min(getPriority() + STEP, constants.priority.PRIORITY_LOW);
  for (const thread of ownThreads()) {
    attempt(() => setPriority(thread, niceness));
  }
  attempt(() => writeFileSync('/proc/self/autogroup', String(constants.priority.PRIORITY_BELOW_NORMAL)));
}

/** On Linux each has a rank of its own. */
function ownThreads(): number[] {
  try {
    return readdirSync('/proc/self/task').map(Number);
  } catch {
    return [process.pid];
  }
}

function attempt(work: () => void): void {
  try {
    work();
  } catch {
    // The thread has ended, or this system knows no such thing.
  }
}
