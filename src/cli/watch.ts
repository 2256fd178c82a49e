import { Command } from 'commander';
import { changeSettings } from '../app/change-settings.ts';
import { watchSite } from '../app/watch-site.ts';
import { counted } from '../domain/counted.ts';
import { say } from './output.ts';
import { ACCOUNT_OPTION, ownerOf, webpageOf } from './owner.ts';
import { withArchive } from './run.ts';
import { terminalText } from './terminal-text.ts';

interface WatchFlags {
  readonly account?: string;
  readonly site?: boolean;
  readonly clear?: boolean;
}

/** `pagekeep webpage watch`. */
export function watchCommand(): Command {
  return new Command('watch')
    .description(
      'Announce changes of a webpage only when its words change in a certain way. Without rules, print those that it has.',
    )
    .argument('<webpage>', 'id or address of the webpage')
    .argument(
      '[rule...]',
      '"appears PHRASE", "disappears PHRASE", "below NUMBER: PATTERN" or "above NUMBER: PATTERN", with # for the number',
    )
    .option(...ACCOUNT_OPTION)
    .option('--site', 'also add the rules to all webpages that the site has now; with --clear, remove all of theirs')
    .option('--clear', 'remove all rules')
    .action((target: string, rules: string[], flags: WatchFlags) =>
      withArchive(async ({ store }) => {
        const owner = await ownerOf(store, flags.account);
        const webpage = await webpageOf(store, owner, target);
        const { watchWords = [], ...others } = await store.changes.settings(owner, webpage.id);
        if (rules.length === 0 && !flags.clear) {
          say(watchWords.length > 0 ? watchWords.map(terminalText).join('\n') : 'No watch words.');
          return;
        }
        const wanted = flags.clear ? [] : rules;
        await changeSettings({ store }, owner, webpage.id, { ...others, watchWords: wanted });
        const count = flags.site ? await watchSite({ store }, owner, webpage, wanted) : 1;
        say(
          `${counted(count, 'webpage')}: ${wanted.length === 0 ? 'no watch words' : counted(wanted.length, 'rule')}.`,
        );
      }),
    );
}
