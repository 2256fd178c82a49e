import { globSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join, relative } from 'node:path';
import { run } from 'node:test';
import { spec } from 'node:test/reporters';
import { parseArgs } from 'node:util';
import { findBrowser } from '../src/browser/chromium/find.ts';
import { globalSetup, globalTeardown } from './global-setup.ts';
import { groupFiles } from './groups.ts';
import { cacheDir, searchPath } from './harness/chromium.ts';
import { useMemoryForFiles } from './temporary-files.ts';

/**
 * `node test/run.ts [OPTION]… [NAME]…` runs test files. A name is a folder in test/ or the path of a file; without names
 * all files run. --quick leaves out PostgreSQL, browsers and slow files. --times prints the time of each file.
 */
const { values: options, positionals: names } = parseArgs({
  allowPositionals: true,
  options: {
    quick: { type: 'boolean', default: false },
    times: { type: 'boolean', default: false },
    concurrency: { type: 'string' },
    'test-name-pattern': { type: 'string', multiple: true, default: [] },
  },
});

const BROWSER = /^test\/(browser|faults)\/|\.browser\.test\.ts$/;
/** These start the program or a third-party client in a process of its own, wait for timeouts, or take long otherwise. */
const SLOW = /^test\/(backup|cli|clients|deploy|service)\/|\.slow\.test\.ts$/;

/** More than cores, because files mostly wait for processes and pages: one of browser/ uses a quarter of a core. */
const concurrency = Number(options.concurrency ?? availableParallelism() + (options.quick ? 2 : 3));

const root = join(import.meta.dirname, '..');
const files = names.length === 0 ? filesIn('.') : names.flatMap(filesOf);
const chosen = options.quick ? files.filter((file) => !BROWSER.test(file) && !SLOW.test(file)) : files;

if (chosen.length === 0) {
  console.error(`The quick run leaves out all tests of ${names.join(' and ')}.`);
  process.exit(1);
}
if (options.quick) process.env.PAGEKEEP_TEST_QUICK = '1';
if (chosen.some((file) => BROWSER.test(file))) {
  // Reports a missing browser once instead of in every test, and unpacks a new one before any test needs it.
  await findBrowser({ cacheDir, searchPath });
}
const removeFiles = useMemoryForFiles();
await globalSetup();
const stopped = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stopped.abort());
const groups = groupFiles(longestFirst(chosen), root);
const events = run({
  files: groups.entries,
  concurrency,
  // Loading the sources fills the young generation several times at its usual size: 0.2 s of CPU for each process.
  execArgv: ['--min-semi-space-size=16'],
  signal: stopped.signal,
  testNamePatterns: options['test-name-pattern'],
});
events.once('test:fail', () => {
  process.exitCode = 1;
});
const times = new Map<string, number>();
let current = '';
for (const ended of ['test:pass', 'test:fail'] as const) {
  events.on(ended, ({ file = '', nesting, details }) => {
    // The location of a suite for one engine is in the harness, so its file is that of its last test.
    if (file.endsWith('.test.ts')) current = relative(root, file);
    if (nesting === 0) times.set(current, (times.get(current) ?? 0) + details.duration_ms);
  });
}
events.once('end', async () => {
  groups.remove();
  await globalTeardown();
  removeFiles();
  if (options.times) {
    for (const [file, ms] of [...times].sort(([, one], [, other]) => other - one)) {
      console.log(`${(ms / 1000).toFixed(1).padStart(7)} s  ${file}`);
    }
  }
});
events.compose(spec).pipe(process.stdout);

function filesOf(name: string): string[] {
  const found = name.endsWith('.ts') ? globSync(relative(root, name), { cwd: root }) : filesIn(name);
  if (found.length > 0) return found;
  const folders = new Set(filesIn('.').map((file) => file.split('/')[1]));
  console.error(
    `There is no test ${name.endsWith('.ts') ? `file ${name}` : `in test/${name}`}. Name files such as test/api/lists.test.ts, or folders of test/: ${[...folders].join(', ')}.`,
  );
  process.exit(1);
}

function filesIn(folder: string): string[] {
  return globSync(`test/${folder}/**/*.test.ts`, { cwd: root }).sort();
}

/**
 * Long files start first, so that none runs alone at the end. Files of faults/ load the CPU and those of browser/ mostly
 * wait, so they alternate.
 */
function longestFirst(all: readonly string[]): string[] {
  const { slow = [], other = [] } = Object.groupBy(all, (file) => (file.endsWith('.slow.test.ts') ? 'slow' : 'other'));
  const byFolder = Map.groupBy(other, (file) => file.split('/')[1] ?? '');
  const take = (folder: string) => {
    const taken = byFolder.get(folder) ?? [];
    byFolder.delete(folder);
    return taken;
  };
  const [faults, browser] = [take('faults'), take('browser')];
  const pairs = Array.from({ length: Math.max(faults.length, browser.length) }, (_, index) => [
    ...faults.slice(index, index + 1),
    ...browser.slice(index, index + 1),
  ]);
  const long = ['cli', 'web', 'app', 'work', 'service', 'guard', 'backup', 'contract', 'store', 'picture'].flatMap(
    take,
  );
  return [...slow, ...pairs.flat(), ...long, ...[...byFolder.values()].flat()];
}
