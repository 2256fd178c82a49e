import type { SealedTexts } from '../../domain/ports/sealed-texts.ts';
import type { Database, Queries } from '../engine/database.ts';

interface Place {
  readonly table: string;
  /** SQL of the key of the row. */
  readonly id: string;
  /** SQL that finds a row by this parameter, if the key is no column. */
  readonly at?: (parameter: string) => string;
  readonly column: string;
  /** SQL that tells its texts from others in the column. */
  readonly isSealed?: string;
  /** The context that app/ binds the text of a row to. */
  boundTo(id: string): string;
}

/** Every column with texts that app/seal.ts has encrypted. A column that is missing here loses its texts with the key. */
const PLACES: readonly Place[] = [
  { table: 'capture_schedules', id: 'webpage_id', column: 'secrets', boundTo: (id) => id },
  { table: 'webhooks', id: 'id', column: 'secrets', boundTo: (id) => `webhook ${id}` },
  { table: 'mails', id: 'id', column: 'secrets', boundTo: (id) => `mail ${id}` },
  { table: 'two_step', id: 'account_id', column: 'secret', boundTo: (id) => `two-step sign-in ${id}` },
  {
    table: 'replies',
    id: "account_id || ' ' || key",
    at: (parameter) => `account_id = substr(${parameter}, 1, 36) AND key = substr(${parameter}, 38)`,
    column: 'body',
    // Answers without a secret are JSON or empty.
    isSealed: "substr(body, 1, 3) = 'v1.'",
    boundTo: (id) => `reply ${id}`,
  },
];

const nameOf = ({ table, column }: Place) => `${table}.${column}`;

const isSealed = ({ column, isSealed = `${column} IS NOT NULL` }: Place) => isSealed;
/** A sealed text begins with its version and the id of its key. */
const isOther = (place: Place, parameter: string) =>
  `${isSealed(place)} AND substr(${place.column}, 4, 8) <> ${parameter}`;

export function sealedTexts(queries: Queries, write: Database['transaction']): SealedTexts {
  return {
    async exist() {
      const parts = PLACES.map((place) => `EXISTS (SELECT 1 FROM ${place.table} WHERE ${isSealed(place)})`);
      return (await queries.get(`SELECT 1 AS found WHERE ${parts.join(' OR ')}`)) !== undefined;
    },

    async countOthers(keyId) {
      const parts = PLACES.map((place) => `(SELECT count(*) FROM ${place.table} WHERE ${isOther(place, '$1')})`);
      return Number((await queries.get(`SELECT ${parts.join(' + ')} AS others`, [keyId]))?.others ?? 0);
    },

    async others(keyId, after, limit) {
      const first = after === undefined ? 0 : PLACES.findIndex((place) => nameOf(place) === after.place);
      for (const [index, place] of PLACES.slice(first).entries()) {
        const { table, id, column } = place;
        const rows = await queries.all(
          `SELECT ${id} AS id, ${column} AS sealed FROM ${table}
           WHERE ${isOther(place, '$1')} AND ${id} > $2 ORDER BY ${id} LIMIT $3`,
          [keyId, index === 0 ? (after?.id ?? '') : '', limit],
        );
        if (rows.length === 0) continue;
        return rows.map((row) => ({
          place: nameOf(place),
          id: String(row.id),
          boundTo: place.boundTo(String(row.id)),
          sealed: String(row.sealed),
        }));
      }
      return [];
    },

    replace: (texts) =>
      write(async (tx) => {
        let replaced = 0;
        for (const { place: name, id, sealed, by } of texts) {
          const place = PLACES.find((each) => nameOf(each) === name);
          if (place === undefined) throw new Error(`no sealed texts in ${name}`);
          const { table, column, at = (parameter) => `${place.id} = ${parameter}` } = place;
          const sql = `UPDATE ${table} SET ${column} = $1 WHERE ${at('$2')} AND ${column} = $3`;
          replaced += await tx.run(sql, [by, id, sealed]);
        }
        return replaced;
      }),
  };
}
