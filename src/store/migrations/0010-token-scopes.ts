import type { Dialect, Migration } from '../engine/dialect.ts';

/**
 * What a token may do, until when and from where. Tokens from before may read and delete, as Archive API v3 let every
 * token do. networks: addresses and ranges, separated by commas; '' for all.
 */
export const tokenScopes: Migration = ({ text }: Dialect) => `
ALTER TABLE tokens ADD COLUMN scopes ${text} NOT NULL DEFAULT 'read,delete';
ALTER TABLE tokens ADD COLUMN expires_at ${text};
ALTER TABLE tokens ADD COLUMN networks ${text} NOT NULL DEFAULT '';
`;
