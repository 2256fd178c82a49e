import type { Queries, Row } from '../../engine/database.ts';
import { subtractBytes } from '../accounts/account-use.ts';

/** SQL for the size of a row of `passages`. */
export const PASSAGE_BYTES = 'octet_length(content) + octet_length(words)';

/** SQL for the size of a row of `texts`. */
export const TEXT_BYTES = 'octet_length(passages) + octet_length(page)';

/** SQL for the size of all words of a webpage. `id` is an SQL expression. */
export const TEXT_BYTES_OF_WEBPAGE = (id: string) =>
  `(SELECT coalesce(sum(${PASSAGE_BYTES}), 0) FROM passages WHERE webpage_id = ${id})
   + (SELECT coalesce(sum(${TEXT_BYTES}), 0) FROM texts WHERE webpage_id = ${id})`;

/** Counts the words of the webpage $1 again. */
export const CORRECT_TEXT_BYTES = `INSERT INTO text_use (webpage_id, account_id, bytes)
  SELECT id, coalesce(account_id, trash_account_id), ${TEXT_BYTES_OF_WEBPAGE('$1')} FROM webpages WHERE id = $1
  ON CONFLICT (webpage_id) DO UPDATE SET account_id = excluded.account_id, bytes = excluded.bytes`;

/** Adds the size of new words of a webpage, and returns it. The caller adds it to the use of the account. */
export async function addTextBytes(tx: Queries, owner: string, webpageId: string, bytes: number): Promise<number> {
  if (bytes === 0) return 0;
  await tx.run(
    `INSERT INTO text_use (webpage_id, account_id, bytes) VALUES ($1, $2, $3)
     ON CONFLICT (webpage_id) DO UPDATE SET bytes = text_use.bytes + excluded.bytes`,
    [webpageId, owner, bytes],
  );
  return bytes;
}

/** Subtracts the size of removed words of a webpage, also from the use of the account that they counted for. */
export async function subtractTextBytes(tx: Queries, webpageId: string, bytes: number): Promise<void> {
  if (bytes === 0) return;
  const use = await tx.get('UPDATE text_use SET bytes = bytes - $2 WHERE webpage_id = $1 RETURNING account_id', [
    webpageId,
    bytes,
  ]);
  if (use) await subtractBytes(tx, [{ account_id: use.account_id ?? null, bytes }]);
}

export function sumBytes(rows: readonly Row[]): number {
  return rows.reduce((sum, { bytes }) => sum + Number(bytes), 0);
}
