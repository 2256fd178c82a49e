import type { Screenshot } from '../../../domain/screenshot.ts';
import { type WebLinks, withQuery } from '../../links.ts';

export const VIEWS = ['side', 'slider', 'overlay', 'difference'] as const;
export type View = (typeof VIEWS)[number];

/** The URLs on the Compare page. URLs of forms carry the pair, so that the answer can lead back to it. */
export interface ComparePaths {
  readonly webpage: string;
  readonly settings: string;
  /** The file with both pictures. */
  readonly picture: string;
  readonly star: string;
  readonly review: string;
  readonly ignore: string;
  readonly restore: string;
  /** The pairs of the change before and the one after; undefined if there is none. */
  readonly earlier: string | undefined;
  readonly later: string | undefined;
  change(number: number): string;
  pair(before: string, after: string): string;
}

export interface ShownPair {
  readonly before: Screenshot;
  readonly after: Screenshot;
  readonly view: View;
  readonly current: number | undefined;
}

export function comparePaths(
  links: WebLinks,
  { before, after, view, current }: ShownPair,
  neighbours: { readonly earlier: Screenshot | undefined; readonly later: Screenshot | undefined },
): ComparePaths {
  const webpage = links.webpage(after.webpageId);
  const path = `${webpage}/compare`;
  const query = new URLSearchParams({ before: before.id, after: after.id });
  if (view !== 'side') query.set('view', view);
  const change = (number: number) => `${withQuery(path, query, { change: String(number) })}#c${number}`;
  const pair = (from: string, to: string) => withQuery(path, query, { before: from, after: to });
  const action = (name: string) =>
    withQuery(`${path}/${name}`, query, { change: current === undefined ? undefined : String(current) });
  const { earlier, later } = neighbours;
  return {
    webpage,
    settings: `${webpage}/changes`,
    picture: withQuery(`${path}/picture`, new URLSearchParams({ before: before.id, after: after.id }), {}),
    star: action('star'),
    review: action('review'),
    ignore: action('ignore'),
    restore: action('restore'),
    earlier: earlier && pair(earlier.id, before.id),
    later: later && pair(after.id, later.id),
    change,
    pair,
  };
}
