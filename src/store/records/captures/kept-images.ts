import type { Queries } from '../../engine/database.ts';

/** An image that a record refers to. */
export interface KeptImage {
  readonly key: string;
  /** Undefined for thumbnails from before their hashes were stored. */
  readonly sha256: string | undefined;
}

const STEP = 1000;

export async function* keptImages(queries: Queries): AsyncGenerator<KeptImage> {
  for (let after = ''; ; ) {
    const rows = await queries.all(
      // All columns, because the backup of an older version has no column thumbnail_sha256.
      'SELECT * FROM pictures WHERE id > $1 ORDER BY id LIMIT $2',
      [after, STEP],
    );
    for (const row of rows) {
      yield { key: String(row.content_key), sha256: String(row.sha256) };
      yield { key: String(row.thumbnail_key), sha256: row.thumbnail_sha256?.toString() };
    }
    const last = rows.at(-1);
    if (!last) return;
    after = String(last.id);
  }
}
