import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Command } from 'commander';
import { openSession } from '../../src/app/sign-in.ts';
import { isIdentifier } from '../../src/domain/identifier.ts';
import { makeProgram } from '../../src/main.ts';
import { openStore } from '../../src/store/open.ts';
import { type Desk, newDesk } from '../harness/cli.ts';
import { addScreenshot } from '../harness/records.ts';

/** The names of all commands below this one, such as "account add". */
function namesBelow(command: Command): string[] {
  return command.commands.flatMap((each) => [each.name(), ...namesBelow(each).map((name) => `${each.name()} ${name}`)]);
}

function find(program: Command, name: string): Command {
  let found = program;
  for (const word of name.split(' ')) found = found.commands.find((each) => each.name() === word) ?? assert.fail(name);
  return found;
}

async function deskWithAccount(desk: Desk): Promise<Desk> {
  await desk.json('account add ann@example.org');
  return desk;
}

test('every command has a help text', async (t) => {
  const program = await makeProgram();
  const names = namesBelow(program);
  assert.ok(names.includes('serve') && names.includes('account add'));
  for (const name of names) {
    const command = find(program, name);
    assert.ok(command.helpInformation().startsWith(`Usage: pagekeep ${name}`), name);
    assert.match(command.description(), /^[A-Z].*\.$/s, name);
  }
  const { code, stdout, stderr } = await (await newDesk(t)).run('account add --help', { alone: true });
  assert.deepEqual([code, stdout, stderr], [0, find(program, 'account add').helpInformation(), '']);
});

test('a command loads neither the server, the browser code nor other commands', async (t) => {
  const desk = await newDesk(t);
  const told = `import { registerHooks } from 'node:module';
    registerHooks({ load(url, context, next) { process.stderr.write(url + '\\n'); return next(url, context); } });`;
  const NODE_OPTIONS = `--import=data:text/javascript,${encodeURIComponent(told)}`;
  const { code, stderr } = await desk.run('account list', { env: { NODE_OPTIONS }, alone: true });
  assert.equal(code, 0, stderr);
  assert.match(stderr, /src\/store\/engine\/sqlite\.ts$/m);
  assert.doesNotMatch(stderr, /\/(fastify|typebox|sharp|src\/browser|src\/picture|src\/copy)\//);
});

test('without a command the program lists all commands and ends with exit code 1', async (t) => {
  const { code, stderr } = await (await newDesk(t)).run('', { alone: true });
  assert.equal(code, 1);
  for (const command of (await makeProgram()).commands) {
    assert.match(stderr, new RegExp(`^ {2}${command.name()}\\b`, 'm'));
  }
});

test('a mistyped command or option, or a missing argument, gives one line that mentions --help', async (t) => {
  const desk = await newDesk(t);
  const mistakes = { nonsense: 'nonsense', 'demo --webpage 3': '--webpage', 'account add': 'email' };
  for (const [args, named] of Object.entries(mistakes)) {
    const { code, stdout, stderr } = await desk.run(args);
    assert.equal(code, 1, args);
    assert.equal(stdout, '');
    assert.match(stderr, /^pagekeep: [^\n]+--help[^\n]*\n$/);
    assert.ok(stderr.includes(named), stderr);
  }
});

test('the first command creates the schema, and migrate then has nothing to do', async (t) => {
  const desk = await newDesk(t);
  const { applied } = await desk.json('migrate');
  assert.ok(applied > 0);
  assert.deepEqual(await desk.json('migrate'), { applied: 0 });
  assert.match((await desk.run('migrate')).stdout, /up to date/);
});

test('an account is added once, listed, and gets a password from standard input', async (t) => {
  const desk = await newDesk(t);
  const made = await desk.json('account add Ann@Example.org');
  assert.equal(made.email, 'ann@example.org');
  assert.ok(isIdentifier(made.id));
  assert.ok(made.password.length >= 10);

  const chosen = await desk.json('account add bob@example.org --password-stdin', { stdin: 'a long enough one\n' });
  assert.deepEqual(Object.keys(chosen), ['id', 'email']);

  const again = await desk.run('account add ann@example.org');
  assert.equal(again.code, 1);
  assert.equal(again.stderr, 'pagekeep: An account for "ann@example.org" already exists.\n');

  const unknown = await desk.run('token add eve@example.org');
  assert.equal(unknown.stderr, 'pagekeep: There is no account for "eve@example.org": see "pagekeep account list".\n');

  const list = await desk.json('account list');
  assert.deepEqual(
    list.map(({ email, webpageCount }: { email: string; webpageCount: number }) => [email, webpageCount]),
    [
      ['ann@example.org', 0],
      ['bob@example.org', 0],
    ],
  );
  assert.match(
    (await desk.run('account list')).stdout,
    /^email +role +webpages +storage +captures today +quota +created\nann@example\.org +administrator +0 /,
  );

  const short = await desk.run('account password bob@example.org --password-stdin', { stdin: 'short\n' });
  assert.equal(short.code, 1);
  assert.match(short.stderr, /^pagekeep: The password is too short[^\n]*\n$/);
  const changed = await desk.run('account password bob@example.org --password-stdin', {
    stdin: 'another quite long one\n',
  });
  assert.deepEqual([changed.code, changed.stdout], [0, 'Password changed. All browser sessions are signed out.\n']);
  const off = await desk.run('account two-step-off bob@example.org');
  assert.deepEqual([off.code, off.stderr], [1, 'pagekeep: Two-step sign-in is not on.\n']);
});

test('roles and quotas are set, an account is removed after a confirmation, and the audit log tells it', async (t) => {
  const desk = await deskWithAccount(await newDesk(t));
  await desk.json('account add bob@example.org');
  const last = await desk.run('account role ann@example.org member');
  assert.match(last.stderr, /^pagekeep: This is the only administrator: [^\n]+\n$/);
  assert.match((await desk.run('account role bob@example.org king')).stderr, /must be administrator or member/);
  const quota = await desk.run('account quota bob@example.org --webpages 0 --storage 1.5GB');
  assert.equal(quota.stdout, 'bob@example.org: 0 webpages, 1.5 GB.\n');
  assert.match((await desk.run('account quota bob@example.org --captures many')).stderr, /captures a day is "many"/);
  const refused = await desk.run('webpage add https://example.org --account bob@example.org');
  assert.match(refused.stderr, /^pagekeep: Over quota: this account may have 0 webpages/);
  const unsure = await desk.run('account remove bob@example.org');
  assert.match(unsure.stderr, /add --yes to confirm/);
  assert.equal((await desk.run('account remove bob@example.org --yes')).code, 0);
  assert.equal((await desk.json('account list')).length, 1);
  const lines = (await desk.run('audit --account ann@example.org --since 1h --json')).stdout.trim().split('\n');
  assert.deepEqual(
    lines.map((line) => JSON.parse(line)).map(({ action, via }) => [action, via]),
    [['account-created', 'command line']],
  );
  const removed = (await desk.run('audit --account bob@example.org')).stdout;
  assert.match(removed, /^\S+ {2}Account removed, for bob@example\.org, by /);
  assert.match(removed, /Account created/);
  assert.doesNotMatch(removed, /ann@/);
  assert.match(
    (await desk.run('audit --account eve@example.org')).stderr,
    /There is no account for "eve@example\.org"/,
  );
  const { stdout } = await desk.run('audit');
  assert.match(stdout, /Account removed, for bob@example\.org, by \w+ \(command line\)\n/);
  assert.match(stdout, /Quota changed: 0 webpages, 1\.5 GB, for bob@example\.org/);
  assert.equal((await desk.run('invitation allow administrators')).stdout, 'Only administrators may invite people.\n');
  assert.equal((await desk.run('invitation list')).stdout, 'No entries.\n');
  assert.match((await desk.run('doctor')).stdout, /Pictures and text: 0 bytes \(accounts: 1, webpages: 0\)\./);
});

test('a new password ends all sessions of the account and no others', async (t) => {
  const desk = await deskWithAccount(await newDesk(t));
  await desk.json('account add bob@example.org');
  const [ann, bob] = (await desk.json('account list')).map(({ id }: { id: string }) => id);
  const store = await openStore(`sqlite:${desk.folder}/data/pagekeep.db`);
  t.after(() => store.close());
  const browser = { address: '127.0.0.1', userAgent: 'a browser' };
  for (const owner of [ann, ann, bob]) await openSession(store, owner, browser, new Date());

  const { stdout } = await desk.run('account password ann@example.org');
  assert.match(stdout, /^New password: [\w-]{20} \(shown only once\)\. All browser sessions are signed out\.\n$/);
  assert.equal((await store.sessions.list(ann, new Date(0))).length, 0);
  assert.equal((await store.sessions.list(bob, new Date(0))).length, 1);
  assert.match((await desk.run('account password --help')).stdout, /All browser\s+sessions/s);
});

test('a token is shown once, listed without its secret, and revoked', async (t) => {
  const desk = await deskWithAccount(await newDesk(t));
  const { id, token, ...rest } = await desk.json('token add ann@example.org --name "the laptop"');
  assert.match(token, /^pagekeep_[0-9a-f]{48}$/);
  const limits = { scopes: ['read', 'delete'], expiresAt: null, networks: [] };
  assert.deepEqual(rest, { name: 'the laptop', account: 'ann@example.org', ...limits });
  assert.match((await desk.run('token add ann@example.org')).stdout, /^pagekeep_[0-9a-f]{48}\n/);

  const shown = await desk.run('token list ann@example.org --json');
  assert.ok(!shown.stdout.includes(token));
  assert.deepEqual(JSON.parse(shown.stdout)[0].id, id);
  assert.match(
    (await desk.run('token list ann@example.org')).stdout,
    /the laptop .* never +read,delete +never +anywhere\n/,
  );

  assert.equal((await desk.run(`token revoke ann@example.org ${id}`)).stdout, 'Token revoked.\n');
  const twice = await desk.run(`token revoke ann@example.org ${id}`);
  assert.deepEqual([twice.code, twice.stderr], [1, 'pagekeep: The token does not exist.\n']);
});

test('a token has the scopes, the end and the networks that the command names', async (t) => {
  const desk = await deskWithAccount(await newDesk(t));
  const limited = 'token add ann@example.org --scopes manage --expires 2999-01-31 --from 192.0.2.0/24,::1 --json';
  const { scopes, expiresAt, networks } = JSON.parse((await desk.run(limited)).stdout);
  assert.deepEqual(
    { scopes, expiresAt, networks },
    { scopes: ['read', 'manage'], expiresAt: '2999-01-31T00:00:00.000Z', networks: ['192.0.2.0/24', '::1'] },
  );
  for (const [flags, message] of [
    ['--scopes write', '"write" is not a scope; allowed are read, delete, manage.'],
    ['--expires 2020-01-31', 'The token would have expired already; choose a time in the future.'],
    ['--expires soon', '--expires is "soon", but must be a time'],
    ['--from intranet', '"intranet" is not an address or a range;'],
  ] as const) {
    const refused = await desk.run(`token add ann@example.org ${flags}`);
    assert.equal(refused.code, 1);
    assert.ok(refused.stderr.startsWith(`pagekeep: ${message}`), refused.stderr);
  }
});

test('webpages are added all or none, listed by page, and removed only with --yes', async (t) => {
  const desk = await deskWithAccount(await newDesk(t));
  const bad = await desk.run('webpage add https://example.org/ nonsense');
  assert.equal(bad.code, 1);
  assert.match(bad.stderr, /^pagekeep: "nonsense" is not a URL[^\n]*\n$/);
  assert.deepEqual(await desk.json('webpage list'), []);

  const [first] = await desk.json('webpage add https://b.example.org/ https://a.example.net/ --keywords "red, blue"');
  assert.deepEqual(first.keywords, ['red', 'blue']);
  assert.equal(first.groupName, 'example.org');

  const listed = await desk.json('webpage list --sort url --limit 1 --page 2');
  assert.deepEqual(
    listed.map(({ url }: { url: string }) => url),
    ['https://b.example.org/'],
  );
  assert.match((await desk.run('webpage list')).stdout, /2 webpages; page 1 of 1\n$/);

  const asked = await desk.run(`webpage remove ${first.id}`);
  assert.equal(asked.code, 1);
  assert.match(asked.stderr, /^pagekeep: [^\n]*add --yes[^\n]*\n$/);
  assert.equal((await desk.run(`webpage remove ${first.id} --yes`)).code, 0);
  assert.equal((await desk.json('webpage list')).length, 1);
});

test('a removed webpage is in the trash until it is restored or erased', async (t) => {
  const desk = await deskWithAccount(await newDesk(t));
  const [webpage] = await desk.json('webpage add https://example.org/');
  const removed = await desk.run(`webpage remove ${webpage.id} --yes`);
  assert.match(removed.stdout, new RegExp(`"pagekeep webpage restore ${webpage.id}" brings it back`));
  const [entry] = await desk.json('webpage trash');
  assert.partialDeepStrictEqual(entry, { id: webpage.id, kind: 'webpage', url: 'https://example.org/' });
  assert.equal(Date.parse(entry.erasedAfter) - Date.parse(entry.deletedAt), 7 * 86_400_000);
  assert.equal((await desk.run(`webpage restore ${webpage.id}`)).code, 0);
  assert.deepEqual(await desk.json('webpage trash'), []);
  for (const command of ['restore', 'erase --yes']) {
    const { code, stderr } = await desk.run(`webpage ${command} ${webpage.id}`);
    assert.equal(code, 1);
    assert.match(stderr, /^pagekeep: [^\n]* is not in the trash[^\n]*\n$/);
  }
  await desk.run(`webpage remove ${webpage.id} --yes`);
  assert.match((await desk.run(`webpage erase ${webpage.id}`)).stderr, /add --yes to confirm/);
  assert.equal((await desk.run(`webpage erase ${webpage.id} --yes`)).code, 0);
  assert.deepEqual(await desk.json('webpage trash'), []);
});

test('a single capture is moved to the trash, restored and erased', async (t) => {
  const desk = await deskWithAccount(await newDesk(t));
  const [{ id: owner }] = await desk.json('account list');
  const [webpage] = await desk.json('webpage add https://example.org/');
  const store = await openStore(`sqlite:${desk.folder}/data/pagekeep.db`);
  const { id } = await addScreenshot(store, owner, webpage.id);
  const isShown = async () => (await store.screenshots.find(owner, webpage.id, id)) !== undefined;
  assert.match(
    (await desk.run(`capture delete ${id}`)).stderr,
    /^pagekeep: This would delete the capture of https:\/\/example\.org\/ at [^\n]*: add --yes to confirm\.\n$/,
  );
  assert.ok(await isShown());
  const deleted = await desk.run(`capture delete ${id} --yes`);
  assert.match(
    deleted.stdout,
    /^Deleted the capture of https:\/\/example\.org\/ at \S+\.\nFor 7 days, "pagekeep webpage restore /,
  );
  assert.ok(!(await isShown()));
  const [entry] = await desk.json('webpage trash');
  assert.partialDeepStrictEqual(entry, { id, kind: 'capture', webpageId: webpage.id });
  assert.match((await desk.run(`capture delete ${id} --yes`)).stderr, /^pagekeep: There is no capture /);
  assert.match((await desk.run('capture delete x --yes')).stderr, /^pagekeep: There is no capture "x"/);
  assert.equal((await desk.run(`webpage restore ${id}`)).code, 0);
  assert.ok(await isShown());
  const erased = await desk.run(`capture delete ${id} --yes`, { env: { TRASH_DAYS: '0' } });
  assert.doesNotMatch(erased.stdout, /restore/);
  assert.deepEqual(await desk.json('webpage trash'), []);
  await store.close();
});

test('for an address that is tracked several times, commands ask for an id', async (t) => {
  const desk = await deskWithAccount(await newDesk(t));
  const [wide] = await desk.json('webpage add https://example.org/ --name Wide');
  const [narrow] = await desk.json('webpage add https://example.org/ --name Narrow --viewport phone');
  for (const command of ['remove --yes', 'pause', 'resume']) {
    const { code, stdout, stderr } = await desk.run(`webpage ${command} https://example.org/`);
    assert.deepEqual([code, stdout], [1, ''], command);
    assert.equal(
      stderr,
      `pagekeep: https://example.org/ is tracked several times. Use the id of one of them: ${wide.id} (Desktop) or ${narrow.id} (Phone).\n`,
    );
  }
  assert.equal((await desk.json('webpage list')).length, 2);
  assert.equal((await desk.run(`webpage remove --yes ${wide.id}`)).code, 0);
  assert.equal((await desk.run('webpage remove --yes https://example.org/')).code, 0, 'only one is left');
});

test('several views of a page are webpages of their own, and no view is added twice', async (t) => {
  const desk = await deskWithAccount(await newDesk(t));
  const added = await desk.json('webpage add https://example.org/a --view desktop --view phone:dark --view 900x700');
  assert.deepEqual(
    added.map(({ url, name }: { url: string; name: string }) => [url, name]),
    [
      ['https://example.org/a', 'example.org/a'],
      ['https://example.org/a', 'example.org/a (Phone, dark)'],
      ['https://example.org/a', 'example.org/a (900 × 700)'],
    ],
  );
  for (const [words, message] of [
    ['--view tablet --view phone:dark', `is already tracked as "Phone, dark", webpage ${added[1].id}`],
    ['--view tablet --view tablet', 'The view Tablet was given twice.'],
    ['--view toaster', 'view "toaster" is not known'],
    ['--view phone --dark', '--view sets the screen and the colours. Leave out --viewport and --dark.'],
    ['https://example.org/a --view tablet', 'is given twice'],
  ] as const) {
    const { code, stderr } = await desk.run(`webpage add https://example.org/a ${words}`);
    assert.equal(code, 1, words);
    assert.ok(stderr.includes(message), stderr);
  }
  assert.equal((await desk.json('webpage list')).length, 3);
  assert.equal((await desk.run(`webpage remove --yes ${added[1].id}`)).code, 0);
  assert.equal((await desk.json('webpage list')).length, 2, 'the other views stay');
  await desk.json('webpage add https://example.org/a --allow-duplicates');
  const { stderr } = await desk.run('webpage pause https://example.org/a');
  assert.match(stderr, /\(Desktop\), \S+ \(900 × 700\) or \S+ \(Desktop \(2\)\)/);
});

test('with several accounts, --account is required', async (t) => {
  const desk = await deskWithAccount(await newDesk(t));
  await desk.json('account add bob@example.org');
  const { code, stderr } = await desk.run('webpage list');
  assert.equal(code, 1);
  assert.match(stderr, /--account EMAIL/);
  assert.deepEqual(await desk.json('webpage list --account bob@example.org'), []);
});

test('the error for an invalid number or sort names the allowed values', async (t) => {
  const desk = await deskWithAccount(await newDesk(t));
  const mistakes = {
    'webpage list --limit 101': /^pagekeep: --limit is "101", but must be a whole number from 1 to 100\.\n$/,
    'webpage list --page 0': /^pagekeep: --page is "0", but must be a whole number from 1 to 999999999\.\n$/,
    'webpage list --sort size': /^pagekeep: --sort is "size", but must be one of dateCreated, [^\n]*\n$/,
    'demo --webpages many': /^pagekeep: --webpages is "many", but must be a whole number from 0 to 10000000\.\n$/,
    'demo --screenshots -1': /^pagekeep: [^\n]*--screenshots[^\n]*\n$/,
    'demo --webpages 0 --screenshots 5': /^pagekeep: --screenshots is 5, so --webpages must be at least 1\.\n$/,
  };
  for (const [args, said] of Object.entries(mistakes)) {
    const { code, stdout, stderr } = await desk.run(args);
    assert.equal(code, 1, args);
    assert.equal(stdout, '');
    assert.match(stderr, said);
  }
  assert.equal((await desk.json('account list')).length, 1, 'a refused demo makes no account');
});
