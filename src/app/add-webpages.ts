import { Problem } from '../domain/problem.ts';
import type { Webpage } from '../domain/webpage.ts';
import { readAddress } from '../domain/webpage.ts';
import { type CaptureSettings, makeScheduleDraft, type TrackParts, trackWebpages } from './track-webpages.ts';

export interface WebpageList extends CaptureSettings {
  /** One URL per line; empty lines are ignored. */
  readonly lines: readonly string[];
  /** Used only if there is a single URL; webpages of a list are named after their URLs. */
  readonly name: string | undefined;
  readonly keywords: readonly string[];
  /** Whether URLs that are already tracked are added again. */
  readonly allowDuplicates: boolean;
}

interface RefusedLine {
  readonly line: string;
  readonly reason: string;
}

export interface AddedList {
  readonly added: readonly Webpage[];
  readonly refused: readonly RefusedLine[];
}

const MAX_LINES = 5000;

/**
 * Adds the valid lines of a list and returns the other lines with a reason each. Throws Problem('invalid') and adds
 * nothing if a setting that all lines share is invalid.
 */
export async function addWebpages(
  parts: TrackParts,
  owner: string,
  { lines, name, allowDuplicates, ...settings }: WebpageList,
  now: Date,
): Promise<AddedList> {
  const wanted = lines.map((line) => line.trim()).filter((line) => line !== '');
  if (wanted.length === 0) throw new Problem('invalid', 'Enter at least one URL.');
  if (wanted.length > MAX_LINES) {
    throw new Problem('invalid', `The list has ${wanted.length} lines. At most ${MAX_LINES} can be added at once.`);
  }
  // Throws if the shared settings are invalid.
  makeScheduleDraft(parts.sealingKey, '', settings);
  const refused: RefusedLine[] = [];
  const valid = new Set<string>();
  for (const line of wanted) {
    try {
      const url = readAddress(line);
      if (valid.has(url)) throw new Problem('invalid', 'This URL is more than once in the list.');
      if (!allowDuplicates && (await parts.store.webpages.findByUrl(owner, url)).length > 0) {
        throw new Problem('invalid', 'This URL is already tracked.');
      }
      valid.add(url);
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      refused.push({ line, reason: error.message });
    }
  }
  const drafts = [...valid].map((url) => ({ ...settings, url, name: wanted.length === 1 ? name : undefined }));
  const added = drafts.length === 0 ? [] : await trackWebpages(parts, owner, drafts, now);
  return { added, refused };
}
