import type { Migration } from '../engine/dialect.ts';

/** Mail: what accounts want, the events that wait for a mail, the mails, and links for forgotten passwords. */
export const mail: Migration = ({ text, integer, strict, clustered }) => `
-- The address that the invitation was sent to.
ALTER TABLE invitations ADD COLUMN email ${text};

-- position: the number of the last event that was looked at while is_active is 1. next_at: no mail at once before this time.
-- stopped_because is NULL if the link in a mail stopped it.
CREATE TABLE mailboxes (
  account_id ${text} PRIMARY KEY REFERENCES accounts (id) ON DELETE CASCADE,
  changes ${text} NOT NULL,
  failures ${text} NOT NULL,
  period ${text} NOT NULL,
  weekday ${integer} NOT NULL,
  hour ${integer} NOT NULL,
  time_zone ${text} NOT NULL,
  is_active ${integer} NOT NULL,
  position ${integer} NOT NULL,
  next_at ${text} NOT NULL,
  stopped_at ${text},
  stopped_because ${text}
)${strict};

-- What differs from the mailbox of the account for one webpage.
CREATE TABLE webpage_mail (
  webpage_id ${text} PRIMARY KEY REFERENCES webpages (id) ON DELETE CASCADE,
  account_id ${text} NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
  choice ${text} NOT NULL
)${strict};
CREATE INDEX webpage_mail_of_account ON webpage_mail (account_id);

-- recipient is NULL for the address of the account. secrets: encrypted, NULL once the mail is over. due_at: when the next attempt
-- is due; NULL once the mail is over. lease: the process that sends, until lease_until ('': nobody).
CREATE TABLE mails (
  id ${text} PRIMARY KEY,
  account_id ${text} REFERENCES accounts (id) ON DELETE CASCADE,
  kind ${text} NOT NULL,
  is_urgent ${integer} NOT NULL,
  recipient ${text},
  subject_id ${text},
  details ${text} NOT NULL,
  secrets ${text},
  state ${text} NOT NULL,
  attempts ${integer} NOT NULL,
  problem ${text},
  due_at ${text},
  expires_at ${text} NOT NULL,
  created_at ${text} NOT NULL,
  lease ${text},
  lease_until ${text} NOT NULL
)${strict};
CREATE INDEX mails_of_account ON mails (account_id, id);
CREATE INDEX mails_due ON mails (is_urgent, due_at) WHERE due_at IS NOT NULL;
CREATE INDEX mails_by_time ON mails (created_at);
CREATE INDEX mails_of_subject ON mails (subject_id) WHERE subject_id IS NOT NULL;

-- Events that wait for a mail. channel: at-once or digest. mail_id is NULL until a mail with the event was made.
CREATE TABLE mail_events (
  account_id ${text} NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
  number ${integer} NOT NULL,
  kind ${text} NOT NULL,
  at ${text} NOT NULL,
  webpage_id ${text} NOT NULL,
  channel ${text} NOT NULL,
  due_at ${text} NOT NULL,
  mail_id ${text} REFERENCES mails (id) ON DELETE CASCADE,
  PRIMARY KEY (account_id, number)
)${clustered};
CREATE INDEX mail_events_due ON mail_events (due_at) WHERE mail_id IS NULL;
CREATE INDEX mail_events_of_mail ON mail_events (mail_id, number);
CREATE INDEX mail_events_of_webpage ON mail_events (webpage_id);

-- Links to set a new password.
CREATE TABLE password_resets (
  hash ${text} PRIMARY KEY,
  account_id ${text} NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
  expires_at ${text} NOT NULL
)${strict};
CREATE INDEX password_resets_of_account ON password_resets (account_id);
`;
