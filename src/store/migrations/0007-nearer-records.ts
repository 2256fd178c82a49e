import type { Migration } from '../engine/migrate.ts';
import { SHOWN } from './0004-written-lists.ts';

/**
 * Fewer pages of the database are read for a record. A screenshot says itself whose it is; that its webpage was not
 * deleted meanwhile is told by an index of the few that are being taken apart. And in SQLite a webpage is found in an
 * index that holds all that is shown of it, instead of in one that leads to its row.
 */
export const nearerRecords: Migration = ({ text, beside }) => `
ALTER TABLE screenshots ADD COLUMN account_id ${text};
UPDATE screenshots SET account_id = w.account_id FROM webpages w WHERE w.id = screenshots.webpage_id;
CREATE INDEX webpages_leaving ON webpages (id) WHERE account_id IS NULL;
${beside('') ? `DROP INDEX webpages_owner;\nCREATE INDEX webpages_by_id ON webpages (id, account_id${beside(SHOWN)});` : ''}
`;
