import type { Dialect, Migration } from '../engine/dialect.ts';

/** Hashes of thumbnails, by which damaged ones are found. NULL for pictures from before this migration. */
export const thumbnailHashes: Migration = ({ text }: Dialect) => `
ALTER TABLE pictures ADD COLUMN thumbnail_sha256 ${text};
`;
