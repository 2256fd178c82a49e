import type { Migration } from '../engine/migrate.ts';

/**
 * What is captured when, and what came of it. A webpage without a track is kept but never visited.
 *
 * `ready_at` is when a worker may take the page: the time it is due or, while a worker has it, the end of that
 * worker's lease. So a page whose worker died becomes free by itself, and one index finds all work.
 */
export const captures: Migration = ({ text, integer, strict }) => `
CREATE TABLE capture_schedules (
  webpage_id ${text} PRIMARY KEY REFERENCES webpages (id),
  account_id ${text} NOT NULL,
  site ${text} NOT NULL,
  schedule ${text} NOT NULL,
  time_zone ${text} NOT NULL,
  options ${text} NOT NULL,
  secrets ${text},
  paused ${integer} NOT NULL DEFAULT 0,
  ready_at ${text},
  has_slot ${integer} NOT NULL DEFAULT 0,
  attempt ${text},
  failures ${integer} NOT NULL DEFAULT 0,
  failing_since ${text},
  failing_because ${text}
)${strict};
CREATE INDEX capture_schedules_by_ready ON capture_schedules (account_id, ready_at);
CREATE INDEX capture_schedules_under_way ON capture_schedules (site) WHERE attempt IS NOT NULL;

-- When the next visit to a site may begin, whoever makes it, and until when its visits are planned.
CREATE TABLE sites (
  name ${text} PRIMARY KEY,
  open_at ${text} NOT NULL,
  free_at ${text} NOT NULL
)${strict};

-- Every attempt, also those that failed.
CREATE TABLE captures (
  id ${text} PRIMARY KEY,
  webpage_id ${text} NOT NULL REFERENCES webpages (id),
  started_at ${text} NOT NULL,
  finished_at ${text} NOT NULL,
  outcome ${text} NOT NULL,
  reason ${text},
  detail ${text},
  screenshot_id ${text},
  final_url ${text},
  http_status ${integer},
  title ${text},
  viewport ${text},
  page_height ${integer},
  phases ${text} NOT NULL,
  warnings ${text} NOT NULL,
  browser_version ${text}
)${strict};
CREATE INDEX captures_by_start ON captures (webpage_id, started_at, id);
CREATE INDEX captures_by_screenshot ON captures (screenshot_id) WHERE screenshot_id IS NOT NULL;

ALTER TABLE screenshots ADD COLUMN verdict ${text} NOT NULL DEFAULT 'fine';

-- The newest screenshot that shows the page as it is, not an error or a blank.
ALTER TABLE webpages ADD COLUMN face_id ${text};

-- The hash of the picture as Chromium made it: equal pixels give equal bytes, whatever it is stored as.
ALTER TABLE pictures ADD COLUMN source_sha256 ${text};
-- The webpage whose captures share the picture, and whether it waits to be stored in a better format.
ALTER TABLE pictures ADD COLUMN webpage_id ${text};
ALTER TABLE pictures ADD COLUMN to_encode ${integer} NOT NULL DEFAULT 0;
CREATE INDEX pictures_to_encode ON pictures (id) WHERE to_encode = 1;
`;
