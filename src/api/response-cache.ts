import { crc32 } from 'node:zlib';
import { Recent } from '../domain/recent.ts';
import { type Rendered, toKeep } from './reply.ts';

const LIMIT_BYTES = 12 * 1024 * 1024;
const ASKED_ONCE = 8192;

interface Entry {
  readonly key: string;
  readonly revision: number;
  readonly rendered: Rendered;
}

/**
 * Rendered records and lists, each good for one revision of what it shows. They are found by a number that is made of
 * their key: a Map puts every text that it is asked for among the names of the program, which takes a microsecond.
 */
export class ResponseCache {
  readonly #entries = new Recent<number, Entry>(
    LIMIT_BYTES,
    // Compressed forms come later and are about a fifth each; a rough weight is enough to bound the whole.
    ({ rendered }) => rendered.bytes * 1.5 + 500,
  );
  /** Marks of what was asked for; each pushes out the one that was in its place. */
  readonly #askedOnce = new Int32Array(ASKED_ONCE);

  get(key: string, revision: number): Rendered | undefined {
    const entry = this.#entries.get(markOf(key, revision));
    return entry?.key === key && entry.revision === revision ? entry.rendered : undefined;
  }

  /**
   * Keeps what is asked for a second time; what it answers is to be sent in any case. Whoever walks through a million
   * records asks for each page once: keeping those would push out what is asked for often, and every page that outlives
   * its request costs the garbage collector more than it took to make.
   */
  keep(key: string, revision: number, rendered: Rendered): Rendered {
    const mark = markOf(key, revision);
    const place = mark & (ASKED_ONCE - 1);
    if (this.#askedOnce[place] !== mark) {
      this.#askedOnce[place] = mark;
      return rendered;
    }
    const kept = toKeep(rendered);
    this.#entries.set(mark, { key, revision, rendered: kept });
    return kept;
  }
}

function markOf(key: string, revision: number): number {
  return crc32(key, revision % 2 ** 32) | 0;
}
