import type { Dialect, Migration } from '../engine/dialect.ts';

/** Orders and filters of the archive in the web application. */
export const archive: Migration = ({ text }: Dialect) => `
-- The sort key of the name that the archive shows: the name that the user gave, or else the title of the page.
ALTER TABLE webpages ADD COLUMN shown_key ${text} NOT NULL DEFAULT '';
UPDATE webpages SET shown_key = name_key;
CREATE INDEX webpages_by_shown ON webpages (account_id, shown_key, id);
-- A webpage that has not changed yet is in the order of changes where it was added.
CREATE INDEX webpages_by_news ON webpages (account_id, (CASE WHEN changed_at = '' THEN created_at ELSE changed_at END), id);
CREATE INDEX capture_schedules_failing ON capture_schedules (account_id, webpage_id) WHERE failing_since IS NOT NULL;
CREATE INDEX capture_schedules_paused ON capture_schedules (account_id, webpage_id) WHERE paused = 1;
`;
