import { hash } from 'node:crypto';
import type { Claim, Finish } from '../../../domain/capture-schedule.ts';
import type { SiteIcons } from '../../../domain/ports/site-icons.ts';
import type { Queries } from '../../engine/database.ts';

export function siteIcons(queries: Queries): SiteIcons {
  return {
    async versions(owner, hosts) {
      const rows = await queries.all(
        `SELECT host, version, ${queries.intact('site_icons')} AS intact FROM site_icons
         WHERE account_id = $1 AND host IN (${placesOf(hosts)}) AND version IS NOT NULL`,
        [owner, ...hosts],
      );
      return new Map(rows.map((row) => [String(row.host), String(row.version)]));
    },

    async find(owner, host) {
      const row = await queries.get(
        `SELECT version, image, ${queries.intact('site_icons')} AS intact FROM site_icons
         WHERE account_id = $1 AND host = $2 AND version IS NOT NULL`,
        [owner, host],
      );
      return row && { version: String(row.version), image: Buffer.from(String(row.image), 'base64') };
    },

    async checkedAt(owner, host) {
      const row = await queries.get('SELECT checked_at FROM site_icons WHERE account_id = $1 AND host = $2', [
        owner,
        host,
      ]);
      return row && String(row.checked_at);
    },
  };
}

/** Keeps the icon that a capture found. If it found none, the host keeps the icon that it has. */
export async function keepIcon(
  tx: Queries,
  { owner, webpageId }: Claim,
  icon: NonNullable<Finish['icon']>,
): Promise<void> {
  const image = icon.image && Buffer.from(icon.image).toString('base64');
  await tx.run(
    `INSERT INTO site_icons (account_id, host, group_name, checked_at, version, image)
     SELECT w.account_id, $3, w.group_name, $4, $5, $6 FROM webpages w WHERE w.account_id = $1 AND w.id = $2
     ON CONFLICT (account_id, host) DO UPDATE SET checked_at = excluded.checked_at,
       version = coalesce(excluded.version, site_icons.version), image = coalesce(excluded.image, site_icons.image)`,
    [owner, webpageId, icon.host, icon.checkedAt, image && hash('sha256', image).slice(0, VERSION_LENGTH), image],
  );
}

const VERSION_LENGTH = 16;

/** Removes the icons of a group without webpages. */
export async function removeUnusedIcons(tx: Queries, owner: string, groupName: string): Promise<void> {
  await tx.run(
    `DELETE FROM site_icons WHERE account_id = $1 AND group_name = $2
       AND NOT EXISTS (SELECT 1 FROM webpages w WHERE w.account_id = $1 AND w.group_name = $2)`,
    [owner, groupName],
  );
}

/** The places of parameters from $2 on. */
function placesOf(hosts: readonly string[]): string {
  return hosts.map((_, index) => `$${index + 2}`).join(', ') || 'NULL';
}
