/** The owners with due pages are read again at the end of a round, if they are older than this. */
const ASK_MS = 1_000;

export interface RoundRobin {
  /** The next owner; undefined if no owner has due pages. */
  next(): Promise<string | undefined>;
  /** Skips an owner without a claimable page until the owners are read again. */
  passOver(owner: string): void;
}

/**
 * Serves owners in turn, regardless of the number of their pages. The query for owners with due pages costs more the
 * more owners there are, so several short rounds share one result. Each worker starts at a random owner, so that workers
 * do not compete for the pages of the same one.
 */
export function roundRobin(
  dueOwners: () => Promise<string[]>,
  { now, random }: { now: () => number; random: () => number },
): RoundRobin {
  let round: string[] = [];
  let at = 0;
  let askedAt = Number.NEGATIVE_INFINITY;

  async function ask(): Promise<void> {
    const owners = (await dueOwners()).toSorted();
    askedAt = now();
    const start = Math.floor(random() * owners.length);
    round = [...owners.slice(start), ...owners.slice(0, start)];
    at = 0;
  }

  return {
    async next() {
      if (at >= round.length) {
        if (round.length === 0 || now() - askedAt >= ASK_MS) await ask();
        at = 0;
      }
      const owner = round[at];
      at += 1;
      return owner;
    },
    passOver(owner) {
      const place = round.indexOf(owner);
      if (place === -1) return;
      round.splice(place, 1);
      if (place < at) at -= 1;
    },
  };
}
