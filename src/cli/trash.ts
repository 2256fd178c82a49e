import { Command } from 'commander';
import { restoreTrashed } from '../app/trash.ts';
import { counted } from '../domain/counted.ts';
import { isIdentifier } from '../domain/identifier.ts';
import type { Store } from '../domain/ports/store.ts';
import { Problem } from '../domain/problem.ts';
import { printable } from '../domain/text.ts';
import { erasedAt, type Trashed } from '../domain/trash.ts';
import { wholeNumber } from './number.ts';
import { say } from './output.ts';
import { ACCOUNT_OPTION, ownerOf } from './owner.ts';
import { print, withArchive } from './run.ts';
import { table } from './table.ts';

/** The commands for deleted webpages and captures. */
export function trashCommands(): Command[] {
  return [trashCommand(), restoreCommand(), eraseCommand()];
}

function trashCommand(): Command {
  return new Command('trash')
    .description('List deleted webpages and captures that can be restored, the newest first.')
    .option(...ACCOUNT_OPTION)
    .option('--limit <n>', 'number of entries, at most 1000', '50')
    .option('--json', 'print a JSON array')
    .action((options: { account?: string; limit: string; json?: boolean }) =>
      withArchive(async ({ store }, { trashDays }) => {
        const owner = await ownerOf(store, options.account);
        const limit = wholeNumber('--limit', options.limit, { from: 1, to: 1000 });
        const items = await store.trash.list(owner, { after: undefined, limit });
        const entries = items.map((item) => ({
          id: item.id,
          kind: item.kind,
          webpageId: item.webpage.id,
          url: item.webpage.url,
          deletedAt: item.trashedAt,
          erasedAfter: erasedAt(item, trashDays).toISOString(),
        }));
        const rows = entries.map(({ id, kind, url, deletedAt, erasedAfter }) => [
          id,
          kind,
          deletedAt,
          erasedAfter,
          url,
        ]);
        print(options, entries, table(['id', 'kind', 'deleted', 'erased after', 'url'], rows));
      }),
    );
}

function restoreCommand(): Command {
  return new Command('restore')
    .description('Bring a webpage or a capture back from the trash.')
    .argument('<id>', 'id of the webpage or capture; see "pagekeep webpage trash"')
    .option(...ACCOUNT_OPTION)
    .action((id: string, options: { account?: string }) =>
      withArchive(async ({ store }) => {
        const owner = await ownerOf(store, options.account);
        const item = await findTrashed(store, owner, id);
        await restoreTrashed(store, owner, [item], new Date());
        say(`Restored ${describe(item)}.`);
      }),
    );
}

function eraseCommand(): Command {
  return new Command('erase')
    .description('Erase a webpage or a capture in the trash with all its files.')
    .argument('<id>', 'id of the webpage or capture; see "pagekeep webpage trash"')
    .option(...ACCOUNT_OPTION)
    .option('--yes', 'confirm the deletion')
    .action((id: string, options: { account?: string; yes?: boolean }) =>
      withArchive(async ({ store }) => {
        const owner = await ownerOf(store, options.account);
        const item = await findTrashed(store, owner, id);
        if (!options.yes) {
          throw new Problem('invalid', `This would permanently delete ${describe(item)}: add --yes to confirm.`);
        }
        await store.trash.erase(owner, item.id);
        say(`Erased ${describe(item)}.`);
      }),
    );
}

async function findTrashed(store: Store, owner: string, id: string): Promise<Trashed> {
  const item = isIdentifier(id) ? await store.trash.find(owner, id) : undefined;
  if (item) return item;
  throw new Problem('not-found', `${printable(id)} is not in the trash: see "pagekeep webpage trash".`);
}

function describe(item: Trashed): string {
  const { url } = item.webpage;
  return item.kind === 'webpage'
    ? `${url} and its ${counted(item.captures, 'screenshot')}`
    : `the capture of ${url} at ${item.capturedAt}`;
}
