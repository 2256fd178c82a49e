import type { Picture } from '../../../domain/screenshot.ts';
import type { Queries, Row } from '../../engine/database.ts';

export const PICTURE_COLUMNS = `p.id AS picture_id, p.content_key, p.content_type, p.thumbnail_key, p.thumbnail_type,
  p.width, p.height, p.bytes, p.sha256, p.thumbnail_sha256`;

/**
 * Returns how many screenshots use the picture now. The picture counts in the use of the owner. A picture that exists already keeps its own files.
 * `sourceSha256` is the hash of the PNG that Chromium made; a capture with the same hash shares the picture.
 */
export async function keepPicture(
  tx: Queries,
  owner: string,
  picture: Picture,
  uses: number,
  sourceSha256?: string,
): Promise<number> {
  const kept = await tx.get(
    `INSERT INTO pictures (id, content_key, content_type, thumbnail_key, thumbnail_type, width, height, bytes, sha256,
       uses, source_sha256, thumbnail_sha256, account_id)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)
     ON CONFLICT (id) DO UPDATE SET uses = pictures.uses + excluded.uses RETURNING uses`,
    [
      picture.id,
      picture.contentKey,
      picture.contentType,
      picture.thumbnailKey,
      picture.thumbnailType,
      picture.width,
      picture.height,
      picture.bytes,
      picture.sha256,
      uses,
      sourceSha256 ?? null,
      picture.thumbnailSha256 ?? null,
      owner,
    ],
  );
  return Number(kept?.uses);
}

export function pictureOf(row: Row): Picture {
  return {
    id: row.picture_id as string,
    contentKey: row.content_key as string,
    contentType: row.content_type as string,
    thumbnailKey: row.thumbnail_key as string,
    thumbnailType: row.thumbnail_type as string,
    width: row.width as number,
    height: row.height as number,
    bytes: row.bytes as number,
    sha256: row.sha256 as string,
    thumbnailSha256: (row.thumbnail_sha256 as string | null) ?? undefined,
  };
}
