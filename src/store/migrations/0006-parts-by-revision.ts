import type { Migration } from '../engine/migrate.ts';

/** A run or a stretch says when it last changed, so that what is remembered of all others stays good: see pages.ts. */
export const partsByRevision: Migration = ({ integer }) => `
ALTER TABLE runs ADD COLUMN revision ${integer} NOT NULL DEFAULT 0;
`;
