import type { Dialect, Migration } from '../engine/dialect.ts';

/** The icons of the hosts whose webpages an account tracks. */
export const siteIcons: Migration = ({ text, strict }: Dialect) => `
-- image is a PNG in base64, and version a hash of it; both are NULL if the host has no icon. host has its port.
CREATE TABLE site_icons (
  account_id ${text} NOT NULL REFERENCES accounts (id),
  host ${text} NOT NULL,
  group_name ${text} NOT NULL,
  checked_at ${text} NOT NULL,
  version ${text},
  image ${text},
  PRIMARY KEY (account_id, host)
)${strict};
-- The icons of a group are removed with its last webpage.
CREATE INDEX site_icons_by_group ON site_icons (account_id, group_name);
`;
