import type { Dialect, Migration } from '../engine/dialect.ts';

/** For the management API: answers to requests with an Idempotency-Key, and captures of all webpages by time. */
export const replies: Migration = ({ text, integer, strict }: Dialect) => `
-- status = 0: the request is being carried out by the transaction that inserted the row.
CREATE TABLE replies (
  account_id ${text} NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
  key ${text} NOT NULL,
  fingerprint ${text} NOT NULL,
  status ${integer} NOT NULL,
  location ${text},
  body ${text} NOT NULL,
  created_at ${text} NOT NULL,
  PRIMARY KEY (account_id, key)
)${strict};
CREATE INDEX replies_by_age ON replies (created_at);

-- An expression, so that the planner does not choose this index to find the captures of one webpage.
CREATE INDEX screenshots_by_time ON screenshots ((created_at || ''), id);
`;
