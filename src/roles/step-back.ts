import { readdirSync, writeFileSync } from 'node:fs';
import { constants, getPriority, setPriority } from 'node:os';

/** Behind whoever answers readers, before the browsers. */
const STEP = constants.priority.PRIORITY_BELOW_NORMAL / 2;

/** Linux lets one session be ranked in a tenth of a second, whosever it is, and refuses the next, unless root asks. */
const RANKING_MS = 100;
const RANKINGS = 20;

/**
 * Puts this process, which leads a session, and whatever it starts behind the one that answers readers: thread by
 * thread, and, where Linux shares the CPU between sessions first ("autogroup"), as a session.
 */
export function stepBack(): void {
  const niceness = Math.min(getPriority() + STEP, constants.priority.PRIORITY_LOW);
  for (const thread of ownThreads()) {
    attempt(() => setPriority(thread, niceness));
  }
  insist(() => writeFileSync('/proc/self/autogroup', String(constants.priority.PRIORITY_BELOW_NORMAL)), RANKINGS);
}

/** On Linux each has a rank of its own. */
function ownThreads(): number[] {
  try {
    return readdirSync('/proc/self/task').map(Number);
  } catch {
    return [process.pid];
  }
}

/** Answers why it failed, which it may: the thread has ended, or this system knows no such thing. */
function attempt(work: () => void): string | undefined {
  try {
    work();
    return undefined;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code;
  }
}

/** Where it is only too early for it, again a little later. */
export function insist(work: () => void, times: number): void {
  if (attempt(work) === 'EAGAIN' && times > 1) setTimeout(insist, RANKING_MS * (1 + Math.random()), work, times - 1);
}
