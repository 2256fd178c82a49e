import { Command } from 'commander';
import { Problem } from '../../domain/problem.ts';
import { complain } from '../output.ts';
import { print } from '../run.ts';
import { terminalText } from '../terminal-text.ts';
import { type Remote, remoteWebpage, withRemote } from './remote.ts';

/** Seconds that the service may wait before an answer. */
const WAIT = 30;
const MOST_WAITS = 20;

export function remoteCapture(remote: Remote): Command {
  return new Command('capture')
    .description('Capture tracked webpages now and print the result.')
    .argument('<webpage...>', 'ids or addresses of tracked webpages')
    .option('--json', 'print one JSON object per line for each webpage')
    .action((targets: string[], flags: { json?: boolean }) =>
      withRemote(remote, async (client) => {
        const webpages = await Promise.all(targets.map((target) => remoteWebpage(client, target)));
        const asked = await Promise.all(
          webpages.map(async ({ identifier, url }) => ({
            url,
            identifier,
            request: await client.webpages.capture(identifier),
          })),
        );
        for (const { url, identifier, request } of asked) {
          let progress = request;
          for (let waits = 0; progress.captureStatus !== 'done'; waits += 1) {
            if (waits === MOST_WAITS)
              throw new Problem('unavailable', `${url} is queued, but no worker has captured it.`);
            if (waits > 0) complain(`${url}: ${progress.captureStatus}`);
            progress = await client.webpages.follow(identifier, request.identifier, { wait: WAIT });
          }
          const { capture } = progress;
          if (capture?.outcome !== 'shot') process.exitCode = 1;
          const words =
            capture?.outcome === 'shot'
              ? `captured (${capture.title || 'no title'})`
              : `${capture?.outcome}: ${capture?.summary}`;
          print(flags, { url, ...capture }, `${url}: ${terminalText(words)}`);
        }
      }),
    );
}
