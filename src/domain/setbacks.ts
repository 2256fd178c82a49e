interface Setback {
  readonly pauseMs: number;
  readonly until: number;
}

// An image store that was away is back after minutes; a bad sector is mended after days, or never.
const PAUSE = { firstMs: 600_000, longestMs: 86_400_000 };
const REST = { firstMs: 1_000, longestMs: 60_000 };

/**
 * Remembers what failed, for as long as the process runs. Each is tried again after a pause that grows; and while one
 * after the other fails, as they do when the image store is away, all of them rest, longer each time.
 */
export class Setbacks {
  readonly #putOff = new Map<string, Setback>();
  #rest: Setback | undefined;

  isResting(now: Date): boolean {
    return isAhead(this.#rest, now);
  }

  isPutOff(id: string, now: Date): boolean {
    return isAhead(this.#putOff.get(id), now);
  }

  failed(id: string, now: Date): 'first' | 'again' {
    const before = this.#putOff.get(id);
    this.#putOff.set(id, longer(PAUSE, before, now));
    this.#rest = longer(REST, this.#rest, now);
    return before ? 'again' : 'first';
  }

  succeeded(id: string): void {
    this.#putOff.delete(id);
    this.#rest = undefined;
  }
}

function isAhead(setback: Setback | undefined, now: Date): boolean {
  return setback !== undefined && now.getTime() < setback.until;
}

function longer({ firstMs, longestMs }: typeof PAUSE, before: Setback | undefined, now: Date): Setback {
  const pauseMs = before ? Math.min(2 * before.pauseMs, longestMs) : firstMs;
  return { pauseMs, until: now.getTime() + pauseMs };
}
