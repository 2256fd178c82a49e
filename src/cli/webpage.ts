import { Command } from 'commander';
import { pauseWebpage, resumeWebpage, trackWebpages } from '../app/track-webpages.ts';
import { trackedViews } from '../app/tracked-views.ts';
import { deleteWebpage } from '../app/trash.ts';
import { counted } from '../domain/counted.ts';
import { WEBPAGE_SORTS, type WebpageSort } from '../domain/listing.ts';
import type { Store } from '../domain/ports/store.ts';
import { Problem } from '../domain/problem.ts';
import { printable } from '../domain/text.ts';
import { type View, viewLabel } from '../domain/view.ts';
import { readAddress } from '../domain/webpage.ts';
import { splitAtCommas } from './comma-list.ts';
import { wholeNumber } from './number.ts';
import { say } from './output.ts';
import { ACCOUNT_OPTION, ownerOf, webpageOf } from './owner.ts';
import { print, withArchive } from './run.ts';
import { table } from './table.ts';
import { addTrackOptions, type TrackFlags, trackWish, wantedViews } from './track-options.ts';
import { trashCommands } from './trash.ts';
import { watchCommand } from './watch.ts';

interface AddOptions extends TrackFlags {
  readonly account?: string;
  readonly name?: string;
  readonly keywords?: string;
  readonly allowDuplicates?: boolean;
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
  const command = new Command('webpage').description('Add, list, pause, resume, remove and restore tracked webpages.');
  addTrackOptions(command.command('add'))
    .description(
      'Track webpages: each is captured at once and then on its schedule. If one address is invalid or already tracked, none is added.',
    )
    .argument('<url...>', 'addresses of the webpages')
    .option(...ACCOUNT_OPTION)
    .option('--name <name>', 'name of the webpage; by default made from the address')
    .option('--keywords <words>', 'keywords, separated by commas')
    .option('--allow-duplicates', 'also add views that are already tracked')
    .option('--json', 'print a JSON array')
    .action((urls: string[], options: AddOptions) =>
      withArchive(async ({ store, sealingKey }) => {
        const owner = await ownerOf(store, options.account);
        const keywords = options.keywords === undefined ? undefined : splitAtCommas(options.keywords);
        const wish = { name: options.name, keywords, ...trackWish(options) };
        const views = wantedViews(options);
        if (!options.allowDuplicates) await refuseTracked(store, owner, urls.map(readAddress), views);
        const drafts = urls.flatMap((url) =>
          views.map((view) => ({ url, ...wish, options: { ...wish.options, ...view } })),
        );
        const webpages = await trackWebpages({ store, sealingKey }, owner, drafts, new Date());
        const lines = webpages.map(({ id, url }, index) => {
          const view = views[index % views.length];
          return `${id}  ${url}${view && views.length > 1 ? `  ${viewLabel(view)}` : ''}`;
        });
        print(options, webpages, lines.join('\n'));
      }),
    );
  command
    .command('list')
    .description('List tracked webpages, a page at a time.')
    .option(...ACCOUNT_OPTION)
    .option('--page <n>', 'number of the page', '1')
    .option('--limit <n>', 'webpages per page, at most 100', '50')
    .option('--sort <field>', `one of ${WEBPAGE_SORTS.join(', ')}`, 'isPartOf.name')
    .option('--json', 'print a JSON array')
    .action((options: ListOptions) =>
      withArchive(async ({ store }) => {
        const owner = await ownerOf(store, options.account);
        const state = await store.webpages.state(owner);
        const page = wholeNumber('--page', options.page, { from: 1, to: 999_999_999 });
        const limit = wholeNumber('--limit', options.limit, { from: 1, to: 100 });
        const { records: webpages } = await store.webpages.page(owner, state, {
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
          `${table(['id', 'name', 'url'], rows)}\n${counted(state.count, 'webpage')}; page ${page} of ${pages}`,
        );
      }),
    );
  command
    .command('remove')
    .description('Stop tracking a webpage and move it to the trash with all its screenshots.')
    .argument('<webpage>', 'id or address of the webpage')
    .option(...ACCOUNT_OPTION)
    .option('--yes', 'confirm the deletion')
    .action((target: string, options: { account?: string; yes?: boolean }) =>
      withArchive(async ({ store }, { trashDays }) => {
        const owner = await ownerOf(store, options.account);
        const webpage = await webpageOf(store, owner, target);
        const count = (await store.screenshots.state(owner, webpage.id, undefined))?.count ?? 0;
        if (!options.yes) {
          throw new Problem(
            'invalid',
            `This would delete ${webpage.url} and its ${counted(count, 'screenshot')}: add --yes to confirm.`,
          );
        }
        await deleteWebpage({ store, trashDays }, owner, webpage.id, { now: new Date() });
        say(`Deleted ${webpage.url} and its ${counted(count, 'screenshot')}.`);
        if (trashDays > 0) {
          say(`For ${trashDays} days, "pagekeep webpage restore ${webpage.id}" brings it back.`);
        }
      }),
    );
  command.addCommand(
    webpageAction('pause', 'Pause the captures of a webpage. Its screenshots stay.', async (store, owner, id) => {
      await pauseWebpage(store, owner, id);
      return 'is paused';
    }),
  );
  command.addCommand(
    webpageAction('resume', 'Resume the captures of a webpage on its schedule.', async (store, owner, id) => {
      const nextAt = await resumeWebpage(store, owner, id, new Date());
      return `is resumed, next capture at ${nextAt.toISOString()}`;
    }),
  );
  command.addCommand(watchCommand());
  for (const each of trashCommands()) command.addCommand(each);
  return command;
}

/** A command that acts on one webpage. `act` returns the end of a sentence about the result. */
function webpageAction(
  name: string,
  description: string,
  act: (store: Store, owner: string, webpageId: string) => Promise<string>,
): Command {
  return new Command(name)
    .description(description)
    .argument('<webpage>', 'id or address of the webpage')
    .option(...ACCOUNT_OPTION)
    .action((target: string, options: { account?: string }) =>
      withArchive(async ({ store }) => {
        const owner = await ownerOf(store, options.account);
        const { id, url } = await webpageOf(store, owner, target);
        say(`${url} ${await act(store, owner, id)}.`);
      }),
    );
}

/** Throws Problem('conflict') for a view that is tracked, or that is given twice. */
async function refuseTracked(
  store: Store,
  owner: string,
  urls: readonly string[],
  views: readonly View[],
): Promise<void> {
  const find = await trackedViews(store, owner, urls);
  for (const [index, url] of urls.entries()) {
    if (urls.indexOf(url) !== index) throw new Problem('conflict', `${printable(url, 200)} is given twice.`);
    for (const view of views) {
      const known = find(url, view);
      if (!known) continue;
      throw new Problem(
        'conflict',
        `${printable(url, 200)} is already tracked as "${viewLabel(view)}", webpage ${known.webpageId}. Choose another --view, or add it again with --allow-duplicates.`,
      );
    }
  }
}

function sortOf(text: string): WebpageSort {
  const sort = WEBPAGE_SORTS.find((each) => each === text);
  if (!sort)
    throw new Problem('invalid', `--sort is ${printable(text)}, but must be one of ${WEBPAGE_SORTS.join(', ')}.`);
  return sort;
}
