import type { Dialect, Migration } from '../engine/dialect.ts';

/** Roles, quotas and the use of accounts, and the audit log. */
export const people: Migration = (dialect) => [accounts(dialect), use(dialect), audit(dialect)].join('\n');

const accounts = ({ text, integer }: Dialect) => `
-- role: 'administrator' or 'member'. A quota that is NULL is not limited.
ALTER TABLE accounts ADD COLUMN role ${text} NOT NULL DEFAULT 'member';
ALTER TABLE accounts ADD COLUMN most_webpages ${integer};
ALTER TABLE accounts ADD COLUMN most_bytes ${integer};
ALTER TABLE accounts ADD COLUMN most_captures_a_day ${integer};
UPDATE accounts SET role = 'administrator' WHERE id =
  (SELECT id FROM accounts WHERE closed_at IS NULL ORDER BY created_at, id LIMIT 1);
`;

const use = ({ text, integer, strict }: Dialect) => `
-- The account whose use the picture counts in. NULL for pictures of webpages that were deleted before this migration.
ALTER TABLE pictures ADD COLUMN account_id ${text};
UPDATE pictures SET account_id =
  (SELECT w.account_id FROM screenshots s JOIN webpages w ON w.id = s.webpage_id WHERE s.picture_id = pictures.id LIMIT 1);

-- bytes: the size of the pictures of an account, until their files are removed. captures: those of the day (UTC).
-- Writers change this row last, so that two of them cannot wait for each other.
CREATE TABLE account_use (
  account_id ${text} PRIMARY KEY REFERENCES accounts (id) ON DELETE CASCADE,
  bytes ${integer} NOT NULL,
  day ${text} NOT NULL,
  captures ${integer} NOT NULL
)${strict};
INSERT INTO account_use (account_id, bytes, day, captures)
  SELECT a.id, coalesce(p.bytes, 0), '', 0 FROM accounts a
  LEFT JOIN (SELECT account_id, sum(bytes) AS bytes FROM pictures GROUP BY account_id) AS p ON p.account_id = a.id;
`;

const audit = ({ text, integer, strict }: Dialect) => `
-- account_id and email: the account that an event concerns. actor_id and actor: who caused it. Both stay after an account
-- was removed. repeat_key: events with the same key share a row, and times counts them.
CREATE TABLE audit_events (
  id ${text} PRIMARY KEY,
  at ${text} NOT NULL,
  action ${text} NOT NULL,
  account_id ${text},
  email ${text},
  via ${text} NOT NULL,
  actor_id ${text},
  actor ${text},
  address ${text},
  subject ${text},
  subject_id ${text},
  times ${integer} NOT NULL,
  repeat_key ${text} UNIQUE
)${strict};
CREATE INDEX audit_events_by_time ON audit_events (at, id);
CREATE INDEX audit_events_of_account ON audit_events (account_id, at, id);
`;
