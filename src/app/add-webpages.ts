import type { ChangeSettings } from '../domain/change.ts';
import { readChangeSettings } from '../domain/change-settings.ts';
import { Problem } from '../domain/problem.ts';
import type { Webpage } from '../domain/webpage.ts';
import { readAddress } from '../domain/webpage.ts';
import { type CaptureSettings, makeScheduleDraft, type TrackParts, trackWebpages } from './track-webpages.ts';

export interface WebpageList extends CaptureSettings {
  /** One address per line; empty lines are ignored. */
  readonly lines: readonly string[];
  /** Used only if there is a single URL; webpages of a list are named after their URLs. */
  readonly name: string | undefined;
  readonly keywords: readonly string[];
  readonly changeSettings: ChangeSettings;
  /** Whether URLs that are already tracked are added again. */
  readonly allowDuplicates: boolean;
}

interface RefusedLine {
  readonly line: string;
  readonly reason: string;
  /** The id of the webpage that has this URL already. */
  readonly tracked: string | undefined;
}

export interface AddedList {
  readonly added: readonly Webpage[];
  readonly refused: readonly RefusedLine[];
}

const MAX_LINES = 5000;
/** Characters that the settings of one list may take in all its webpages. */
const MOST_SHARED = 20_000_000;

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
  if (wanted.length === 0) throw new Problem('invalid', 'Enter at least one address.');
  if (wanted.length > MAX_LINES) {
    throw new Problem('invalid', `The list has ${wanted.length} lines. At most ${MAX_LINES} can be added at once.`);
  }
  // Throws if the shared settings are invalid.
  makeScheduleDraft(parts.sealingKey, '', settings);
  readChangeSettings(settings.changeSettings);
  checkShared(settings, wanted.length);
  const refused: RefusedLine[] = [];
  const valid = new Set<string>();
  for (const line of wanted) {
    const read = readLineOf(line);
    if ('reason' in read) {
      refused.push(read);
      continue;
    }
    const { url } = read;
    const [known] = allowDuplicates ? [] : await parts.store.webpages.findByUrl(owner, url);
    if (known) refused.push({ line, reason: 'This address is already tracked.', tracked: known.id });
    else if (valid.has(url))
      refused.push({ line, reason: 'This address is more than once in the list.', tracked: undefined });
    else valid.add(url);
  }
  const drafts = [...valid].map((url) => ({ ...settings, url, name: wanted.length === 1 ? name : undefined }));
  const added = drafts.length === 0 ? [] : await trackWebpages(parts, owner, drafts, now);
  return { added, refused };
}

/** Each webpage stores the settings that the form has once. */
function checkShared(
  { options, keywords, changeSettings }: Pick<WebpageList, 'options' | 'keywords' | 'changeSettings'>,
  webpages: number,
): void {
  const length = JSON.stringify([options, keywords, changeSettings]).length;
  if (length * webpages <= MOST_SHARED) return;
  throw new Problem(
    'invalid',
    `The settings have ${length} characters, and each webpage stores them. At most ${Math.floor(MOST_SHARED / length)} webpages can be added with them at once.`,
  );
}

function readLineOf(line: string): { readonly url: string } | RefusedLine {
  try {
    return { url: readAddress(line) };
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    return { line, reason: error.message, tracked: undefined };
  }
}
