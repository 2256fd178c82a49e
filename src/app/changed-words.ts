import type { PageText } from '../domain/page-text.ts';
import type { Store } from '../domain/ports/store.ts';
import { changeOfWords, type WordChange } from '../domain/word-change.ts';

/** How the words of a page differ from those of an earlier capture; undefined if they are not known. */
export async function changedWords(
  store: Store,
  before: { readonly owner: string; readonly webpageId: string; readonly screenshotId: string },
  after: PageText | undefined,
): Promise<WordChange | undefined> {
  if (!after) return undefined;
  const text = await store.words.textOf(before.owner, before.webpageId, before.screenshotId);
  return text && changeOfWords(text.passages, after.passages);
}
