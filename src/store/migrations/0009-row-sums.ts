import type { Migration } from '../engine/dialect.ts';
import { LISTED, quotedSumOf } from '../engine/row-sums.ts';

/**
 * Checksums for SQLite, which has none of its own; PostgreSQL checks its pages itself. engine/row-sums.ts adds the
 * column row_sum to every table after the migrations.
 */
export const rowSums: Migration = ({ engine }) => (engine === 'sqlite' ? sqlite : '');

const update = `UPDATE webpages SET list_sum = ${quotedSumOf(LISTED, 'NEW.')} WHERE id = NEW.id`;

const sqlite = `
-- list_sum: the checksum of the columns of the list. The indexes of the list contain it, so that a list is still read from
-- one index.
DROP INDEX webpages_by_group;
DROP INDEX webpages_by_name;
DROP INDEX webpages_by_url;
DROP INDEX webpages_by_created;
ALTER TABLE webpages ADD COLUMN list_sum INTEGER;
UPDATE webpages SET list_sum = ${quotedSumOf(LISTED)};
CREATE INDEX webpages_by_group ON webpages (account_id, group_name, id, name, url, keywords, created_at, modified_at, list_sum);
CREATE INDEX webpages_by_name ON webpages (account_id, name_key, id, name, url, keywords, group_name, created_at, modified_at, list_sum);
CREATE INDEX webpages_by_url ON webpages (account_id, url, id, name, keywords, group_name, created_at, modified_at, list_sum);
CREATE INDEX webpages_by_created ON webpages (account_id, created_at, id, name, url, keywords, group_name, modified_at, list_sum);
CREATE TRIGGER webpages_listed AFTER INSERT ON webpages BEGIN ${update}; END;
CREATE TRIGGER webpages_listed_anew AFTER UPDATE OF ${LISTED.map(({ name }) => name).join(', ')} ON webpages BEGIN ${update}; END;

-- The number of transactions. A file beside the database has it too: see engine/commit-mark.ts.
CREATE TABLE commit_count (
  id INTEGER PRIMARY KEY,
  number INTEGER NOT NULL
) STRICT;
INSERT INTO commit_count (id, number) VALUES (1, 0);
`;
