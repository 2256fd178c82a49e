import { Problem } from '../../domain/problem.ts';
import type { Queries, Row } from './database.ts';

type Read = Pick<Queries, 'all'>;

/**
 * Reads every row, so that PostgreSQL checks the pages (their checksums, where the cluster has them) and decompresses
 * every value. Compares indexes with their tables where the extension amcheck is installed, and looks for rows that
 * refer to missing rows. Returns one sentence for each fault.
 */
export async function findPostgresDamage(queries: Read): Promise<string[]> {
  const faults: string[] = [];
  const attempt = async (what: string, sql: string) => {
    try {
      return await queries.all(sql);
    } catch (error) {
      const cause = error instanceof Problem ? error.cause : error;
      if (!isFault(cause)) throw error;
      faults.push(`${what}: ${(cause as Error).message}.`);
      return [];
    }
  };
  for (const { name } of await queries.all(TABLES)) {
    await attempt(`The table ${name} cannot be read`, `SELECT sum(length(t::text)) AS size FROM ${name} t`);
  }
  for (const { name, check } of await queries.all(INDEXES)) {
    await attempt(`The index ${name} is damaged`, `SELECT ${check}`);
  }
  for (const key of await queries.all(FOREIGN_KEYS)) {
    const { child, parent } = key;
    const [found] = await attempt(`The foreign key of ${child} cannot be checked`, orphansOf(key));
    if (Number(found?.orphans ?? 0) === 0) continue;
    faults.push(`${found?.orphans} rows of ${child} refer to missing rows of ${parent}.`);
  }
  return faults;
}

/** data_corrupted and index_corrupted. */
export function isDamage(error: unknown): boolean {
  return /^XX00[12]$/.test(codeOf(error));
}

/** Internal errors, and I/O errors: only while everything is read on purpose. */
function isFault(error: unknown): boolean {
  return isDamage(error) || /^(XX000|58030)$/.test(codeOf(error));
}

/** The SQLSTATE of an error of PostgreSQL, or the code of another error. */
export function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : '';
}

const TABLES = `SELECT oid::regclass::text AS name FROM pg_class
  WHERE relkind = 'r' AND relnamespace = current_schema()::regnamespace ORDER BY 1`;

/** No rows without amcheck or without the right to call it. Before PostgreSQL 18 it checks indexes of btree alone. */
const INDEXES = `SELECT c.oid::regclass::text AS name, format(k.call, c.oid) AS check FROM pg_class c
  JOIN pg_am a ON a.oid = c.relam
  JOIN (VALUES ('btree', 'bt_index_check', 'bt_index_check(%s::oid::regclass, true)'),
    ('gin', 'gin_index_check', 'gin_index_check(%s::oid::regclass)')) AS k (method, name, call) ON k.method = a.amname
  WHERE c.relkind = 'i' AND c.relnamespace = current_schema()::regnamespace
    AND EXISTS (SELECT 1 FROM pg_proc p WHERE p.proname = k.name AND has_function_privilege(p.oid, 'EXECUTE')) ORDER BY 1`;

/** Keys of one column; the schema has no others. */
const FOREIGN_KEYS = `SELECT f.conrelid::regclass::text AS child, f.confrelid::regclass::text AS parent,
    c.attname AS referring, p.attname AS referred
  FROM pg_constraint f
  JOIN pg_attribute c ON c.attrelid = f.conrelid AND c.attnum = f.conkey[1]
  JOIN pg_attribute p ON p.attrelid = f.confrelid AND p.attnum = f.confkey[1]
  WHERE f.contype = 'f' AND f.connamespace = current_schema()::regnamespace ORDER BY 1, 3`;

const orphansOf = ({ child, parent, referring, referred }: Row) =>
  `SELECT count(*) AS orphans FROM ${child} c LEFT JOIN ${parent} p ON p.${referred} = c.${referring}
   WHERE c.${referring} IS NOT NULL AND p.${referred} IS NULL`;
