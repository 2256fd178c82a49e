import { HELD_OUT_PAIRS } from './held-out.ts';
import type { PagePair } from './page.ts';
import { PAIRS } from './pairs.ts';
import { council, forum, menu, status } from './public.ts';
import { article, manual, news } from './reading.ts';
import { pricing, product, shop } from './shops.ts';

/** From the page that is rendered and compared fastest to the slowest. */
const FASTEST = [status, menu, pricing, council, manual, shop, product, forum, news, article];

/** One pair of each kind of edit, each on the smallest page that has it. */
export function onePairOfEachKind(): PagePair[] {
  const kinds = Map.groupBy([...PAIRS, ...HELD_OUT_PAIRS], ({ kind }) => kind);
  return [...kinds.values()].flatMap((pairs) => pairs.toSorted((a, b) => rank(a) - rank(b)).slice(0, 1));
}

function rank({ template }: PagePair): number {
  const place = FASTEST.indexOf(template);
  return place === -1 ? FASTEST.length : place;
}
