import type { Migration } from '../migrate.ts';

/**
 * The indexes hold what a list shows in the form in which it is written, so that a page of 50 costs half as much. Where
 * an index cannot hold records there is nothing to do.
 */
export const writtenLists: Migration = ({ beside }) =>
  beside('')
    ? `
DROP INDEX webpages_by_group;
DROP INDEX webpages_by_name;
DROP INDEX webpages_by_url;
DROP INDEX webpages_by_created;
CREATE INDEX webpages_by_group ON webpages (account_id, group_name, id${beside(SHOWN)});
CREATE INDEX webpages_by_name ON webpages (account_id, name_key, id${beside(SHOWN)});
CREATE INDEX webpages_by_url ON webpages (account_id, url, id${beside(SHOWN)});
CREATE INDEX webpages_by_created ON webpages (account_id, created_at, id${beside(SHOWN)});
`
    : '';

const SHOWN = 'json_quote(name), json_quote(url), keywords, created_at, modified_at, json_quote(group_name)';
