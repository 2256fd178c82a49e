import type { Tokens } from '../../../domain/ports/tokens.ts';
import { notFound, Problem } from '../../../domain/problem.ts';
import { MOST_TOKENS, SCOPES, type TokenLimits, type TokenRecord } from '../../../domain/token.ts';
import type { Database, Queries, Row } from '../../engine/database.ts';
import { maintenanceMessage, readMaintenance } from '../maintenance.ts';
import { WEBPAGE_COLUMNS_READ, webpageOf } from '../webpages/webpages.ts';
import { lockAccount } from './accounts.ts';
import type { Note } from './audit.ts';

export function tokens(queries: Queries, write: Database['transaction'], note: Note): Tokens {
  return {
    async enter(hash, webpageId) {
      // One statement, because every request of the API needs all of it, and a round trip to PostgreSQL takes a third of
      // the time of a request.
      const row =
        hash &&
        (webpageId === undefined
          ? await queries.get(entranceSql(queries, '', ''), [hash])
          : await queries.get(
              entranceSql(
                queries,
                `, ${WEBPAGE_COLUMNS_READ}, ${queries.intact('webpages t')} AS intact_webpage`,
                'LEFT JOIN webpages t ON t.id = $2 AND t.account_id = a.id',
              ),
              [hash, webpageId],
            ));
      if (!row) return { maintenance: await readMaintenance(queries), caller: undefined };
      return {
        maintenance: row.maintenance === null ? undefined : String(row.maintenance),
        caller: {
          owner: String(row.owner),
          tokenId: String(row.token_id),
          limits: limitsOf(row),
          tokenUsedAt: row.last_used_at === null ? undefined : Date.parse(String(row.last_used_at)),
          webpages: { count: Number(row.webpage_count), revision: Number(row.revision) },
          webpage: row.id == null ? undefined : webpageOf(row),
        },
      };
    },

    add: (owner, token, hash) =>
      write(async (tx) => {
        await lockAccount(tx, owner);
        const row = await tx.get('SELECT count(*) AS tokens FROM tokens WHERE account_id = $1', [owner]);
        if (Number(row?.tokens) >= MOST_TOKENS) {
          const most = `An account has at most ${MOST_TOKENS} tokens`;
          throw new Problem('unprocessable', `${most}: revoke one that is no longer needed.`);
        }
        await tx.run(
          `INSERT INTO tokens (id, account_id, name, hash, created_at, scopes, expires_at, networks)
           VALUES ($1, $2, $3, $4, $5, $6, $7, $8)`,
          [
            token.id,
            owner,
            token.name,
            hash,
            token.createdAt,
            token.scopes.join(','),
            token.expiresAt ?? null,
            token.networks.join(','),
          ],
        );
        const subject = `${token.name} (${token.scopes.join(', ')})`;
        await note(tx, { action: 'token-created', owner, subject, subjectId: token.id });
      }),

    async list(owner) {
      const rows = await queries.all(
        `SELECT id, name, created_at, last_used_at, scopes, expires_at, networks, ${queries.intact('tokens')} AS intact
         FROM tokens WHERE account_id = $1 ORDER BY created_at, id`,
        [owner],
      );
      return rows.map(tokenOf);
    },

    revoke: (owner, id) =>
      write(async (tx) => {
        const gone = await tx.get('DELETE FROM tokens WHERE account_id = $1 AND id = $2 RETURNING name', [owner, id]);
        if (!gone) throw notFound('token');
        await note(tx, { action: 'token-revoked', owner, subject: String(gone.name), subjectId: id });
      }),

    revokeAll: (owner) =>
      write(async (tx) => {
        for (const { id, name } of await tx.all('DELETE FROM tokens WHERE account_id = $1 RETURNING id, name', [
          owner,
        ])) {
          await note(tx, { action: 'token-revoked', owner, subject: String(name), subjectId: String(id) });
        }
      }),

    async touch(owner, id, usedAt) {
      await queries.run('UPDATE tokens SET last_used_at = $3 WHERE account_id = $1 AND id = $2', [owner, id, usedAt]);
    },
  };
}

/** SQL for the caller with the token $1 and the maintenance message, and for a joined record. */
function entranceSql(queries: Queries, columns: string, join: string): string {
  return `SELECT k.id AS token_id, k.last_used_at, k.scopes, k.expires_at, k.networks, a.id AS owner, a.webpage_count, a.revision,
      ${queries.intact('tokens k', 'accounts a')} AS intact, ${maintenanceMessage(queries)} AS maintenance${columns}
    FROM tokens k JOIN accounts a ON a.id = k.account_id ${join} WHERE k.hash = $1`;
}

function tokenOf(row: Row): TokenRecord {
  return {
    id: String(row.id),
    name: String(row.name),
    createdAt: String(row.created_at),
    lastUsedAt: row.last_used_at === null ? undefined : String(row.last_used_at),
    ...limitsOf(row),
  };
}

function limitsOf(row: Row): TokenLimits {
  const scopes = String(row.scopes).split(',');
  const networks = String(row.networks);
  return {
    scopes: SCOPES.filter((scope) => scopes.includes(scope)),
    expiresAt: row.expires_at === null ? undefined : String(row.expires_at),
    networks: networks === '' ? [] : networks.split(','),
  };
}
