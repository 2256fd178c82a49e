import { Command } from 'commander';
import type { PagekeepClient, WebPageFilter, WebPageInList } from '../../client/client.ts';
import { Problem } from '../../domain/problem.ts';
import { WEBPAGE_STATES } from '../../domain/stepwise.ts';
import { splitAtCommas } from '../comma-list.ts';
import { wholeNumber } from '../number.ts';
import { say } from '../output.ts';
import { print } from '../run.ts';
import { table } from '../table.ts';
import { addTrackOptions, type TrackFlags, trackWish, wantedViews } from '../track-options.ts';
import { remoteChange } from './change-webpage.ts';
import { type Remote, remoteWebpage, withRemote } from './remote.ts';

interface AddFlags extends TrackFlags {
  readonly name?: string;
  readonly keywords?: string;
  readonly json?: boolean;
}

interface ListFlags {
  readonly q?: string;
  readonly url?: string;
  readonly keyword?: string;
  readonly site?: string;
  readonly state?: string;
  readonly limit: string;
  readonly json?: boolean;
}

export function remoteWebpages(remote: Remote): Command {
  const command = new Command('webpage').description(
    'Add, list, show, change, pause, resume, remove and restore webpages.',
  );
  addTrackOptions(command.command('add'))
    .description('Track webpages: each is captured at once and then on its schedule.')
    .argument('<url...>', 'addresses of the webpages')
    .option('--name <name>', 'name of the webpage; by default made from the address')
    .option('--keywords <words>', 'keywords, separated by commas')
    .option('--json', 'print a JSON array')
    .action((urls: string[], flags: AddFlags) =>
      withRemote(remote, async (client) => {
        const { options, ...wish } = trackWish(flags);
        const keywords = flags.keywords === undefined ? undefined : splitAtCommas(flags.keywords);
        const settings = { ...wish, name: flags.name, keywords };
        const views = wantedViews(flags);
        const drafts = urls.flatMap((url) =>
          views.map((view) => ({ url, ...settings, captureOptions: { ...options, ...view } })),
        );
        const { members } = await client.webpages.addMany(drafts as Drafts);
        const added = members.map(({ webpage }) => webpage).filter((webpage) => webpage !== undefined);
        print(flags, added, added.map(({ identifier, url }) => `${identifier}  ${url}`).join('\n'));
        const refused = members.filter(({ error }) => error);
        if (refused.length === 0) return;
        throw new Problem('invalid', refused.map(({ url, error }) => `${url}: ${error?.description}`).join('\n'));
      }),
    );
  command
    .command('list')
    .description('Search and list webpages, the newest first.')
    .option('--q <words>', 'words that the name, title, address or keywords must all contain')
    .option('--url <url>', 'the exact address')
    .option('--keyword <keyword>', 'a whole keyword')
    .option('--site <site>', 'the site')
    .option('--state <state>', `one of ${WEBPAGE_STATES.join(', ')}`)
    .option('--limit <n>', 'the most webpages to list', '1000')
    .option('--json', 'print a JSON array')
    .action(({ limit, json = false, ...filter }: ListFlags) =>
      withRemote(remote, async (client) => {
        const most = wholeNumber('--limit', limit, { from: 1, to: 1_000_000 });
        const webpages: WebPageInList[] = [];
        for await (const webpage of client.webpages.list(filter as WebPageFilter)) {
          if (webpages.push(webpage) === most) break;
        }
        const rows = webpages.map(({ identifier, name, url, state }) => [identifier, state, name, url]);
        print({ json }, webpages, table(['id', 'state', 'name', 'url'], rows));
      }),
    );
  command
    .command('show')
    .description('Print a webpage with all its settings as JSON.')
    .argument('<webpage>', 'id or address of the webpage')
    .action((target: string) =>
      withRemote(remote, async (client) => {
        const { identifier } = await remoteWebpage(client, target);
        print({ json: true }, (await client.webpages.get(identifier)).record, '');
      }),
    );
  command.addCommand(remoteChange(remote));
  command.addCommand(
    action(remote, 'pause', 'Pause the captures of a webpage. Its screenshots stay.', async (client, id) => {
      await client.webpages.pause(id);
      return 'is paused';
    }),
  );
  command.addCommand(
    action(remote, 'resume', 'Resume the captures of a webpage on its schedule.', async (client, id) => {
      const { record } = await client.webpages.resume(id);
      return `is resumed, next capture at ${record.nextCapture}`;
    }),
  );
  command
    .command('remove')
    .description('Stop tracking a webpage and move it to the trash with all its screenshots.')
    .argument('<webpage>', 'id or address of the webpage')
    .option('--yes', 'confirm the deletion')
    .action((target: string, { yes }: { yes?: boolean }) =>
      withRemote(remote, async (client) => {
        const { identifier, url } = await remoteWebpage(client, target);
        if (!yes) throw new Problem('invalid', `This would delete ${url} and its screenshots: add --yes to confirm.`);
        await client.webpages.remove(identifier);
        say(`Deleted ${url}. "webpage restore ${identifier}" brings it back.`);
      }),
    );
  command
    .command('restore')
    .description('Bring a webpage or a capture back from the trash.')
    .argument('<id>', 'id of the webpage or capture')
    .action((id: string) =>
      withRemote(remote, async (client) => {
        await client.trash.restore(id);
        say('Restored.');
      }),
    );
  return command;
}

type Drafts = Parameters<PagekeepClient['webpages']['addMany']>[0];

/** A command that acts on one webpage. `act` returns the end of a sentence about the result. */
function action(
  remote: Remote,
  name: string,
  description: string,
  act: (client: PagekeepClient, id: string) => Promise<string>,
): Command {
  return new Command(name)
    .description(description)
    .argument('<webpage>', 'id or address of the webpage')
    .action((target: string) =>
      withRemote(remote, async (client) => {
        const { identifier, url } = await remoteWebpage(client, target);
        say(`${url} ${await act(client, identifier)}.`);
      }),
    );
}
