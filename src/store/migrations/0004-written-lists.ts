import type { Migration } from '../engine/migrate.ts';

/**
 * Two things that make a page of a list cheap. Where an index can hold records (SQLite), it holds what a list shows in
 * the form in which it is written, so that nothing has to be made of it. And the runs become shorter, and are gathered
 * into stretches: see runs.ts.
 */
export const writtenLists: Migration = ({ beside }) => `
${beside('') ? INDEXES(beside(SHOWN)) : ''}
${cutAll({ run: 100, runsInStretch: 100 })}
`;

interface Sizes {
  /** How many records a run holds. */
  readonly run: number;
  readonly runsInStretch: number;
}

/** Cuts every collection anew. */
export const cutAll = ({ run, runsInStretch }: Sizes) => `
DELETE FROM runs;
${WEBPAGES.map(([name, key]) => cut(run, { name, key, table: 'webpages', collection: 'account_id', filter: '' })).join('\n')}
${SCREENSHOTS.map(([name, filter]) => cut(run, { name, key: 'created_at', table: 'screenshots', collection: 'webpage_id', filter })).join('\n')}
INSERT INTO runs (collection, ordering, first_key, first_id, size)
SELECT collection, ordering || ' stretches', first_key, first_id, gathered FROM (
  SELECT collection, ordering, first_key, first_id, place,
    sum(size) OVER (PARTITION BY collection, ordering, place / ${runsInStretch}) AS gathered,
    sum(size) OVER (PARTITION BY collection, ordering) AS total
  FROM (
    SELECT collection, ordering, first_key, first_id, size,
      row_number() OVER (PARTITION BY collection, ordering ORDER BY first_key, first_id) - 1 AS place
    FROM runs
  ) AS placed
) AS stretched
WHERE place % ${runsInStretch} = 0 AND total > ${run * runsInStretch};
`;

export const SHOWN = 'json_quote(name), json_quote(url), keywords, created_at, modified_at, json_quote(group_name)';

const INDEXES = (shown: string) => `
DROP INDEX webpages_by_group;
DROP INDEX webpages_by_name;
DROP INDEX webpages_by_url;
DROP INDEX webpages_by_created;
CREATE INDEX webpages_by_group ON webpages (account_id, group_name, id${shown});
CREATE INDEX webpages_by_name ON webpages (account_id, name_key, id${shown});
CREATE INDEX webpages_by_url ON webpages (account_id, url, id${shown});
CREATE INDEX webpages_by_created ON webpages (account_id, created_at, id${shown});
`;

const WEBPAGES = [
  ['dateCreated', 'created_at'],
  ['isPartOf.name', 'group_name'],
  ['name', 'name_key'],
  ['url', 'url'],
] as const;

const SCREENSHOTS = [
  ['all', ''],
  ['favorites', ' AND is_favorite = 1'],
  ['others', ' AND is_favorite = 0'],
] as const;

interface Cut {
  readonly name: string;
  readonly key: string;
  readonly table: string;
  readonly collection: string;
  readonly filter: string;
}

const cut = (run: number, { name, key, table, collection, filter }: Cut) => `
INSERT INTO runs (collection, ordering, first_key, first_id, size)
SELECT collection, '${name}',
  CASE WHEN place = 0 THEN '' ELSE key END, CASE WHEN place = 0 THEN '' ELSE id END,
  CASE WHEN total - place < ${run} THEN total - place ELSE ${run} END
FROM (
  SELECT ${collection} AS collection, ${key} AS key, id,
    row_number() OVER (PARTITION BY ${collection} ORDER BY ${key}, id) - 1 AS place,
    count(*) OVER (PARTITION BY ${collection}) AS total
  FROM ${table} WHERE ${collection} IS NOT NULL${filter}
) AS placed
WHERE place % ${run} = 0 AND total > ${run};`;
