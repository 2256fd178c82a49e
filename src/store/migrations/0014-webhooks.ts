import type { Migration } from '../engine/dialect.ts';

/** Webhooks, their deliveries, and the log of attempts. */
export const webhooks: Migration = ({ text, integer, real, strict }) => `
-- secrets: the address and the signing keys, encrypted. position: the number of the last event that was looked at.
-- lease: the process that delivers, until lease_until ('': nobody).
CREATE TABLE webhooks (
  id ${text} PRIMARY KEY,
  account_id ${text} NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
  name ${text} NOT NULL,
  host ${text} NOT NULL,
  format ${text} NOT NULL,
  kinds ${text} NOT NULL,
  scope ${text} NOT NULL,
  least_share ${real} NOT NULL,
  signing ${text} NOT NULL,
  secrets ${text} NOT NULL,
  created_at ${text} NOT NULL,
  state ${text} NOT NULL,
  off_since ${text},
  off_because ${text},
  failing_since ${text},
  position ${integer} NOT NULL,
  lease ${text},
  lease_until ${text} NOT NULL
)${strict};
CREATE INDEX webhooks_of_account ON webhooks (account_id, created_at, id);

-- event is NULL for a test. due_at: when the next attempt is due; NULL if there is none, or if an earlier event of the webpage
-- comes first.
CREATE TABLE deliveries (
  id ${text} PRIMARY KEY,
  webhook_id ${text} NOT NULL REFERENCES webhooks (id) ON DELETE CASCADE,
  event ${integer},
  webpage_id ${text} NOT NULL,
  state ${text} NOT NULL,
  attempts ${integer} NOT NULL,
  due_at ${text},
  created_at ${text} NOT NULL
)${strict};
CREATE INDEX deliveries_of_webhook ON deliveries (webhook_id, id);
CREATE INDEX deliveries_due ON deliveries (webhook_id, due_at) WHERE due_at IS NOT NULL;
CREATE INDEX deliveries_waiting ON deliveries (webhook_id, webpage_id, event) WHERE state = 'waiting';
CREATE INDEX deliveries_by_time ON deliveries (created_at);

CREATE TABLE delivery_attempts (
  id ${text} PRIMARY KEY,
  delivery_id ${text} NOT NULL REFERENCES deliveries (id) ON DELETE CASCADE,
  at ${text} NOT NULL,
  took_ms ${integer} NOT NULL,
  status ${integer},
  answer ${text} NOT NULL
)${strict};
CREATE INDEX delivery_attempts_of_delivery ON delivery_attempts (delivery_id, id);
`;
