import type { Store } from '../domain/ports/store.ts';
import { Problem } from '../domain/problem.ts';
import { readWatchWords } from '../domain/watch-words.ts';
import type { Webpage } from '../domain/webpage.ts';
import { recordWebpage } from './record-webpage.ts';

const AT_ONCE = 100;
const MOST = 1_000;

/**
 * Gives the watch words to all webpages of a site, whose other settings stay. The evaluator applies them to stored
 * changes. Returns the number of webpages. Throws Problem('invalid') for invalid words and for a larger site.
 */
export async function watchSite(
  { store }: { readonly store: Store },
  owner: string,
  { groupName }: Webpage,
  lines: readonly string[],
): Promise<number> {
  const watchWords = readWatchWords(lines);
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
    for (const { id } of webpages) ids.add(id);
    if (webpages.length < AT_ONCE) break;
  }
  for (const id of ids) {
    await store.transaction(async (tx) => {
      if (!(await tx.webpages.find(owner, id))) return;
      const { watchWords: _, ...others } = await tx.changes.settings(owner, id);
      await tx.changes.setSettings(owner, id, { ...others, ...(watchWords.length > 0 && { watchWords }) });
      await recordWebpage(tx, 'change-settings-changed', owner, id);
    });
  }
  return ids.size;
}
