interface Waiting {
  readonly cost: number;
  readonly start: () => void;
}

/** Runs works side by side as long as their costs fit into the budget, the others in the order in which they came. */
export class MemoryBudget {
  readonly #total: number;
  readonly #waiting: Waiting[] = [];
  #used = 0;

  constructor(total: number) {
    this.#total = total;
  }

  /** A work that costs more than the whole budget runs alone. */
  async use<Result>(cost: number, work: () => Promise<Result>): Promise<Result> {
    const counted = Math.min(cost, this.#total);
    await new Promise<void>((start) => {
      this.#waiting.push({ cost: counted, start });
      this.#startNext();
    });
    try {
      return await work();
    } finally {
      this.#used -= counted;
      this.#startNext();
    }
  }

  #startNext(): void {
    for (let next = this.#waiting[0]; next && this.#used + next.cost <= this.#total; next = this.#waiting[0]) {
      this.#waiting.shift();
      this.#used += next.cost;
      next.start();
    }
  }
}
