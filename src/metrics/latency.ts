/** Upper bounds in seconds: from an answer out of memory to one that a person gives up on. */
const BOUNDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];
const CLASSES = ['1xx', '2xx', '3xx', '4xx', '5xx'] as const;

/**
 * How long answers took, by the class of their status. prom-client makes a text of the labels at every observation,
 * which costs more than finding the answer; here it is two additions, and the text is made when someone asks for it.
 */
export class Latency {
  readonly #counts = CLASSES.map(() => new Float64Array(BOUNDS.length + 1));
  readonly #sums = new Float64Array(CLASSES.length);

  observe(status: number, seconds: number): void {
    const which = Math.floor(status / 100) - 1;
    const counts = this.#counts[which];
    if (!counts) return;
    let bucket = 0;
    while (bucket < BOUNDS.length && seconds > (BOUNDS[bucket] as number)) bucket += 1;
    counts[bucket] = (counts[bucket] ?? 0) + 1;
    this.#sums[which] = (this.#sums[which] ?? 0) + seconds;
  }

  /** In the text format of Prometheus. */
  text(name: string, help: string): string {
    const lines = [`# HELP ${name} ${help}`, `# TYPE ${name} histogram`];
    for (const [index, status] of CLASSES.entries()) {
      const counts = this.#counts[index] ?? [];
      let total = 0;
      for (const [bucket, bound] of [...BOUNDS, '+Inf'].entries()) {
        total += counts[bucket] ?? 0;
        lines.push(`${name}_bucket{status="${status}",le="${bound}"} ${total}`);
      }
      lines.push(`${name}_sum{status="${status}"} ${this.#sums[index]}`, `${name}_count{status="${status}"} ${total}`);
    }
    return `${lines.join('\n')}\n`;
  }
}
