import { LRUCache } from 'lru-cache';
import type { CollectionState } from '../../../domain/listing.ts';
import { entries } from '../../engine/cache-size.ts';
import type { Queries, Row, Value } from '../../engine/database.ts';
import { breath, type Step, stepsOf } from './archive-search.ts';

/** Reading the keywords of 100,000 webpages takes 0.1 s with SQLite and 1 s with PostgreSQL, so it is done rarely. */
const LARGE = 5000;
const LARGE_MS = 600_000;

interface Kept {
  readonly revision: number;
  readonly keywords: string[];
}

/** Reads the keywords of all webpages, a few blocks of the page index at a time. */
export function archiveKeywords(queries: Queries) {
  const kept = new LRUCache<string, Kept>(entries(1000));

  return async (owner: string, { revision, count }: CollectionState, limit: number): Promise<string[]> => {
    const known = kept.get(owner);
    if (known && (known.revision === revision || count > LARGE)) return known.keywords;
    const uses = new Map<string, number>();
    for (const step of await stepsOf(queries, owner)) {
      for (const { keywords, uses: more } of await readStep(queries, owner, step)) {
        const each: string[] = JSON.parse(String(keywords));
        for (const keyword of each) uses.set(keyword, (uses.get(keyword) ?? 0) + Number(more));
      }
      await breath();
    }
    const most = [...uses].sort(([, one], [, other]) => other - one).slice(0, limit);
    const keywords = most.map(([keyword]) => keyword).sort((one, other) => one.localeCompare(other, 'en'));
    kept.set(owner, { revision, keywords }, { ttl: count > LARGE ? LARGE_MS : 0 });
    return keywords;
  };
}

function readStep(queries: Queries, owner: string, { from, to }: Step): Promise<Row[]> {
  const end: Value[] = to ? [to.key, to.id] : [];
  return queries.all(
    `SELECT t.keywords, count(*) AS uses FROM webpages t
     WHERE t.account_id = $1 AND (t.created_at, t.id) >= ($2, $3) ${to ? 'AND (t.created_at, t.id) < ($4, $5)' : ''}
     GROUP BY t.keywords`,
    [owner, from.key, from.id, ...end],
  );
}
