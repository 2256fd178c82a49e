import type { Migration } from '../engine/dialect.ts';

/**
 * The account that a screenshot was captured for, so that the screenshots of an account are read by time. It stays when the webpage
 * is deleted: the owner is that of the webpage. '' for a webpage that was erased before.
 */
export const screenshotsOfAccount: Migration = ({ text }) => `
ALTER TABLE screenshots ADD COLUMN account_id ${text} NOT NULL DEFAULT '';
UPDATE screenshots SET account_id = coalesce(
  (SELECT coalesce(w.account_id, w.trash_account_id) FROM webpages w WHERE w.id = screenshots.webpage_id), '');
DROP INDEX screenshots_by_time;
-- An expression, so that the planner does not choose this index to find the captures of one webpage.
CREATE INDEX screenshots_of_account ON screenshots (account_id, (created_at || ''), id);
`;
