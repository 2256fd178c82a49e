import { Recent } from '../domain/recent.ts';
import type { Rendered } from './reply.ts';

const LIMIT_BYTES = 24 * 1024 * 1024;

/** Rendered lists, each good for one revision of its collection. */
export class ResponseCache {
  readonly #entries = new Recent<string, { revision: number; rendered: Rendered }>(
    LIMIT_BYTES,
    // Compressed forms come later and are about a fifth each; a rough weight is enough to bound the whole.
    ({ rendered }) => rendered.body.length * 1.5 + 500,
  );

  get(key: string, revision: number): Rendered | undefined {
    const entry = this.#entries.get(key);
    return entry?.revision === revision ? entry.rendered : undefined;
  }

  set(key: string, revision: number, rendered: Rendered): void {
    this.#entries.set(key, { revision, rendered });
  }
}
