import { crc32 } from 'node:zlib';
import { Recent } from '../domain/recent.ts';
import { type Rendered, toKeep } from './reply.ts';

const LIMIT_BYTES = 12 * 1024 * 1024;
const ASKED_ONCE = 8192;

/** Who asks for what, and the revision that they are to see. */
export interface Place {
  readonly owner: string;
  readonly url: string;
  readonly revision: number;
  /** What the place is found by. Another one can have the same. */
  readonly mark: number;
}

export function placeOf(owner: string, url: string, revision: number): Place {
  return { owner, url, revision, mark: crc32(url, revision >>> 0) | 0 };
}

interface Entry {
  readonly place: Place;
  readonly rendered: Rendered;
}

/**
 * Rendered records and lists, each good for one revision of what it shows. They are found by a number: a Map puts every
 * text that it is asked for among the names of the program, which takes a microsecond.
 */
export class ResponseCache {
  readonly #entries = new Recent<number, Entry>(
    LIMIT_BYTES,
    // Compressed forms come later and are about a fifth each; a rough weight is enough to bound the whole.
    ({ rendered }) => rendered.bytes * 1.5 + 500,
  );
  /** Marks of what was asked for; each pushes out the one that was in its place. */
  readonly #askedOnce = new Int32Array(ASKED_ONCE);

  get(place: Place): Rendered | undefined {
    const entry = this.#entries.get(place.mark);
    return entry && isSame(entry.place, place) ? entry.rendered : undefined;
  }

  /**
   * Keeps what is asked for a second time; what it answers is to be sent in any case. Whoever walks through a million
   * records asks for each page once: keeping those would push out what is asked for often, and every page that outlives
   * its request costs the garbage collector more than it took to make.
   */
  keep(place: Place, rendered: Rendered): Rendered {
    const { mark } = place;
    const at = mark & (ASKED_ONCE - 1);
    if (this.#askedOnce[at] !== mark) {
      this.#askedOnce[at] = mark;
      return rendered;
    }
    const kept = toKeep(rendered);
    this.#entries.set(mark, { place, rendered: kept });
    return kept;
  }
}

function isSame(one: Place, other: Place): boolean {
  return one.revision === other.revision && one.owner === other.owner && one.url === other.url;
}
