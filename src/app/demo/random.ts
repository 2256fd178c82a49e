import { hash } from 'node:crypto';

/** A deterministic pseudorandom generator, seeded by a label. sfc32: passes PractRand and needs 16 bytes. */
export class Random {
  #a: number;
  #b: number;
  #c: number;
  #counter = 1;

  constructor(...label: readonly (string | number)[]) {
    const seed = hash('sha256', JSON.stringify(label), 'buffer');
    this.#a = seed.readInt32LE(0);
    this.#b = seed.readInt32LE(4);
    this.#c = seed.readInt32LE(8);
  }

  /** 32 bits, as an unsigned number. */
  bits(): number {
    const sum = (this.#a + this.#b + this.#counter) | 0;
    this.#counter = (this.#counter + 1) | 0;
    this.#a = this.#b ^ (this.#b >>> 9);
    this.#b = (this.#c + (this.#c << 3)) | 0;
    this.#c = (((this.#c << 21) | (this.#c >>> 11)) + sum) | 0;
    return sum >>> 0;
  }

  /** From 0 (inclusive) to 1 (exclusive). */
  fraction(): number {
    return this.bits() / 2 ** 32;
  }

  /** An integer, both bounds inclusive. */
  between(low: number, high: number): number {
    return low + Math.floor(this.fraction() * (high - low + 1));
  }

  chance(probability: number): boolean {
    return this.fraction() < probability;
  }

  pick<T>(choices: readonly T[]): T {
    return choices[this.between(0, choices.length - 1)] as T;
  }

  /** Distinct choices in random order. */
  some<T>(choices: readonly T[], count: number): T[] {
    const left = [...choices];
    return Array.from({ length: Math.min(count, left.length) }, () => {
      const [taken] = left.splice(this.between(0, left.length - 1), 1);
      return taken as T;
    });
  }

  /** Pareto-distributed, at least 1. A smaller exponent makes large values more frequent. */
  skewed(exponent: number): number {
    return (1 - this.fraction()) ** (-1 / exponent);
  }

  /** A UUIDv7 of this time. */
  identifier(at: number): string {
    const time = at.toString(16).padStart(12, '0');
    const variant = (0x8000 | (this.bits() & 0x3fff)).toString(16);
    return `${time.slice(0, 8)}-${time.slice(8)}-7${this.#hex(3)}-${variant}-${this.#hex(6)}${this.#hex(6)}`;
  }

  #hex(digits: number): string {
    return (this.bits() >>> (32 - 4 * digits)).toString(16).padStart(digits, '0');
  }
}
