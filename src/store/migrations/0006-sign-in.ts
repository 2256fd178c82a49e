import type { Dialect, Migration } from '../engine/dialect.ts';

/** Browsers that have signed in before, and two-step sign-in. */
export const signIn: Migration = ({ text, integer, clustered, strict }: Dialect) => `
-- Old counts of failed sign-ins are deleted with each new one.
CREATE INDEX sign_in_attempts_by_time ON sign_in_attempts (last_at);

-- Browsers that have signed in to an account. Their attempts are counted apart from those of strangers.
-- hash: SHA-256 of a secret in a cookie of the browser.
CREATE TABLE known_devices (
  account_id ${text} NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
  hash ${text} NOT NULL,
  last_used_at ${text} NOT NULL,
  PRIMARY KEY (account_id, hash)
)${clustered};

-- An account with a row needs a code of an authenticator app to sign in, as soon as confirmed_at is set.
-- secret is encrypted with SECRET_KEY. last_step is the time step of the last accepted code: no code is accepted twice.
CREATE TABLE two_step (
  account_id ${text} PRIMARY KEY REFERENCES accounts (id) ON DELETE CASCADE,
  secret ${text} NOT NULL,
  confirmed_at ${text},
  last_step ${integer} NOT NULL DEFAULT 0
)${strict};

-- Codes that replace a code of the app, each once; stored as SHA-256 hashes.
CREATE TABLE recovery_codes (
  account_id ${text} NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
  hash ${text} NOT NULL,
  PRIMARY KEY (account_id, hash)
)${clustered};
`;
