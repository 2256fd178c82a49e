import type { TestContext } from 'node:test';

/** The effect of a corruption. */
export interface Outcome {
  /** The parts of the program that noticed it. */
  readonly noticedBy: readonly string[];
  /** Responses that were sent with status 200 although they differ from those of the intact archive. */
  readonly wrong?: number;
  /** No record and no file reads differently: the changed bytes are unused. */
  readonly harmless?: boolean;
}

/** Counts corruptions by their kind. */
export interface Tally {
  add(kind: string, outcome: Outcome): void;
  unnoticed(kind: string): number;
  /** Corruptions with a wrong response. */
  wrong(kind: string): number;
  print(t: TestContext): void;
}

interface Counts {
  caused: number;
  harmless: number;
  unnoticed: number;
  wrong: number;
  readonly by: Map<string, number>;
}

export function makeTally(): Tally {
  const kinds = new Map<string, Counts>();
  const countsOf = (kind: string): Counts =>
    kinds.get(kind) ?? { caused: 0, harmless: 0, unnoticed: 0, wrong: 0, by: new Map() };
  return {
    add(kind, { noticedBy, wrong = 0, harmless = false }) {
      const counts = countsOf(kind);
      kinds.set(kind, counts);
      counts.caused += 1;
      if (wrong > 0) counts.wrong += 1;
      if (noticedBy.length === 0) counts[harmless ? 'harmless' : 'unnoticed'] += 1;
      for (const each of noticedBy) counts.by.set(each, (counts.by.get(each) ?? 0) + 1);
    },
    unnoticed: (kind) => countsOf(kind).unnoticed,
    wrong: (kind) => countsOf(kind).wrong,
    print(t) {
      for (const [kind, { caused, harmless, unnoticed, wrong, by }] of kinds) {
        const noticed = [...by].map(([who, count]) => `${who} ${count}`).join(', ');
        const rest = `harmless ${harmless}, unnoticed ${unnoticed}, served changed ${wrong}`;
        t.diagnostic(`${kind.padEnd(40)} ${String(caused).padStart(4)} caused; noticed by: ${noticed || '-'}; ${rest}`);
      }
    },
  };
}
