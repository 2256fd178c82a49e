import { Problem } from '../domain/problem.ts';
import type { Webpage } from '../domain/webpage.ts';
import { readAddress } from '../domain/webpage.ts';
import { makeTrack, type TrackParts, type TrackWish, trackWebpages } from './track-webpages.ts';

export interface WebpageList extends TrackWish {
  /** One address to a line; empty lines do not count. */
  readonly lines: readonly string[];
  /** For a single address only: a list gets its names from the addresses. */
  readonly name: string | undefined;
  readonly keywords: readonly string[];
  /** Whether addresses that are tracked already are added once more. */
  readonly again: boolean;
}

interface RefusedLine {
  readonly line: string;
  readonly reason: string;
}

export interface AddedList {
  readonly added: readonly Webpage[];
  readonly refused: readonly RefusedLine[];
}

const MOST_LINES = 5000;

/**
 * Adds what is good of a list, and says of each other line what is wrong with it. Throws Problem('invalid') if what
 * holds for all of them is wrong: then nothing is added.
 */
export async function addWebpages(
  parts: TrackParts,
  owner: string,
  { lines, name, again, ...wish }: WebpageList,
  now: Date,
): Promise<AddedList> {
  const wanted = lines.map((line) => line.trim()).filter((line) => line !== '');
  if (wanted.length === 0) throw new Problem('invalid', 'At least one address is needed.');
  if (wanted.length > MOST_LINES) {
    throw new Problem('invalid', `The list has ${wanted.length} lines; at most ${MOST_LINES} are taken at once.`);
  }
  makeTrack(parts.sealingKey, '', wish);
  const refused: RefusedLine[] = [];
  const good = new Set<string>();
  for (const line of wanted) {
    try {
      const url = readAddress(withScheme(line));
      if (good.has(url)) throw new Problem('invalid', 'This address is in the list twice.');
      if (!again && (await parts.store.webpages.findByUrl(owner, url)).length > 0) {
        throw new Problem('invalid', 'This address is tracked already.');
      }
      good.add(url);
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      refused.push({ line, reason: error.message });
    }
  }
  const drafts = [...good].map((url) => ({ ...wish, url, name: wanted.length === 1 ? name : undefined }));
  const added = drafts.length === 0 ? [] : await trackWebpages(parts, owner, drafts, now);
  return { added, refused };
}

/** People write example.org and mean https://example.org. */
function withScheme(line: string): string {
  return /^[\p{L}\p{N}][\p{L}\p{N}.-]*\.\p{L}{2,}([:/?#]|$)/u.test(line) ? `https://${line}` : line;
}
