import type { PageView } from '../domain/ports/gallery.ts';
import type { Store } from '../domain/ports/store.ts';
import { isSameView, type View } from '../domain/view.ts';

/** Addresses of one statement. */
const AT_ONCE = 200;

/** Finds the webpage of an account that is this view of this address. */
export type FindTracked = (url: string, view: View) => PageView | undefined;

/** Reads the webpages with these addresses. */
export async function trackedViews(
  { gallery }: Pick<Store, 'gallery'>,
  owner: string,
  urls: readonly string[],
): Promise<FindTracked> {
  const tracked = new Map<string, PageView[]>();
  for (let start = 0; start < urls.length; start += AT_ONCE) {
    for (const [url, views] of await gallery.views(owner, urls.slice(start, start + AT_ONCE))) tracked.set(url, views);
  }
  return (url, view) => tracked.get(url)?.find(({ options }) => isSameView(options, view));
}
