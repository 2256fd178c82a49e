import type { ChangeSettings } from '../domain/change.ts';
import { readChangeSettings } from '../domain/change-settings.ts';
import { counted } from '../domain/counted.ts';
import { Problem } from '../domain/problem.ts';
import { type View, viewLabel } from '../domain/view.ts';
import type { Webpage } from '../domain/webpage.ts';
import { readAddress } from '../domain/webpage.ts';
import { type CaptureSettings, makeScheduleDraft, type ScheduleParts, trackWebpages } from './track-webpages.ts';
import { type FindTracked, trackedViews } from './tracked-views.ts';

export interface WebpageList extends CaptureSettings {
  /** One address per line; empty lines are ignored. */
  readonly lines: readonly string[];
  /** Each address becomes a webpage for each view. */
  readonly views: readonly View[];
  /** Used only if there is a single URL; webpages of a list are named after their URLs. */
  readonly name: string | undefined;
  readonly keywords: readonly string[];
  readonly changeSettings: ChangeSettings;
  /** Whether views that are already tracked are added again. */
  readonly allowDuplicates: boolean;
}

interface RefusedLine {
  readonly line: string;
  readonly reason: string;
  /** The id of the webpage that is this view already. */
  readonly tracked: string | undefined;
}

export interface AddedList {
  readonly added: readonly Webpage[];
  readonly refused: readonly RefusedLine[];
}

/** Lines of a list, and webpages that one list adds. */
const MOST_ADDED = 5000;
/** Characters that the settings of one list may take in all its webpages. */
const MOST_SHARED = 20_000_000;

/**
 * Adds the valid lines of a list and returns the other lines with a reason each. Throws Problem('invalid') and adds
 * nothing if a setting that all lines share is invalid.
 */
export async function addWebpages(
  parts: ScheduleParts,
  owner: string,
  { lines, views, name, allowDuplicates, ...settings }: WebpageList,
  now: Date,
): Promise<AddedList> {
  const wanted = lines.map((line) => line.trim()).filter((line) => line !== '');
  checkNumbers(wanted, views);
  // Throws if the shared settings are invalid.
  makeScheduleDraft(parts.sealingKey, '', settings);
  readChangeSettings(settings.changeSettings);
  checkShared(settings, wanted.length * views.length);
  const read = wanted.map(readLineOf);
  const urls = read.flatMap((line) => ('url' in line ? [line.url] : []));
  const find = allowDuplicates ? () => undefined : await trackedViews(parts.store, owner, urls);
  const chosen = chooseLines(read, views, find);
  const drafts = chosen.fresh.map(({ url, view }) => ({
    ...settings,
    options: { ...settings.options, ...view },
    url,
    name: wanted.length === 1 ? name : undefined,
  }));
  const added = drafts.length === 0 ? [] : await trackWebpages(parts, owner, drafts, now);
  return { added, refused: chosen.refused };
}

function checkNumbers(lines: readonly string[], views: readonly View[]): void {
  if (lines.length === 0) throw new Problem('invalid', 'Enter at least one address.');
  if (views.length === 0) throw new Problem('invalid', 'Choose at least one view.');
  if (lines.length > MOST_ADDED) {
    throw new Problem('invalid', `The list has ${lines.length} lines. At most ${MOST_ADDED} can be added at once.`);
  }
  const webpages = lines.length * views.length;
  if (webpages > MOST_ADDED) {
    throw new Problem(
      'invalid',
      `${lines.length} ${lines.length === 1 ? 'address' : 'addresses'} in ${counted(views.length, 'view')} are ${webpages} webpages. At most ${MOST_ADDED} can be added at once.`,
    );
  }
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

interface ReadLine {
  readonly line: string;
  readonly url: string;
}

function readLineOf(line: string): ReadLine | RefusedLine {
  try {
    return { line, url: readAddress(line) };
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    return { line, reason: error.message, tracked: undefined };
  }
}

interface Chosen {
  readonly fresh: { readonly url: string; readonly view: View }[];
  readonly refused: RefusedLine[];
}

/** Leaves out what is tracked already, and repeated lines. */
function chooseLines(read: readonly (ReadLine | RefusedLine)[], views: readonly View[], find: FindTracked): Chosen {
  const chosen: Chosen = { fresh: [], refused: [] };
  const seen = new Set<string>();
  for (const each of read) {
    if ('reason' in each) {
      chosen.refused.push(each);
      continue;
    }
    const { line, url } = each;
    const known = views.flatMap((view) => find(url, view) ?? []);
    if (seen.has(url)) {
      chosen.refused.push({ line, reason: 'This address is more than once in the list.', tracked: undefined });
    } else {
      const fresh = views.filter((view) => find(url, view) === undefined);
      chosen.fresh.push(...fresh.map((view) => ({ url, view })));
      const [first] = known;
      if (first) chosen.refused.push({ line, reason: trackedReason(known, fresh), tracked: first.webpageId });
    }
    seen.add(url);
  }
  return chosen;
}

function trackedReason(known: readonly { readonly options: View }[], fresh: readonly View[]): string {
  const labels = new Intl.ListFormat('en-GB').format(known.map(({ options }) => `“${viewLabel(options)}”`));
  return `This address is already tracked as ${labels}.${fresh.length > 0 ? ' The other views were added.' : ''}`;
}
