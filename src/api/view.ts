import type { Query } from './query.ts';
import type { View } from './schemas.ts';

/**
 * The page links of a list. They repeat the known parameters in the caller's order. `id` is the requested URL itself:
 * otherwise Comunica does not follow `next`.
 */
export function viewOf(
  collection: string,
  query: Pick<Query<unknown>, 'sent'>,
  at: { page: number; limit: number; count: number },
): View {
  const raw = query.sent.map((parameter) => parameter.raw);
  const position = query.sent.findIndex((parameter) => parameter.name === 'page');
  const urlOf = (parameters: readonly string[]) =>
    parameters.length === 0 ? collection : `${collection}?${parameters.join('&')}`;
  const pageUrl = (page: number) =>
    urlOf(position === -1 ? [...raw, `page=${page}`] : raw.with(position, `page=${page}`));

  const view: View = { type: 'PartialCollectionView', id: urlOf(raw) };
  if (at.count === 0) return view;
  const last = Math.ceil(at.count / at.limit);
  view.first = pageUrl(1);
  if (at.page > 1) view.previous = pageUrl(Math.min(at.page - 1, last));
  if (at.page < last) view.next = pageUrl(at.page + 1);
  view.last = pageUrl(last);
  return view;
}
