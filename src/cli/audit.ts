import { Command } from 'commander';
import { readEmail } from '../domain/account.ts';
import { AUDIT_ACTIONS, type AuditRecord, actorOf } from '../domain/audit.ts';
import type { Store } from '../domain/ports/store.ts';
import { safeJson, say } from './output.ts';
import { withArchive } from './run.ts';
import { readSince } from './since.ts';
import { terminalText } from './terminal-text.ts';

interface AuditFlags {
  readonly account?: string;
  readonly since?: string;
  readonly json?: boolean;
}

export function auditCommand(): Command {
  return new Command('audit')
    .description('List who did what, when and from where, the newest first.')
    .option('--since <time>', 'only events since a time or a date (UTC), or a span such as 12h, 2d or 1w')
    .option('--account <email>', 'only events of this account, also of a removed one')
    .option('--json', 'print one JSON object per line')
    .action((flags: AuditFlags) =>
      withArchive(async ({ store }) => {
        const since = flags.since === undefined ? undefined : readSince(flags.since, new Date());
        const email = flags.account === undefined ? undefined : readEmail(flags.account);
        const show = flags.json ? (event: AuditRecord) => safeJson(event) : auditLine;
        let events = 0;
        for await (const event of eventsSince(store, email, since)) {
          say(show(event));
          events += 1;
        }
        if (events === 0 && email !== undefined) await store.accounts.findByEmail(email);
        if (events === 0 && !flags.json) say('No events.');
      }),
    );
}

const AT_ONCE = 500;

/** Reads a portion at a time, because the log can have any number of events. */
async function* eventsSince(
  { audit }: Store,
  email: string | undefined,
  since: Date | undefined,
): AsyncGenerator<AuditRecord> {
  const end = since?.toISOString() ?? '';
  let after: AuditRecord | undefined;
  for (;;) {
    const events = await audit.list({ owner: undefined, email, after, limit: AT_ONCE });
    for (const event of events) {
      if (event.at < end) return;
      yield event;
    }
    if (events.length < AT_ONCE) return;
    after = events.at(-1);
  }
}

type ShownEvent = Pick<AuditRecord, 'at' | 'action' | 'email' | 'actor' | 'via' | 'address' | 'subject' | 'times'>;

export function auditLine(event: ShownEvent): string {
  const { at, action, email, via, address, subject, times } = event;
  const what = `${AUDIT_ACTIONS[action]}${times > 1 ? ` (${times} times)` : ''}${subject === undefined ? '' : `: ${subject}`}`;
  const who = actorOf(event) ?? (via === 'service' ? 'pagekeep' : 'unknown visitor');
  const whose = email === undefined || email === who ? '' : `, for ${email}`;
  return terminalText(`${at}  ${what}${whose}, by ${who} (${[via, address].filter(Boolean).join(', ')})`);
}
