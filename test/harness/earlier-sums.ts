import { DatabaseSync } from 'node:sqlite';
import { addSumFunctions } from '../../src/store/engine/row-sums.ts';

/** The last version with the checksums that `quotedSum` makes. */
const VERSION = 19;

const LISTED = ['id', 'name', 'url', 'keywords', 'group_name', 'created_at', 'modified_at'];

const TABLES = `SELECT name, wr FROM pragma_table_list WHERE schema = 'main' AND type = 'table'
  AND name NOT IN ('schema_version', 'table_sums', 'sqlite_schema', 'sqlite_sequence') AND name NOT LIKE 'passage_index%'`;

/** The indexes that version 21 replaced. */
const INDEXES = `
DROP INDEX changes_by_time;
DROP INDEX changes_by_kind;
DROP INDEX changes_reviewed;
DROP INDEX changes_of_webpage;
CREATE INDEX changes_by_time ON changes (account_id, happened_at, id) WHERE shown = 1;
CREATE INDEX changes_by_kind ON changes (account_id, kind, happened_at, id) WHERE shown = 1;
CREATE INDEX changes_reviewed ON changes (account_id, happened_at, id) WHERE shown = 1 AND reviewed_at IS NOT NULL;
CREATE INDEX changes_of_webpage ON changes (webpage_id, kind, happened_at);
`;

/** Makes a database of version 21 one of version 19, which has other checksums and indexes. `damage` runs without triggers. */
export function makeVersion19(path: string, damage = ''): void {
  const database = new DatabaseSync(path, { enableForeignKeyConstraints: false });
  addSumFunctions(database);
  const all = (sql: string) => database.prepare(sql).all();
  const tables = all(TABLES).map(({ name, wr }) => {
    const columns = all(`SELECT name, pk FROM pragma_table_info('${name}')`);
    const sums = columns.filter((column) => String(column.name).endsWith('_sum'));
    const own = columns.filter((column) => !sums.includes(column)).map((column) => String(column.name));
    const key = columns.filter(({ pk }) => Number(pk) > 0).map((column) => String(column.name));
    return { name: String(name), hasSum: sums.length > 0, own, key, isClustered: wr === 1 };
  });
  database.exec('BEGIN');
  for (const { name } of all("SELECT name FROM sqlite_master WHERE type = 'trigger'")) {
    if (/_(added|changed|removed|listed|listed_anew)$/.test(String(name))) database.exec(`DROP TRIGGER ${name}`);
  }
  database.exec(`UPDATE webpages SET list_sum = ${quotedSum(LISTED)}`);
  for (const { name, hasSum, own } of tables) {
    if (hasSum) database.exec(`UPDATE ${name} SET row_sum = ${quotedSum(own)}`);
    if (hasSum)
      database.exec(
        `UPDATE table_sums SET total = (SELECT ifnull(sum(row_sum), 0) FROM ${name}) WHERE name = '${name}'`,
      );
  }
  database.exec(INDEXES);
  database.exec(damage);
  for (const table of tables) if (table.hasSum) for (const trigger of triggersOf(table)) database.exec(trigger);
  const update = `UPDATE webpages SET list_sum = ${quotedSum(LISTED, 'NEW.')} WHERE id = NEW.id`;
  database.exec(`CREATE TRIGGER webpages_listed AFTER INSERT ON webpages BEGIN ${update}; END`);
  database.exec(
    `CREATE TRIGGER webpages_listed_anew AFTER UPDATE OF ${LISTED.join(', ')} ON webpages BEGIN ${update}; END`,
  );
  database.exec(`DELETE FROM schema_version; INSERT INTO schema_version VALUES (${VERSION}); COMMIT`);
  database.close();
}

function quotedSum(columns: readonly string[], prefix = ''): string {
  return `crc32(concat(${columns.map((column) => `quote(${prefix}${column})`).join(', ')}))`;
}

interface Table {
  readonly name: string;
  readonly own: readonly string[];
  readonly key: readonly string[];
  readonly isClustered: boolean;
}

function triggersOf({ name, own, key, isClustered }: Table): string[] {
  const where = (isClustered ? key : ['rowid']).map((column) => `${column} = NEW.${column}`).join(' AND ');
  const update = `UPDATE ${name} SET row_sum = ${quotedSum(own, 'NEW.')} WHERE ${where}`;
  const added = `(SELECT row_sum FROM ${name} WHERE ${where})`;
  const check = `CASE WHEN OLD.row_sum = ${quotedSum(own, 'OLD.')} THEN 1 ELSE damaged_row('${name}', OLD.${key[0]}) END`;
  const count = (change: string) => `UPDATE table_sums SET ${change} WHERE name = '${name}'`;
  return [
    `CREATE TRIGGER ${name}_added AFTER INSERT ON ${name} BEGIN
      ${update}; ${count(`rows = rows + 1, total = total + ${added}`)}; END`,
    `CREATE TRIGGER ${name}_changed AFTER UPDATE OF ${own.join(', ')} ON ${name} BEGIN
      SELECT ${check}; ${update}; ${count(`total = total - OLD.row_sum + ${added}`)}; END`,
    `CREATE TRIGGER ${name}_removed AFTER DELETE ON ${name} BEGIN
      ${count('rows = rows - 1, total = total - OLD.row_sum')}; END`,
  ];
}
