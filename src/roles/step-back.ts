import { readlinkSync } from 'node:fs';
import { constants, getPriority, setPriority } from 'node:os';

/** Behind whoever answers readers, before the browsers. */
const STEP = constants.priority.PRIORITY_BELOW_NORMAL / 2;

/**
 * Puts the thread that calls it, and what it starts, behind the others of its process: on Linux each has a rank of its
 * own. While captures kept every core busy, the slowest answers took two thirds of the time.
 */
export function stepBack(): void {
  try {
    const thread = Number(readlinkSync('/proc/thread-self').split('/').at(-1));
    setPriority(thread, Math.min(getPriority() + STEP, constants.priority.PRIORITY_LOW));
  } catch {
    // This system ranks no threads.
  }
}
