const VOCABULARY = 50_000;
const RARE_WORDS = 200;
const MATCHES_OF_RARE_WORD = 8;
const WORDS_OF_PASSAGE = 12;

/** The n-th most frequent word. */
export const wordAt = (rank: number) => `w${rank.toString(36)}`;
export const rareWordAt = (number: number) => `rare${number % RARE_WORDS}`;

/** Writes passages. The n-th most frequent word occurs a n-th as often as the first, as in a natural language. */
export function passageWriter(random: () => number, passages: number): () => string {
  const draw = zipf(random);
  const rareShare = (RARE_WORDS * MATCHES_OF_RARE_WORD) / passages;
  return () => {
    const words = Array.from({ length: WORDS_OF_PASSAGE }, () => wordAt(draw()));
    if (random() < rareShare) words[0] = rareWordAt(Math.floor(random() * RARE_WORDS));
    return words.join(' ');
  };
}

function zipf(random: () => number): () => number {
  const sums = new Float64Array(VOCABULARY);
  let sum = 0;
  for (let rank = 0; rank < VOCABULARY; rank += 1) {
    sum += 1 / (rank + 1);
    sums[rank] = sum;
  }
  return () => {
    const wanted = random() * sum;
    let [low, high] = [0, VOCABULARY - 1];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((sums[middle] ?? 0) < wanted) low = middle + 1;
      else high = middle;
    }
    return low;
  };
}

/** Mulberry32. */
export function randomOf(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}
