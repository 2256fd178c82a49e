import type { Entrance, Tokens } from '../../domain/ports/tokens.ts';
import { Problem } from '../../domain/problem.ts';
import { Recent } from '../../domain/recent.ts';
import { type Soon, soon } from '../../domain/soon.ts';
import type { TokenRecord } from '../../domain/token.ts';
import type { Queries, Row } from '../engine/database.ts';
import { MAINTENANCE } from './maintenance.ts';

export function tokens(queries: Queries): Tokens {
  const findSetting = queries.byKey({ select: 's.value', from: 'settings s', key: ['s.name'] });
  const findCaller = queries.byKey({
    // With the state of the service, which would otherwise be a question of its own for every request.
    select: `t.id AS token_id, t.last_used_at, a.id AS owner, a.webpage_count, a.revision,
      (SELECT s.value FROM settings s WHERE s.name = '${MAINTENANCE}') AS maintenance`,
    from: 'tokens t JOIN accounts a ON a.id = t.account_id',
    key: ['t.hash'],
  });

  function ask(hash: string | undefined): Soon<Entrance> {
    if (!hash) return turnAway();
    return soon(findCaller(hash), (caller) => {
      if (!caller) return turnAway();
      return {
        maintenance: caller.maintenance === null ? undefined : String(caller.maintenance),
        caller: {
          owner: String(caller.owner),
          tokenId: String(caller.token_id),
          tokenUsedAt: caller.last_used_at === null ? undefined : Date.parse(String(caller.last_used_at)),
          webpages: { count: Number(caller.webpage_count), revision: Number(caller.revision) },
        },
      };
    });
  }

  /** Nobody is known by this token; that the service is closed is told all the same. */
  function turnAway(): Soon<Entrance> {
    return soon(findSetting(MAINTENANCE), (setting) => ({
      maintenance: setting && String(setting.value),
      caller: undefined,
    }));
  }

  const known = new Recent<string, { version: number; entrance: Entrance }>(1000);

  return {
    enter(hash) {
      // Nothing was written since: then nothing was revoked, closed or changed either.
      const version = queries.version();
      if (version === undefined) return ask(hash);
      const remembered = known.get(hash ?? '');
      if (remembered?.version === version) return remembered.entrance;
      return soon(ask(hash), (entrance) => {
        known.set(hash ?? '', { version, entrance });
        return entrance;
      });
    },

    async add(owner, token, hash) {
      await queries.run('INSERT INTO tokens (id, account_id, name, hash, created_at) VALUES ($1, $2, $3, $4, $5)', [
        token.id,
        owner,
        token.name,
        hash,
        token.createdAt,
      ]);
    },

    async list(owner) {
      const rows = await queries.all(
        'SELECT id, name, created_at, last_used_at FROM tokens WHERE account_id = $1 ORDER BY created_at, id',
        [owner],
      );
      return rows.map(tokenOf);
    },

    async revoke(owner, id) {
      const gone = await queries.run('DELETE FROM tokens WHERE account_id = $1 AND id = $2', [owner, id]);
      if (gone === 0) throw new Problem('not-found', 'There is no such token.');
    },

    async touch(owner, id, usedAt) {
      await queries.run('UPDATE tokens SET last_used_at = $3 WHERE account_id = $1 AND id = $2', [owner, id, usedAt]);
    },
  };
}

function tokenOf(row: Row): TokenRecord {
  return {
    id: String(row.id),
    name: String(row.name),
    createdAt: String(row.created_at),
    lastUsedAt: row.last_used_at === null ? undefined : String(row.last_used_at),
  };
}
