import type { Migration } from '../engine/migrate.ts';

/** What the web application needs: who is signed in, who is invited, who tries too often, and what differs. */
export const web: Migration = ({ text, integer, strict }) => `
CREATE TABLE sessions (
  id ${text} PRIMARY KEY,
  account_id ${text} NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
  hash ${text} NOT NULL UNIQUE,
  created_at ${text} NOT NULL,
  last_seen_at ${text} NOT NULL,
  user_agent ${text} NOT NULL,
  address ${text} NOT NULL
)${strict};
CREATE INDEX sessions_of_account ON sessions (account_id, last_seen_at, id);

-- Without an inviter it is the link that makes the first account.
CREATE TABLE invitations (
  id ${text} PRIMARY KEY,
  account_id ${text} REFERENCES accounts (id) ON DELETE CASCADE,
  hash ${text} NOT NULL UNIQUE,
  created_at ${text} NOT NULL,
  expires_at ${text} NOT NULL
)${strict};
CREATE INDEX invitations_of_account ON invitations (account_id, created_at, id);

CREATE TABLE sign_in_attempts (
  key ${text} PRIMARY KEY,
  count ${integer} NOT NULL,
  last_at ${text} NOT NULL
)${strict};

-- An account that was deleted and whose webpages are still being let go.
ALTER TABLE accounts ADD COLUMN closed_at ${text};
CREATE INDEX accounts_closed ON accounts (closed_at) WHERE closed_at IS NOT NULL;

-- Name, address and keywords, case-folded, as the search reads them: see search-key.ts.
ALTER TABLE webpages ADD COLUMN search_key ${text} NOT NULL DEFAULT '';

-- What differs between two pictures; the image lies in the image store.
CREATE TABLE comparisons (
  before_id ${text} NOT NULL REFERENCES pictures (id),
  after_id ${text} NOT NULL REFERENCES pictures (id),
  content_key ${text} NOT NULL,
  width ${integer} NOT NULL,
  height ${integer} NOT NULL,
  compared ${integer} NOT NULL,
  changed ${integer} NOT NULL,
  PRIMARY KEY (before_id, after_id)
)${strict};
CREATE INDEX comparisons_by_after ON comparisons (after_id);
CREATE INDEX comparisons_by_key ON comparisons (content_key);
`;
