import { Command } from 'commander';
import { readRole } from '../app/people.ts';
import { readEmail } from '../domain/account.ts';
import { counted } from '../domain/counted.ts';
import { ACCOUNT_ROLES, type Person } from '../domain/person.ts';
import type { Store } from '../domain/ports/store.ts';
import { Problem } from '../domain/problem.ts';
import { capturesToday, describeQuota, readQuota } from '../domain/quota.ts';
import { formatBytes, formatSize } from '../domain/size.ts';
import { say } from './output.ts';
import { print, withArchive } from './run.ts';
import { table } from './table.ts';

const EMAIL = ['<email>', 'e-mail address of the account'] as const;

const AT_ONCE = 1000;

async function personOf(store: Store, email: string): Promise<Person> {
  return store.people.find((await store.accounts.findByEmail(readEmail(email))).id);
}

async function allPeople(store: Store): Promise<Person[]> {
  const found: Person[] = [];
  for (;;) {
    const some = await store.people.list({ after: found.at(-1), limit: AT_ONCE });
    found.push(...some);
    if (some.length < AT_ONCE) return found;
  }
}

export function listCommand(): Command {
  return new Command('list')
    .description('List all accounts with their role, their use and their quota.')
    .option('--json', 'print a JSON array')
    .action((options: { json?: boolean }) =>
      withArchive(async ({ store }) => {
        const people = await allPeople(store);
        const now = new Date();
        const rows = people.map(({ email, role, webpageCount, use, quota, createdAt }) => [
          email,
          role,
          String(webpageCount),
          formatBytes(use.bytes),
          String(capturesToday(use, now)),
          describeQuota(quota),
          createdAt,
        ]);
        const head = ['email', 'role', 'webpages', 'storage', 'captures today', 'quota', 'created'];
        print(options, people, table(head, rows));
      }),
    );
}

export function roleCommand(): Command {
  return new Command('role')
    .description('Make an account an administrator or a member. Administrators manage people in the web application.')
    .argument(...EMAIL)
    .argument('<role>', ACCOUNT_ROLES.join(' or '))
    .action((email: string, role: string) =>
      withArchive(async ({ store }) => {
        const person = await personOf(store, email);
        await store.people.setRole(person.id, readRole(role));
        say(`${person.email} is now ${role === 'administrator' ? 'an administrator' : 'a member'}.`);
      }),
    );
}

interface QuotaOptions {
  readonly webpages?: string;
  readonly storage?: string;
  readonly captures?: string;
}

export function quotaCommand(): Command {
  return new Command('quota')
    .description('Limit what an account uses, or show its quota. "none" removes a limit.')
    .argument(...EMAIL)
    .option('--webpages <n>', 'the most webpages')
    .option('--storage <size>', 'the most bytes of pictures, such as 500MB or 10GB')
    .option('--captures <n>', 'the most captures a day (UTC)')
    .action((email: string, options: QuotaOptions) =>
      withArchive(async ({ store }) => {
        const person = await personOf(store, email);
        const { webpages, bytes, capturesADay } = person.quota;
        const quota = readQuota({
          webpages: options.webpages ?? String(webpages ?? ''),
          storage: options.storage ?? (bytes === undefined ? '' : formatSize(bytes)),
          captures: options.captures ?? String(capturesADay ?? ''),
        });
        if (Object.keys(options).length > 0) await store.people.setQuota(person.id, quota);
        say(`${person.email}: ${describeQuota(quota)}.`);
      }),
    );
}

export function removeCommand(): Command {
  return new Command('remove')
    .description('Delete an account with all its webpages, captures, tokens and sessions.')
    .argument(...EMAIL)
    .option('--yes', 'confirm the deletion')
    .action((email: string, options: { yes?: boolean }) =>
      withArchive(async ({ store }) => {
        const person = await personOf(store, email);
        const what = `${person.email} and its ${counted(person.webpageCount, 'webpage')} with all captures`;
        if (!options.yes) {
          throw new Problem('invalid', `This would permanently delete ${what}: add --yes to confirm.`);
        }
        await store.accounts.close(person.id, new Date());
        say(`Deleted ${what}. A running service removes the files.`);
      }),
    );
}
