import type { Command } from 'commander';
import { type FoundWords, MOST_SPANS } from '../../app/word-history.ts';
import type { FoundWords as FoundRecord } from '../../client/client.ts';
import type { WordCapture, WordEdge } from '../../domain/ports/words.ts';
import { readPhrase } from '../../domain/word-query.ts';
import { makePhrase, makeSearch, type PhraseFlags, type SearchFlags, searchQuery } from '../search.ts';
import { phraseOutput, printFound, searchOutput } from '../word-formats.ts';
import { type Remote, withRemote } from './remote.ts';

export function remoteSearch(remote: Remote): Command {
  return makeSearch().action((text: string, flags: SearchFlags) =>
    withRemote(remote, async (client) => {
      const output = { query: searchQuery(text, flags), ...searchOutput(flags) };
      const { all, exact, json } = flags;
      const found = client.search(text, { in: all ? 'all' : 'current', exact, spans: json ? MOST_SPANS : 1 });
      await printFound(shownWords(found), output);
    }),
  );
}

export function remotePhrase(remote: Remote): Command {
  return makePhrase().action((text: string, { exact = false, ...flags }: PhraseFlags) =>
    withRemote(remote, async (client) => {
      const output = { query: readPhrase(text, { exact }), ...phraseOutput(flags) };
      await printFound(shownWords(client.phrase(text, { exact, spans: MOST_SPANS })), output);
    }),
  );
}

/** As the commands on the archive itself have them. */
export async function* shownWords(records: AsyncIterable<FoundRecord>): AsyncGenerator<FoundWords> {
  for await (const { about, passages, spanCount, spans } of records) {
    yield {
      webpage: { id: about.identifier, url: about.url, name: about.name },
      title: undefined,
      passages,
      spanCount,
      spans: spans.map(({ firstScreenshot, lastScreenshot, screenshotBefore, screenshotAfter }) => ({
        first: captureOf(firstScreenshot),
        last: captureOf(lastScreenshot),
        before: edgeOf(screenshotBefore),
        after: edgeOf(screenshotAfter),
      })),
    };
  }
}

const captureOf = (screenshot: FoundRecord['spans'][number]['firstScreenshot']): WordCapture => ({
  id: screenshot.identifier,
  at: screenshot.dateCreated,
});

function edgeOf(beside: FoundRecord['spans'][number]['screenshotBefore']): WordEdge {
  return beside ? { kind: beside.wordsKnown ? 'without' : 'unknown', capture: captureOf(beside) } : { kind: 'none' };
}
