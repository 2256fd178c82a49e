import type { Dialect, Migration } from '../engine/dialect.ts';

/** The trash: deleted webpages and captures that their owner can restore. And the address of each capture. */
export const trash: Migration = ({ text, integer, strict }: Dialect) => `
-- The address that was captured. That of the webpage may change afterwards. For captures from before this migration it is
-- the address that the webpage had then, because no other is known.
ALTER TABLE screenshots ADD COLUMN captured_url ${text} NOT NULL DEFAULT '';
UPDATE screenshots SET captured_url = (SELECT w.url FROM webpages w WHERE w.id = screenshots.webpage_id);

-- account_id IS NULL and trash_account_id IS NOT NULL: the webpage is in the trash of this account since trashed_at.
-- Its row in capture_schedules has the account_id '', so that no worker and no form finds it.
-- Both IS NULL: the webpage is erased, and its records are being removed in steps.
ALTER TABLE webpages ADD COLUMN trash_account_id ${text};
ALTER TABLE webpages ADD COLUMN trashed_at ${text};
DROP INDEX webpages_leaving;
CREATE INDEX webpages_leaving ON webpages (id) WHERE account_id IS NULL AND trash_account_id IS NULL;
CREATE INDEX webpages_trashed ON webpages (trash_account_id, trashed_at, id) WHERE trash_account_id IS NOT NULL;
CREATE INDEX webpages_expiring ON webpages (trashed_at) WHERE trashed_at IS NOT NULL;

-- Captures in the trash. They were rows of screenshots, and still count as uses of their pictures. changes holds the
-- rows of the table changes that need the capture (JSON). account_id IS NULL: the capture is erased, and its records
-- are being removed.
CREATE TABLE trashed_screenshots (
  id ${text} PRIMARY KEY,
  webpage_id ${text} NOT NULL REFERENCES webpages (id),
  account_id ${text},
  picture_id ${text} NOT NULL REFERENCES pictures (id),
  is_favorite ${integer} NOT NULL,
  verdict ${text} NOT NULL,
  captured_url ${text} NOT NULL,
  created_at ${text} NOT NULL,
  modified_at ${text} NOT NULL,
  trashed_at ${text} NOT NULL,
  changes ${text} NOT NULL
)${strict};
CREATE INDEX trashed_screenshots_by_webpage ON trashed_screenshots (webpage_id);
CREATE INDEX trashed_screenshots_by_picture ON trashed_screenshots (picture_id);
CREATE INDEX trashed_screenshots_by_time ON trashed_screenshots (account_id, trashed_at, id);
CREATE INDEX trashed_screenshots_expiring ON trashed_screenshots (trashed_at);

-- The image host looks for the picture of a file, and serves it only if a webpage shows the picture.
CREATE INDEX pictures_by_content ON pictures (content_key);
CREATE INDEX pictures_by_thumbnail ON pictures (thumbnail_key);
`;
