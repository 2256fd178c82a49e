import { randomBytes, randomUUIDv7 } from 'node:crypto';
import { Command } from 'commander';
import type { DemoPlan, Filled } from '../app/demo/fill.ts';
import { hashPassword } from '../app/password.ts';
import type { Archive } from '../compose.ts';
import { type Account, readEmail } from '../domain/account.ts';
import type { Store } from '../domain/ports/store.ts';
import { Problem } from '../domain/problem.ts';
import { readLine } from '../domain/text.ts';
import { hashToken, makeToken, TOKEN_BYTES } from '../domain/token.ts';
import { wholeNumber } from './number.ts';
import { showProgress } from './progress.ts';
import { print, withArchive } from './run.ts';

interface DemoOptions {
  readonly webpages: string;
  readonly screenshots: string;
  readonly account: string;
  readonly seed: string;
  readonly json?: boolean;
}

export function demoCommand(): Command {
  return new Command('demo')
    .description(
      'Fill an account with synthetic webpages and screenshots. The same seed and account always give the same records, so a second run needs another seed. Ctrl-C stops the command and keeps the records made so far.',
    )
    .option('--webpages <n>', 'number of webpages', '200')
    .option(
      '--screenshots <n>',
      'total number of screenshots; most webpages have few, some none, a few very many',
      '2000',
    )
    .option('--account <email>', 'e-mail address of the account; created if it does not exist', 'demo@example.org')
    .option('--seed <text>', 'seed of the random generator', '1')
    .option('--json', 'print one JSON object')
    .action((options: DemoOptions) =>
      withArchive(async (archive, config) => {
        const plan = readPlan(options);
        const account = await accountOf(archive.store, plan.email);
        const filled = await fill(archive, account, plan);
        const token = await addToken(archive.store, account);
        print(
          options,
          { account: account.email, token, ...filled },
          [
            `Added ${describe(filled)} to ${account.email}. API token, shown only once:`,
            '',
            `  ${token}`,
            '',
            'While "npm start" runs in another terminal, try:',
            '',
            `  curl -H "Authorization: Bearer ${token}" ${config.publicUrl}/v3/webpages`,
            '',
            'To sign in with a browser, set a password first:',
            '',
            `  npx pagekeep account password ${account.email}`,
            `  ${config.publicUrl}/sign-in`,
          ].join('\n'),
        );
      }),
    );
}

function readPlan(options: DemoOptions): DemoPlan {
  const plan = {
    email: readEmail(options.account),
    seed: readLine('--seed', options.seed, 100),
    webpages: wholeNumber('--webpages', options.webpages, { from: 0, to: 10_000_000 }),
    screenshots: wholeNumber('--screenshots', options.screenshots, { from: 0, to: 100_000_000 }),
  };
  if (plan.screenshots > 0 && plan.webpages === 0) {
    throw new Problem('invalid', `--screenshots is ${plan.screenshots}, so --webpages must be at least 1.`);
  }
  return plan;
}

async function fill({ store, images }: Archive, account: Account, plan: DemoPlan): Promise<Filled> {
  const progress = showProgress();
  const stop = new AbortController();
  const onSignal = () => stop.abort();
  process.once('SIGINT', onSignal).once('SIGTERM', onSignal);
  try {
    const report = (made: Filled) => progress.show(`${describe(made)} of ${describe(plan)}`);
    const parts = { store, images, randomBytes, now: new Date(), report, signal: stop.signal };
    const { fillDemo } = await import('../app/demo/fill.ts');
    const filled = await fillDemo(parts, account.id, plan);
    if (stop.signal.aborted) {
      throw new Problem('unavailable', `Interrupted. ${account.email} keeps the ${describe(filled)} made so far.`);
    }
    return filled;
  } finally {
    process.off('SIGINT', onSignal).off('SIGTERM', onSignal);
    progress.end();
  }
}

async function accountOf(store: Store, email: string): Promise<Account> {
  try {
    return await store.accounts.findByEmail(email);
  } catch (error) {
    if (!(error instanceof Problem && error.kind === 'not-found')) throw error;
    const account = { id: randomUUIDv7(), email, createdAt: new Date().toISOString(), webpageCount: 0 };
    // A random password that is not shown: "pagekeep account password" sets another one.
    await store.accounts.add(account, await hashPassword(randomBytes(24).toString('base64url')));
    return account;
  }
}

async function addToken(store: Store, account: Account): Promise<string> {
  const token = makeToken(randomBytes(TOKEN_BYTES));
  const record = { id: randomUUIDv7(), name: 'demo', createdAt: new Date().toISOString(), lastUsedAt: undefined };
  await store.tokens.add(account.id, record, hashToken(token));
  return token;
}

function describe({ webpages, screenshots }: Filled): string {
  return `${webpages.toLocaleString('en')} webpages and ${screenshots.toLocaleString('en')} screenshots`;
}
