import type { Store } from '../domain/ports/store.ts';
import { Problem } from '../domain/problem.ts';
import { MOST_WATCH_WORDS, readWatchWords } from '../domain/watch-words.ts';
import type { Webpage } from '../domain/webpage.ts';
import { recordWebpage } from './record-webpage.ts';

const AT_ONCE = 100;
const MOST = 1_000;

/**
 * Adds the watch words to those of all webpages that a site has now, or removes theirs if none are given. Other settings
 * stay. The evaluator applies the words to stored changes. Returns the number of webpages. Throws Problem('invalid') and
 * changes nothing for invalid words, for a larger site, and if a webpage would have too many watch words.
 */
export async function watchSite(
  { store }: { readonly store: Store },
  owner: string,
  { groupName }: Webpage,
  lines: readonly string[],
): Promise<number> {
  const added = readWatchWords(lines);
  const filter = { words: [], site: groupName, keyword: undefined, status: undefined };
  const ids = new Set<string>();
  for (let page = 1; ; page += 1) {
    const state = await store.webpages.state(owner);
    const request = { filter, sort: 'added', changedSince: '', page, limit: AT_ONCE } as const;
    const { webpages, count } = await store.gallery.find(owner, state, request);
    if (count > MOST) {
      throw new Problem(
        'invalid',
        `${groupName} has more than ${MOST} webpages. Use the command line for each of them.`,
      );
    }
    for (const { id, url } of webpages) {
      const { watchWords } = await store.changes.settings(owner, id);
      checkNumber(url, together(watchWords, added));
      ids.add(id);
    }
    if (webpages.length < AT_ONCE) break;
  }
  for (const id of ids) {
    await store.transaction(async (tx) => {
      if (!(await tx.webpages.find(owner, id))) return;
      const { watchWords: own, ...others } = await tx.changes.settings(owner, id);
      const watchWords = together(own, added);
      await tx.changes.setSettings(owner, id, { ...others, ...(watchWords.length > 0 && { watchWords }) });
      await recordWebpage(tx, 'change-settings-changed', owner, id);
    });
  }
  return ids.size;
}

function together(own: readonly string[] = [], added: readonly string[]): string[] {
  return added.length === 0 ? [] : [...new Set([...own, ...added])];
}

function checkNumber(url: string, watchWords: readonly string[]): void {
  if (watchWords.length <= MOST_WATCH_WORDS) return;
  throw new Problem(
    'invalid',
    `${url} would have ${watchWords.length} watch words; at most ${MOST_WATCH_WORDS} are allowed.`,
  );
}
