import type { Migration } from '../engine/migrate.ts';

/**
 * Before a picture goes, the engine looks whether a screenshot still refers to it. Without an index it read all of them
 * for each picture: of 100,000 screenshots, 200 took 2.4 s to delete in place of 42 ms.
 */
export const screenshotsByPicture: Migration = () => `
CREATE INDEX screenshots_by_picture ON screenshots (picture_id);
`;
