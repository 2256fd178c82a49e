import type { Migration } from '../engine/dialect.ts';
import { LISTED, sumOf } from '../engine/row-sums.ts';

/**
 * Checksums of the values themselves: quote() was most of the time of a check. engine/row-sums.ts makes those of all rows
 * anew after the migrations.
 */
export const plainSums: Migration = ({ engine }) => (engine === 'sqlite' ? sqlite : '');

const update = `UPDATE webpages SET list_sum = ${sumOf(LISTED, 'NEW.')} WHERE id = NEW.id`;

const sqlite = `
DROP TRIGGER webpages_listed;
DROP TRIGGER webpages_listed_anew;
UPDATE webpages SET list_sum = ${sumOf(LISTED)};
CREATE TRIGGER webpages_listed AFTER INSERT ON webpages BEGIN ${update}; END;
CREATE TRIGGER webpages_listed_anew AFTER UPDATE OF ${LISTED.map(({ name }) => name).join(', ')} ON webpages BEGIN ${update}; END;
`;
