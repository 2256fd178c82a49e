import { Command } from 'commander';
import { resumeWebpage, trackWebpages } from '../app/track-webpages.ts';
import { WEBPAGE_SORTS, type WebpageSort } from '../domain/listing.ts';
import type { Store } from '../domain/ports/store.ts';
import { Problem } from '../domain/problem.ts';
import { wholeNumber } from './number.ts';
import { ACCOUNT_OPTION, ownerOf, webpageOf } from './owner.ts';
import { print, withArchive } from './run.ts';
import { table } from './table.ts';
import { addTrackOptions, type TrackFlags, trackWish } from './track-options.ts';

interface AddOptions extends TrackFlags {
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
  addTrackOptions(command.command('add'))
    .description(
      'CaptureSchedule webpages: each is captured at once and then on its schedule. If one is wrong, none is added.',
    )
    .argument('<url...>', 'their addresses')
    .option(...ACCOUNT_OPTION)
    .option('--name <name>', 'a name; by default made from the address')
    .option('--keywords <words>', 'keywords, separated by commas')
    .option('--json', 'print a JSON array')
    .action((urls: string[], options: AddOptions) =>
      withArchive(async ({ store, sealingKey }) => {
        const owner = await ownerOf(store, options.account);
        const keywords = options.keywords?.split(',').filter((word) => word.trim() !== '');
        const wish = { name: options.name, keywords, ...trackWish(options) };
        const drafts = urls.map((url) => ({ url, ...wish }));
        const webpages = await trackWebpages({ store, sealingKey }, owner, drafts, new Date());
        print(options, webpages, webpages.map(({ id, url }) => `${id}  ${url}`).join('\n'));
      }),
    );
  command
    .command('list')
    .description('List tracked webpages, a page at a time.')
    .option(...ACCOUNT_OPTION)
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
    .argument('<webpage>', 'its id or its address')
    .option(...ACCOUNT_OPTION)
    .option('--yes', 'do not ask')
    .action((target: string, options: { account?: string; yes?: boolean }) =>
      withArchive(async ({ store }) => {
        const owner = await ownerOf(store, options.account);
        const webpage = await webpageOf(store, owner, target);
        const count = (await store.screenshots.state(owner, webpage.id, undefined))?.count ?? 0;
        if (!options.yes) {
          throw new Problem(
            'invalid',
            `${webpage.url} and its ${count} screenshots would be deleted for ever: add --yes to do it.`,
          );
        }
        await store.webpages.remove(owner, webpage.id);
        console.log(`${webpage.url} is deleted with its ${count} screenshots.`);
      }),
    );
  command.addCommand(
    actCommand('pause', 'Stop capturing a webpage for now; what was captured stays.', async (store, owner, id) => {
      await store.schedules.pause(owner, id);
      return 'is paused';
    }),
  );
  command.addCommand(
    actCommand('resume', 'Capture a paused webpage again, on its schedule.', async (store, owner, id) => {
      const nextAt = await resumeWebpage(store, owner, id, new Date());
      return `is captured again, next at ${nextAt.toISOString()}`;
    }),
  );
  return command;
}

/** Does one thing to one webpage; `act` answers what is true of it then. */
function actCommand(
  name: string,
  description: string,
  act: (store: Store, owner: string, webpageId: string) => Promise<string>,
): Command {
  return new Command(name)
    .description(description)
    .argument('<webpage>', 'its id or its address')
    .option(...ACCOUNT_OPTION)
    .action((target: string, options: { account?: string }) =>
      withArchive(async ({ store }) => {
        const owner = await ownerOf(store, options.account);
        const { id, url } = await webpageOf(store, owner, target);
        console.log(`${url} ${await act(store, owner, id)}.`);
      }),
    );
}

function sortOf(text: string): WebpageSort {
  const sort = WEBPAGE_SORTS.find((each) => each === text);
  if (!sort)
    throw new Problem('invalid', `--sort is ${JSON.stringify(text)}; allowed are ${WEBPAGE_SORTS.join(', ')}.`);
  return sort;
}
