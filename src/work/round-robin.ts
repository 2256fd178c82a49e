/** Owners with due work are asked for anew after this time, at the latest when each had its turn. */
const ASK_MS = 1_000;

export interface RoundRobin {
  /** Whose turn it is; undefined if nobody has work. */
  next(): Promise<string | undefined>;
  /** This owner's turn gave nothing, so it need not come again before they are asked for anew. */
  passOver(owner: string): void;
}

/**
 * Serves owners in turn, whoever has how many pages. Which of them have work is a question that costs as much as there
 * are owners, so with few of them, whose round is over in no time, several rounds are made before it is asked again.
 * Each worker begins where chance puts it: otherwise all would stand in line at the same owner.
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
