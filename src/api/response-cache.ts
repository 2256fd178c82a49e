import { crc32 } from 'node:zlib';
import { Recent } from '../domain/recent.ts';
import { type Rendered, toKeep } from './reply.ts';

const LIMIT_BYTES = 12 * 1024 * 1024;
const ASKED_ONCE = 8192;

/** Rendered records and lists, each good for one revision of what it shows. */
export class ResponseCache {
  readonly #entries = new Recent<string, { revision: number; rendered: Rendered }>(
    LIMIT_BYTES,
    // Compressed forms come later and are about a fifth each; a rough weight is enough to bound the whole.
    ({ rendered }) => rendered.bytes * 1.5 + 500,
  );
  /** Marks of what was asked for; each pushes out the one that was in its place. */
  readonly #askedOnce = new Int32Array(ASKED_ONCE);

  get(key: string, revision: number): Rendered | undefined {
    const entry = this.#entries.get(key);
    return entry?.revision === revision ? entry.rendered : undefined;
  }

  /**
   * Keeps what is asked for a second time; what it answers is to be sent in any case. Whoever walks through a million records asks for each page once: keeping
   * those would push out what is asked for often, and every page that outlives its request costs the garbage collector
   * more than it took to make.
   */
  keep(key: string, revision: number, rendered: Rendered): Rendered {
    const mark = crc32(key, revision % 2 ** 32) | 0;
    const place = mark & (ASKED_ONCE - 1);
    if (this.#askedOnce[place] !== mark) {
      this.#askedOnce[place] = mark;
      return rendered;
    }
    const kept = toKeep(rendered);
    this.#entries.set(key, { revision, rendered: kept });
    return kept;
  }
}
