import type { Migration } from '../engine/dialect.ts';

/**
 * Further columns in the indexes of the Changes page. Days are counted, and the entries of a site or keyword found, without
 * reading the rows of the other entries, which have a kilobyte each. An entry takes about 180 bytes more.
 */
export const webpagesOfEntries: Migration = ({ engine }) => {
  // With them as keys, PostgreSQL 18 looks for the entries of one webpage in an index by time.
  const columns = (keys: string, others: string) =>
    engine === 'sqlite' ? `(${keys}, ${others})` : `(${keys}) INCLUDE (${others})`;
  return `
DROP INDEX changes_by_time;
DROP INDEX changes_by_kind;
DROP INDEX changes_reviewed;
DROP INDEX changes_of_webpage;
CREATE INDEX changes_by_time ON changes ${columns('account_id, happened_at, id', 'webpage_id, kind')} WHERE shown = 1;
CREATE INDEX changes_by_kind ON changes ${columns('account_id, kind, happened_at, id', 'webpage_id')} WHERE shown = 1;
CREATE INDEX changes_reviewed ON changes ${columns('account_id, happened_at, id', 'webpage_id, reviewed_at')}
  WHERE shown = 1 AND reviewed_at IS NOT NULL;
CREATE INDEX changes_of_webpage ON changes ${columns('webpage_id, kind, happened_at', 'shown')};
`;
};
