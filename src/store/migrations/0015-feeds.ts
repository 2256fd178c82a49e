import type { Migration } from '../engine/dialect.ts';

/** Feeds, whose secrets are stored as SHA-256 hashes. */
export const feeds: Migration = ({ text, strict }) => `
CREATE TABLE feeds (
  id ${text} PRIMARY KEY,
  account_id ${text} NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
  name ${text} NOT NULL,
  scope ${text} NOT NULL,
  hash ${text} NOT NULL UNIQUE,
  created_at ${text} NOT NULL,
  last_read_at ${text}
)${strict};
CREATE INDEX feeds_of_account ON feeds (account_id, created_at, id);
`;
