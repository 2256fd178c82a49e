import type { Migration } from '../engine/dialect.ts';

/** Text counts in the storage use of accounts, as pictures do. */
export const textUse: Migration = ({ text, integer, strict }) => `
-- The size of the words of a webpage, and the account whose use they count in: it stays until the words of an erased webpage are
-- removed. NULL for a webpage that was erased before this migration.
CREATE TABLE text_use (
  webpage_id ${text} PRIMARY KEY REFERENCES webpages (id),
  account_id ${text},
  bytes ${integer} NOT NULL
)${strict};
INSERT INTO text_use (webpage_id, account_id, bytes)
  SELECT w.id, coalesce(w.account_id, w.trash_account_id), sum(kept.bytes) FROM (
    SELECT webpage_id, sum(octet_length(content) + octet_length(words)) AS bytes FROM passages GROUP BY webpage_id
    UNION ALL SELECT webpage_id, sum(octet_length(passages) + octet_length(page)) FROM texts GROUP BY webpage_id
  ) AS kept JOIN webpages w ON w.id = kept.webpage_id
  GROUP BY w.id, w.account_id, w.trash_account_id;
CREATE INDEX text_use_of_account ON text_use (account_id);
INSERT INTO account_use (account_id, bytes, day, captures)
  SELECT u.account_id, sum(u.bytes), '', 0 FROM text_use u JOIN accounts a ON a.id = u.account_id GROUP BY u.account_id
  ON CONFLICT (account_id) DO UPDATE SET bytes = account_use.bytes + excluded.bytes;
`;
