/** How many requests are let in at once. */
export interface Crowd {
  /** Whether one more is let in. */
  enter(): boolean;
  /** It took that long; one that was broken off says nothing. */
  leave(tookMs: number | undefined): void;
}

const IN_TIME_FOR_ONE_MORE = 10;

/**
 * At most so many, and fewer while answers are late, because then those inside only wait for each other: one less for
 * each late answer, one more for ten in time, and never fewer than `least`. So a crowd that comes at once is let in,
 * and one that keeps coming is held to what can be answered in time.
 */
export function makeCrowd({ most, least, inTimeMs }: { most: number; least: number; inTimeMs: number }): Crowd {
  let inside = 0;
  let room = most;
  let inTime = 0;
  return {
    enter() {
      if (inside >= room) return false;
      inside += 1;
      return true;
    },
    leave(tookMs) {
      inside -= 1;
      if (tookMs === undefined) return;
      if (tookMs > inTimeMs) {
        room = Math.max(Math.min(least, most), room - 1);
        return;
      }
      inTime += 1;
      if (inTime < IN_TIME_FOR_ONE_MORE) return;
      inTime = 0;
      room = Math.min(most, room + 1);
    },
  };
}
