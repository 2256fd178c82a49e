import type { Dialect, Migration } from '../engine/dialect.ts';

/** Changes: findings about pairs of pictures, comparisons of captures, entries of the Changes page, change settings. */
export const changes: Migration = (dialect) =>
  [pictures(dialect), entries(dialect), counts(dialect), webpages(dialect), backlog(dialect)].join('\n');

const pictures = ({ text, real, strict, clustered }: Dialect) => `
-- Findings replace comparisons, whose difference images are removed.
INSERT INTO image_removals (key, state) SELECT content_key, 'removable' FROM comparisons WHERE true
  ON CONFLICT (key) DO NOTHING;
DROP TABLE comparisons;

-- The result of comparing two pictures (JSON), independent of any settings.
CREATE TABLE findings (
  before_id ${text} NOT NULL REFERENCES pictures (id),
  after_id ${text} NOT NULL REFERENCES pictures (id),
  word ${text} NOT NULL,
  share ${real} NOT NULL,
  findings ${text} NOT NULL,
  PRIMARY KEY (before_id, after_id)
)${strict};
CREATE INDEX findings_by_after ON findings (after_id);

-- The elements that were measured when a picture was taken (JSON).
CREATE TABLE page_elements (
  picture_id ${text} PRIMARY KEY REFERENCES pictures (id),
  elements ${text} NOT NULL
)${clustered};
`;

const entries = ({ text, integer, real, strict, clustered }: Dialect) => `
-- What happened to webpages. shown = 1: an entry of the Changes page.
-- kind 'changed': a capture that was compared with the last good one before it (before_id). id is the id of the
--   screenshot. word is NULL where the comparison failed; detail then says why. settings_revision: the change settings
--   that summary, share and shown were made with.
-- kind 'new': the first good capture of a webpage. id is the id of the screenshot.
-- kind 'failing': a series of failed captures. id is the id of the first one. detail is the newest reason,
--   screenshot_id the newest picture of the error. ended_at: when a capture succeeded again.
CREATE TABLE changes (
  id ${text} PRIMARY KEY,
  webpage_id ${text} NOT NULL REFERENCES webpages (id),
  account_id ${text} NOT NULL,
  kind ${text} NOT NULL,
  happened_at ${text} NOT NULL,
  shown ${integer} NOT NULL,
  reviewed_at ${text},
  screenshot_id ${text},
  before_id ${text},
  word ${text},
  share ${real},
  summary ${text},
  detail ${text},
  settings_revision ${integer} NOT NULL DEFAULT 0,
  failures ${integer},
  ended_at ${text}
)${clustered};
CREATE INDEX changes_by_time ON changes (account_id, happened_at, id) WHERE shown = 1;
CREATE INDEX changes_by_kind ON changes (account_id, kind, happened_at, id) WHERE shown = 1;
CREATE INDEX changes_reviewed ON changes (account_id, happened_at, id) WHERE shown = 1 AND reviewed_at IS NOT NULL;
CREATE INDEX changes_unreviewed ON changes (account_id, kind, webpage_id) WHERE shown = 1 AND reviewed_at IS NULL;
CREATE INDEX changes_failing ON changes (account_id, happened_at, id) WHERE kind = 'failing' AND ended_at IS NULL;
CREATE INDEX changes_failed ON changes (account_id, ended_at) WHERE kind = 'failing' AND ended_at IS NOT NULL;
CREATE INDEX changes_of_webpage ON changes (webpage_id, kind, happened_at);
CREATE INDEX changes_by_settings ON changes (webpage_id, settings_revision);

-- What does not count as a change of a webpage (JSON). A webpage without a row ignores nothing.
-- pending = 1: some changes of the webpage were evaluated with an earlier revision.
CREATE TABLE change_settings (
  webpage_id ${text} PRIMARY KEY REFERENCES webpages (id),
  settings ${text} NOT NULL,
  revision ${integer} NOT NULL,
  pending ${integer} NOT NULL
)${strict};
CREATE INDEX change_settings_pending ON change_settings (webpage_id) WHERE pending = 1;
`;

const counts = ({ text, integer, strict }: Dialect) => `
-- webpages: the number of webpages with a capture on this day (UTC). revision grows with every change of the entries of
-- the day. The row with day '' has the revision of all entries of the account, including their reviewed state.
CREATE TABLE change_days (
  account_id ${text} NOT NULL,
  day ${text} NOT NULL,
  webpages ${integer} NOT NULL,
  revision ${integer} NOT NULL,
  PRIMARY KEY (account_id, day)
)${strict};
INSERT INTO change_days (account_id, day, webpages, revision)
  SELECT w.account_id, captured.day, count(*), 0
  FROM (SELECT webpage_id, substr(created_at, 1, 10) AS day FROM screenshots
    UNION SELECT webpage_id, substr(finished_at, 1, 10) FROM captures) AS captured
  JOIN webpages w ON w.id = captured.webpage_id
  WHERE w.account_id IS NOT NULL GROUP BY w.account_id, captured.day;

-- The last day on which the webpage was counted in change_days.
ALTER TABLE capture_schedules ADD COLUMN counted_day ${text};
UPDATE capture_schedules SET counted_day =
  (SELECT substr(max(c.finished_at), 1, 10) FROM captures c WHERE c.webpage_id = capture_schedules.webpage_id);
`;

const webpages = ({ text, real }: Dialect) => `
-- The page's title at its newest good capture; search_key contains it. changed_at, '' if there is none, and
-- changed_share are the time and the share of the newest change on the Changes page.
ALTER TABLE webpages ADD COLUMN title ${text};
ALTER TABLE webpages ADD COLUMN changed_at ${text} NOT NULL DEFAULT '';
ALTER TABLE webpages ADD COLUMN changed_share ${real};
CREATE INDEX webpages_by_changed ON webpages (account_id, changed_at, id);
`;

const backlog = ({ text, integer, strict }: Dialect) => `
-- Webpages with captures from before captures were compared. Captures after (next_at, next_id) are not compared yet.
-- A process that compares one holds the webpage until taken_until. attempts counts how often the next pair was begun.
CREATE TABLE comparison_backlog (
  webpage_id ${text} PRIMARY KEY REFERENCES webpages (id),
  next_at ${text} NOT NULL,
  next_id ${text} NOT NULL DEFAULT '',
  taken_until ${text},
  attempts ${integer} NOT NULL DEFAULT 0
)${strict};
CREATE INDEX comparison_backlog_by_age ON comparison_backlog (next_at);
INSERT INTO comparison_backlog (webpage_id, next_at)
  SELECT webpage_id, min(created_at) FROM screenshots GROUP BY webpage_id;
`;
