import { Command } from 'commander';
import { allResults } from '../app/word-history.ts';
import { readPhrase, readWordQuery, type WordQuery } from '../domain/word-query.ts';
import { ACCOUNT_OPTION, ownerOf } from './owner.ts';
import { withArchive } from './run.ts';
import { phraseOutput, printFound, searchOutput } from './word-formats.ts';

interface Flags {
  readonly account?: string;
  readonly exact?: boolean;
  readonly json?: boolean;
}

export interface SearchFlags extends Flags {
  readonly all?: boolean;
  readonly limit: string;
}

export interface PhraseFlags extends Flags {
  readonly csv?: boolean;
}

const EXACT = ['--exact', 'case, diacritics, width and punctuation as written'] as const;

/** The command, also for a running service. */
export function makeSearch(): Command {
  return new Command('search')
    .description('Find webpages by the words that their captures show.')
    .argument(
      '<query>',
      'words, "exact phrases", -without, site:example.org, keyword:news, from:2026-01-31, to:2026-02-28 (UTC); after -- if it begins with a minus',
    )
    .option('--all', 'look in all texts that webpages ever had, not only in the newest')
    .option(...EXACT)
    .option('--limit <number>', 'most webpages to list', '50')
    .option('--json', 'print a JSON array');
}

/** The command, also for a running service. */
export function makePhrase(): Command {
  return new Command('phrase')
    .description('Tell when a phrase appeared on webpages and when it went.')
    .argument('<phrase>', 'words that follow each other')
    .option(...EXACT)
    .option('--csv', 'print CSV, with a row for each span of time')
    .option('--json', 'print a JSON array');
}

export function searchCommand(): Command {
  return makeSearch()
    .option(...ACCOUNT_OPTION)
    .action((text: string, flags: SearchFlags) => {
      const output = searchOutput(flags);
      return printResults(searchQuery(text, flags), flags.account, output);
    });
}

export function phraseCommand(): Command {
  return makePhrase()
    .option(...ACCOUNT_OPTION)
    .action((text: string, { exact = false, ...flags }: PhraseFlags) =>
      printResults(readPhrase(text, { exact }), flags.account, phraseOutput(flags)),
    );
}

export function searchQuery(text: string, { all, exact = false }: SearchFlags): WordQuery {
  return readWordQuery(text, { scope: all ? 'all' : 'current', exact, timeZone: 'UTC' });
}

async function printResults(query: WordQuery, account: string | undefined, output: ReturnType<typeof searchOutput>) {
  await withArchive(async ({ store }) => {
    const owner = await ownerOf(store, account);
    await printFound(allResults(store.words, owner, query), { query, ...output });
  });
}
