import { Problem } from '../domain/problem.ts';

/** `known`: the browser has signed in before. Its attempts run before those of unknown browsers and have a separate limit. */
export type Lane = 'known' | 'stranger';

export interface PasswordQueue {
  /** Throws Problem('unavailable') before it begins the work if all places of the lane are taken. */
  run<T>(lane: Lane, work: () => Promise<T>): Promise<T>;
}

const RETRY_AFTER_SECONDS = 5;

/** Runs one task after the other. Each lane has a bounded number of waiting tasks. */
export function makePasswordQueue(places: number): PasswordQueue {
  const waiting: Record<Lane, (() => void)[]> = { known: [], stranger: [] };
  let isBusy = false;

  function next(): void {
    const begin = waiting.known.shift() ?? waiting.stranger.shift();
    if (begin) begin();
    else isBusy = false;
  }

  return {
    async run(lane, work) {
      if (isBusy) {
        if (waiting[lane].length >= places) throw tooBusy();
        await new Promise<void>((resolve) => waiting[lane].push(resolve));
      }
      isBusy = true;
      try {
        return await work();
      } finally {
        next();
      }
    },
  };
}

function tooBusy(): Problem {
  const message = `Too many people are signing in at the moment. Try again in ${RETRY_AFTER_SECONDS} seconds.`;
  return new Problem('unavailable', message, { retryAfter: RETRY_AFTER_SECONDS });
}

/** An attempt takes about 30 ms of a core, so the last of 16 waits half a second. */
const PLACES = 16;

/** All attempts of this process that verify or hash a password. derive-key.ts has one thread for them. */
export const passwordQueue = makePasswordQueue(PLACES);
