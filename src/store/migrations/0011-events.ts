import type { Migration } from '../engine/dialect.ts';

/** The outbox of events. */
export const events: Migration = ({ text, integer, real, clustered }) => `
-- The number of the newest event of the account.
ALTER TABLE account_use ADD COLUMN last_event ${integer} NOT NULL DEFAULT 0;

-- What happened to webpages. Other facts about the webpage and the capture are read when the event is shown.
-- details: JSON, NULL after the webpage was erased.
CREATE TABLE events (
  account_id ${text} NOT NULL,
  number ${integer} NOT NULL,
  kind ${text} NOT NULL,
  at ${text} NOT NULL,
  webpage_id ${text} NOT NULL,
  screenshot_id ${text},
  share ${real},
  details ${text},
  PRIMARY KEY (account_id, number)
)${clustered};
CREATE INDEX events_by_time ON events (at);
CREATE INDEX events_with_details ON events (webpage_id) WHERE details IS NOT NULL;
`;
