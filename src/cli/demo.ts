import { randomBytes, randomUUIDv7 } from 'node:crypto';
import { Command } from 'commander';
import type { DemoParts, DemoPlan, Filled } from '../app/demo/fill.ts';
import { hashPassword } from '../app/password.ts';
import type { Archive } from '../compose.ts';
import { type Account, readEmail } from '../domain/account.ts';
import { counted } from '../domain/counted.ts';
import type { Store } from '../domain/ports/store.ts';
import { Problem } from '../domain/problem.ts';
import { readLine } from '../domain/text.ts';
import { DEFAULT_SCOPES, hashToken, makeToken, TOKEN_BYTES } from '../domain/token.ts';
import { wholeNumber } from './number.ts';
import { showProgress } from './progress.ts';
import { print, withArchive } from './run.ts';

interface DemoOptions {
  readonly webpages?: string;
  readonly screenshots?: string;
  readonly account: string;
  readonly seed: string;
  readonly json?: boolean;
}

const DEFAULT_WEBPAGES = '200';
const DEFAULT_SCREENSHOTS = '2000';

export function demoCommand(): Command {
  return new Command('demo')
    .description(
      'Fill an account with the webpages of thirteen invented sites, captured for four months until now, with changes, failures and schedules. With --webpages or --screenshots, fill it with any number of synthetic records instead, for tests of load. A second run needs another seed. Ctrl-C stops the command and keeps the records made so far.',
    )
    .option('--webpages <n>', `number of synthetic webpages (default with --screenshots: ${DEFAULT_WEBPAGES})`)
    .option(
      '--screenshots <n>',
      `total number of synthetic screenshots; most webpages have few, some none, a few very many (default with --webpages: ${DEFAULT_SCREENSHOTS})`,
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

type Plan = Pick<DemoPlan, 'email' | 'seed'> & Partial<Filled>;

function readPlan(options: DemoOptions): Plan {
  const who = { email: readEmail(options.account), seed: readLine('--seed', options.seed, 100) };
  if (options.webpages === undefined && options.screenshots === undefined) return who;
  const plan = {
    ...who,
    webpages: wholeNumber('--webpages', options.webpages ?? DEFAULT_WEBPAGES, { from: 0, to: 10_000_000 }),
    screenshots: wholeNumber('--screenshots', options.screenshots ?? DEFAULT_SCREENSHOTS, { from: 0, to: 100_000_000 }),
  };
  if (plan.screenshots > 0 && plan.webpages === 0) {
    throw new Problem('invalid', `--screenshots is ${plan.screenshots}, so --webpages must be at least 1.`);
  }
  return plan;
}

async function fill(archive: Archive, account: Account, plan: Plan): Promise<Filled> {
  const progress = showProgress();
  const stop = new AbortController();
  const onSignal = () => stop.abort();
  process.once('SIGINT', onSignal).once('SIGTERM', onSignal);
  try {
    const report = (made: Filled) => progress.show(describe(made));
    const parts = { ...archive, randomBytes, now: new Date(), report, signal: stop.signal };
    const filled = isSized(plan) ? await fillRecords(parts, account, plan) : await fillSites(parts, account, plan);
    if (stop.signal.aborted) {
      throw new Problem('unavailable', `Interrupted. ${account.email} keeps the ${describe(filled)} made so far.`);
    }
    return filled;
  } finally {
    process.off('SIGINT', onSignal).off('SIGTERM', onSignal);
    progress.end();
  }
}

const isSized = (plan: Plan): plan is DemoPlan => plan.webpages !== undefined;

async function fillRecords(parts: DemoParts, account: Account, plan: DemoPlan): Promise<Filled> {
  const { fillDemo } = await import('../app/demo/fill.ts');
  return fillDemo(parts, account.id, plan);
}

async function fillSites(parts: DemoParts & Archive, account: Account, plan: Plan): Promise<Filled> {
  const { fillShowcase } = await import('../app/demo/showcase.ts');
  const { demoStories } = await import('../app/demo/stories.ts');
  const { openComparer } = await import('../picture/compare/compare-pictures.ts');
  const comparer = openComparer();
  try {
    const showcase = { ...parts, comparePictures: comparer.compare };
    return await fillShowcase(showcase, account.id, plan, demoStories(parts.now));
  } finally {
    await comparer.close();
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
  const record = {
    id: randomUUIDv7(),
    name: 'demo',
    createdAt: new Date().toISOString(),
    lastUsedAt: undefined,
    scopes: DEFAULT_SCOPES,
    expiresAt: undefined,
    networks: [],
  };
  await store.tokens.add(account.id, record, hashToken(token));
  return token;
}

function describe({ webpages, screenshots }: Filled): string {
  return `${counted(webpages, 'webpage')} and ${counted(screenshots, 'screenshot')}`;
}
