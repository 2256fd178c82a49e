import { randomUUIDv7 } from 'node:crypto';
import { Command } from 'commander';
import { readEmail } from '../domain/account.ts';
import { WEBPAGE_SORTS, type WebpageSort } from '../domain/listing.ts';
import type { Store } from '../domain/ports.ts';
import { Problem } from '../domain/problem.ts';
import { makeWebpage } from '../domain/webpage.ts';
import { wholeNumber } from './number.ts';
import { print, withArchive } from './run.ts';
import { table } from './table.ts';

interface AddOptions {
  readonly account?: string;
  readonly name?: string;
  readonly keywords?: string;
  readonly json?: boolean;
}

interface ListOptions {
  readonly account?: string;
  readonly page: string;
  readonly limit: string;
  readonly sort: string;
  readonly json?: boolean;
}

export function webpageCommand(): Command {
  const command = new Command('webpage').description('Add, list and remove tracked webpages.');
  const account: [string, string] = ['--account <email>', 'whose webpages; not needed while there is one account'];
  command
    .command('add')
    .description('Track webpages. All of them are checked first; if one is wrong, none is added.')
    .argument('<url...>', 'their addresses')
    .option(...account)
    .option('--name <name>', 'a name; by default made from the address')
    .option('--keywords <words>', 'keywords, separated by commas')
    .option('--json', 'print a JSON array')
    .action((urls: string[], options: AddOptions) =>
      withArchive(async ({ store }) => {
        const owner = await ownerOf(store, options.account);
        const keywords = options.keywords?.split(',').filter((word) => word.trim() !== '');
        const webpages = urls.map((url) =>
          makeWebpage({ url, name: options.name, keywords }, { id: randomUUIDv7(), now: new Date() }),
        );
        await store.transaction(async (tx) => {
          for (const webpage of webpages) await tx.webpages.add(owner, webpage);
        });
        print(options, webpages, webpages.map(({ id, url }) => `${id}  ${url}`).join('\n'));
      }),
    );
  command
    .command('list')
    .description('List tracked webpages, a page at a time.')
    .option(...account)
    .option('--page <n>', 'which page', '1')
    .option('--limit <n>', 'how many to a page, at most 100', '50')
    .option('--sort <field>', `one of ${WEBPAGE_SORTS.join(', ')}`, 'isPartOf.name')
    .option('--json', 'print a JSON array')
    .action((options: ListOptions) =>
      withArchive(async ({ store }) => {
        const owner = await ownerOf(store, options.account);
        const state = await store.webpages.state(owner);
        const page = wholeNumber('--page', options.page, { from: 1, to: 999_999_999 });
        const limit = wholeNumber('--limit', options.limit, { from: 1, to: 100 });
        const webpages = await store.webpages.page(owner, state, {
          page,
          limit,
          sort: sortOf(options.sort),
          order: 'asc',
        });
        const rows = webpages.map(({ id, name, url }) => [id, name, url]);
        const pages = Math.max(1, Math.ceil(state.count / limit));
        print(
          options,
          webpages,
          `${table(['id', 'name', 'url'], rows)}\n${state.count} webpages; page ${page} of ${pages}`,
        );
      }),
    );
  command
    .command('remove')
    .description('Stop tracking a webpage and delete it with all its screenshots.')
    .argument('<id>', 'the webpage, as "webpage list" shows it')
    .option(...account)
    .option('--yes', 'do not ask')
    .action((id: string, options: { account?: string; yes?: boolean }) =>
      withArchive(async ({ store }) => {
        const owner = await ownerOf(store, options.account);
        const webpage = await store.webpages.find(owner, id);
        const state = await store.screenshots.state(owner, id, undefined);
        if (!webpage || !state) throw new Problem('not-found', `There is no webpage ${JSON.stringify(id)}.`);
        if (!options.yes) {
          throw new Problem(
            'invalid',
            `${webpage.url} and its ${state.count} screenshots would be deleted for ever: add --yes to do it.`,
          );
        }
        await store.webpages.remove(owner, id);
        console.log(`${webpage.url} is deleted with its ${state.count} screenshots.`);
      }),
    );
  return command;
}

/** The named account, or the only one. */
async function ownerOf(store: Store, email: string | undefined): Promise<string> {
  if (email !== undefined) return (await store.accounts.findByEmail(readEmail(email))).id;
  const [only, second] = await store.accounts.list();
  if (!only) throw new Problem('not-found', 'There is no account yet: make one with "pagekeep account add EMAIL".');
  if (second) throw new Problem('invalid', 'There are several accounts: say whose webpages with --account EMAIL.');
  return only.id;
}

function sortOf(text: string): WebpageSort {
  const sort = WEBPAGE_SORTS.find((each) => each === text);
  if (!sort)
    throw new Problem('invalid', `--sort is ${JSON.stringify(text)}; allowed are ${WEBPAGE_SORTS.join(', ')}.`);
  return sort;
}
