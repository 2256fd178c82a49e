import { Command } from 'commander';
import { ONCE } from '../../app/track-webpages.ts';
import type { PagekeepClient } from '../../client/client.ts';
import { Problem } from '../../domain/problem.ts';
import { percentage } from '../number.ts';
import { print } from '../run.ts';
import { addTrackOptions, type TrackFlags, trackWish, wantedViews } from '../track-options.ts';
import { type Remote, remoteWebpage, withRemote } from './remote.ts';

interface ChangeFlags extends TrackFlags {
  readonly url?: string;
  readonly name?: string;
  readonly keywords?: string;
  readonly ignore?: string[];
  readonly leastShare?: string;
  readonly watch?: string[];
  readonly json?: boolean;
}

type Patch = Parameters<PagekeepClient['webpages']['change']>[1];

/** `webpage change`: what is not given stays. */
export function remoteChange(remote: Remote): Command {
  const collect = (text: string, before: string[] = []) => [...before, text];
  return addTrackOptions(new Command('change'))
    .description('Change a webpage. Settings that are not given stay.')
    .argument('<webpage>', 'id or address of the webpage')
    .option('--url <url>', 'address of the page to capture')
    .option('--name <name>', 'name of the webpage; empty: made from the address')
    .option('--keywords <words>', 'keywords, separated by commas; empty: none')
    .option('--ignore <selector>', 'elements whose changes do not count; can be repeated, empty: none', collect)
    .option('--least-share <percent>', 'the smallest change in percent of the page that is announced')
    .option('--watch <rule>', 'watch words such as "appears sold out"; can be repeated, empty: none', collect)
    .option('--json', 'print the webpage as JSON')
    .action((target: string, _flags: ChangeFlags, command: Command) =>
      withRemote(remote, async (client) => {
        const patch = patchOf(givenFlags(command));
        const { identifier } = await remoteWebpage(client, target);
        const { record } = await client.webpages.change(identifier, patch);
        print(command.opts<ChangeFlags>(), record, `Changed ${record.url}.`);
      }),
    );
}

/** Without those that have their default. */
function givenFlags(command: Command): ChangeFlags {
  const all = Object.entries(command.opts<ChangeFlags>());
  return Object.fromEntries(all.filter(([name]) => command.getOptionValueSource(name) === 'cli'));
}

const filled = (texts: readonly string[]) => texts.filter((text) => text.trim() !== '');

function patchOf({ url, name, keywords, ignore, leastShare, watch, json: _, ...flags }: ChangeFlags): Patch {
  if (flags.schedule === ONCE) {
    throw new Problem('invalid', `--schedule ${ONCE} is for new webpages only: pause the webpage instead.`);
  }
  if (flags.view) throw new Problem('invalid', '--view adds webpages. Use --viewport and --dark to change one.');
  const { options, ...times } = trackWish(flags);
  const [view] = wantedViews(flags);
  const captureOptions = defined({
    ...options,
    viewport: flags.viewport === undefined ? undefined : view?.viewport,
    darkMode: flags.dark,
  });
  const changeSettings = defined({
    ignoredSelectors: ignore && filled(ignore),
    leastShare: leastShare === undefined ? undefined : percentage('--least-share', leastShare),
    watchWords: watch && filled(watch),
  });
  const patch = defined({
    ...times,
    url,
    name: name === '' ? null : name,
    keywords: keywords === undefined ? undefined : filled(keywords.split(',')),
    captureOptions: orUndefined(captureOptions),
    changeSettings: orUndefined(changeSettings),
  });
  if (Object.keys(patch).length === 0) throw new Problem('invalid', 'Nothing to change: give at least one option.');
  return patch as Patch;
}

const defined = (values: object) => Object.fromEntries(Object.entries(values).filter(([, each]) => each !== undefined));
const orUndefined = (values: object) => (Object.keys(values).length === 0 ? undefined : values);
