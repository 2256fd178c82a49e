import { Command } from 'commander';
import { auditLine } from '../audit.ts';
import { safeJson, say } from '../output.ts';
import { readSince } from '../since.ts';
import { type Remote, withRemote } from './remote.ts';

export function remoteAudit(remote: Remote): Command {
  return new Command('audit')
    .description('List what was done with the account, when and from where, the newest first.')
    .option('--since <time>', 'only events since a time or a date (UTC), or a span such as 12h, 2d or 1w')
    .option('--json', 'print one JSON object per line')
    .action((flags: { since?: string; json?: boolean }) =>
      withRemote(remote, async (client) => {
        const since = flags.since === undefined ? undefined : readSince(flags.since, new Date());
        let events = 0;
        for await (const event of client.activity({ since })) {
          const { published: at, agent: actor, action, via, address, subject, times } = event;
          const record = { at, action, email: actor, actor, via, address, subject, times };
          say(flags.json ? safeJson(event) : auditLine(record));
          events += 1;
        }
        if (events === 0 && !flags.json) say('No events.');
      }),
    );
}
