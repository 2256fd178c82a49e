import assert from 'node:assert/strict';
import { readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';
import sharp from 'sharp';
import { addSumFunctions } from '../../src/store/engine/row-sums.ts';
import { linkBrowser } from '../harness/chromium.ts';
import { newDesk } from '../harness/cli.ts';
import { overwrite } from '../harness/damage.ts';
import { freePort } from '../harness/postgres.ts';
import { noBrowser } from '../harness/quick.ts';

test('demo fills an account and prints one object with a token that works', async (t) => {
  const desk = await newDesk(t);
  const { code, stdout } = await desk.run('demo --webpages 20 --screenshots 30 --json');
  assert.equal(code, 0);
  const { token, ...rest } = JSON.parse(stdout);
  assert.match(token, /^pagekeep_[0-9a-f]{48}$/);
  assert.deepEqual(rest, { account: 'demo@example.org', webpages: 20, screenshots: 30 });
  assert.equal((await desk.json('token list demo@example.org')).length, 1);
  assert.equal((await desk.json('webpage list --limit 100')).length, 20);

  const again = await desk.run('demo --webpages 20 --screenshots 30');
  assert.equal(again.code, 1);
  assert.match(again.stderr, /^pagekeep: demo@example\.org already contains [^\n]*another --seed[^\n]*\n$/);
  const more = await desk.json('demo --webpages 5 --screenshots 0 --seed two --account ann@example.org');
  assert.equal(more.account, 'ann@example.org');
});

test('demo without numbers fills an account with invented sites, their changes and their failures', async (t) => {
  const desk = await newDesk(t);
  const { token, screenshots, ...rest } = await desk.json('demo');
  assert.match(token, /^pagekeep_[0-9a-f]{48}$/);
  assert.deepEqual(rest, { account: 'demo@example.org', webpages: 26 });
  assert.ok(screenshots > 1500);
  const database = new DatabaseSync(join(desk.folder, 'data/pagekeep.db'));
  t.after(() => database.close());
  const count = (what: string) => Number(database.prepare(`SELECT count(*) AS n FROM ${what}`).get()?.n);
  assert.equal(count('screenshots'), screenshots);
  assert.ok(count("changes WHERE kind = 'changed' AND shown = 1") > 60);
  assert.equal(count("changes WHERE kind = 'failing' AND ended_at IS NULL"), 3);
  assert.equal(count("changes WHERE kind = 'changed' AND word IS NULL"), 0, 'all are compared');
  const found: { url: string }[] = await desk.json('search "tunnel tent"');
  assert.deepEqual(
    found.map(({ url }) => url),
    ['https://halden.example/tents/fjordlys-3'],
  );
  const { storage, ...diagnosis } = await desk.json('doctor --images');
  assert.deepEqual(diagnosis, { findings: [], found: 0, mended: 0 });
  assert.equal(storage.webpages, 26);
});

test('demo explains how to sign in with a browser, and the printed command works', async (t) => {
  const desk = await newDesk(t);
  const env = { PUBLIC_URL: 'https://archive.example/kept' };
  const { code, stdout } = await desk.run('demo --webpages 1 --screenshots 1 --account ann@example.org', { env });
  assert.equal(code, 0);
  assert.match(
    stdout,
    /^ {2}curl -H "Authorization: Bearer pagekeep_[0-9a-f]{48}" https:\/\/archive\.example\/kept\/v3/m,
  );
  assert.match(stdout, /^ {2}https:\/\/archive\.example\/kept\/sign-in$/m);
  const [, command = ''] = /^ {2}npx pagekeep (account password .*)$/m.exec(stdout) ?? [];
  assert.equal(command, 'account password ann@example.org');
  assert.match((await desk.run(command)).stdout, /^New password: /);
});

test('a webpage of the demo has no schedule, can be captured, and is paused afterwards', {
  skip: noBrowser,
}, async (t) => {
  const desk = await newDesk(t);
  await desk.json('demo --webpages 1 --screenshots 1');
  await linkBrowser(join(desk.folder, 'data'));
  const database = new DatabaseSync(join(desk.folder, 'data/pagekeep.db'));
  addSumFunctions(database);
  t.after(() => database.close());
  // Tests visit no public site: this address is refused.
  database.exec("UPDATE webpages SET url = 'http://127.0.0.1/'");
  const { code, stdout } = await desk.run('capture http://127.0.0.1/ --now', { env: { CHROMIUM_PATH: '' } });
  assert.equal(code, 1);
  assert.match(stdout, /refused: 127\.0\.0\.1 is/);
  assert.deepEqual(
    { ...database.prepare('SELECT paused, ready_at FROM capture_schedules').get() },
    { paused: 1, ready_at: null },
  );
});

test('doctor finds no problems in an archive with short and long lists', async (t) => {
  const desk = await newDesk(t);
  await desk.json('demo --webpages 5 --screenshots 150');
  const { storage, ...diagnosis } = await desk.json('doctor --images');
  assert.deepEqual(diagnosis, { findings: [], found: 0, mended: 0 });
  assert.partialDeepStrictEqual(storage, { accounts: 1, webpages: 5, largest: [{ email: 'demo@example.org' }] });
  const { code, stdout } = await desk.run('doctor');
  assert.equal(code, 0);
  assert.match(
    stdout,
    /^No problems found\. Checked: database, counts, page indexes and page logins\.\nPictures and text: [\d.]+ kB \(accounts: 1, webpages: 5\)\.\n {2}demo@example\.org: [\d.]+ kB \(webpages: 5\)\n$/,
  );
});

test('doctor reports a problem with exit code 1, fixes it with --fix, and then finds nothing', async (t) => {
  const desk = await newDesk(t);
  await desk.json('demo --webpages 5 --screenshots 8');
  const database = new DatabaseSync(join(desk.folder, 'data/pagekeep.db'));
  addSumFunctions(database);
  database.exec('UPDATE accounts SET webpage_count = 6');
  database.close();

  const found = await desk.run('doctor');
  assert.equal(found.code, 1);
  assert.match(
    found.stdout,
    /^The stored number of webpages of account \S+ is 6, but the actual number is 5\. --fix corrects the number\.\n1 problem found\. .*--fix/,
  );
  const fixed = await desk.run('doctor --fix');
  assert.equal(fixed.code, 0);
  assert.match(fixed.stdout, /actual number is 5\. Fixed\.\n1 problem found, all fixed\.\nPictures and text: /);
  assert.equal((await desk.run('doctor')).code, 0);
});

test('doctor --images finds missing, damaged and stray images, recreates thumbnails and removes only old strays', async (t) => {
  const desk = await newDesk(t);
  await desk.json('demo --webpages 12 --screenshots 60');
  const folder = join(desk.folder, 'data/images');
  const database = new DatabaseSync(join(desk.folder, 'data/pagekeep.db'));
  addSumFunctions(database);
  const pictures = database.prepare('SELECT content_key, thumbnail_key FROM pictures ORDER BY id').all();
  // Thumbnails from before their hashes were stored.
  database.exec(
    'UPDATE pictures SET thumbnail_sha256 = NULL WHERE id NOT IN (SELECT id FROM pictures ORDER BY id LIMIT 5)',
  );
  database.close();
  const [cut, altered, lost] = pictures.map(({ content_key }) => String(content_key)) as [string, string, string];
  const [, , , thumbnail, flipped, empty] = pictures.map(({ thumbnail_key }) => String(thumbnail_key));
  await writeFile(join(folder, cut), 'cut off');
  // Same length as before, so only the hash differs.
  const bytes = await readFile(join(folder, altered));
  await writeFile(join(folder, altered), bytes.fill(7, bytes.length - 20));
  await rm(join(folder, lost));
  await rm(join(folder, String(thumbnail)));
  await overwrite(join(folder, String(flipped)), 60, 1);
  await writeFile(join(folder, String(empty)), '');
  const stray = cut.replace(/\w{36}\./, `${'ab'.repeat(18)}.`);
  const young = cut.replace(/\w{36}\./, `${'cd'.repeat(18)}.`);
  for (const key of [stray, young]) await writeFile(join(folder, key), 'nobody’s');
  await utimes(join(folder, stray), 1, 1);
  const expected = [
    `damaged image ${cut}`,
    `damaged image ${altered}`,
    `missing image ${lost}`,
    `thumbnail ${thumbnail}`,
    `thumbnail ${flipped}`,
    `thumbnail ${empty}`,
    `stray image ${stray}`,
  ];

  const before = await desk.run('doctor --images');
  assert.equal(before.code, 1);
  assert.match(before.stdout, /is not what was captured: its hash is another\. Restore it from a backup\./);
  assert.match(before.stdout, /The thumbnail \S+ of picture \S+ is missing\. --fix recreates it from its picture\./);
  assert.match(before.stdout, /The thumbnail \S+ of picture \S+ is damaged\. --fix recreates it from its picture\./);
  assert.match(before.stdout, /belongs to no record\. --fix removes it\./);

  const { code, stdout } = await desk.run('doctor --images --fix --json');
  assert.equal(code, 1, 'images that only a backup can restore are still missing');
  const { findings, found, mended } = JSON.parse(stdout);
  assert.deepEqual([found, mended], [7, 4]);
  const seen = findings.map(({ kind, key }: { kind: string; key: string }) => `${kind} ${key}`);
  assert.deepEqual(new Set(seen), new Set(expected));
  const left = await readdir(join(folder, stray, '..'));
  assert.ok(!left.some((name) => stray.endsWith(name)));
  assert.ok(left.some((name) => young.endsWith(name)));
  const { width = 0, format } = await sharp(join(folder, String(thumbnail))).metadata();
  assert.ok(width > 0);
  assert.equal(format?.replace('jpeg', 'jpg'), String(thumbnail).split('.').at(-1));
  const after = await desk.run('doctor --images --json');
  assert.equal(JSON.parse(after.stdout).found, 3);
});

test('doctor --settings names each setting that does not work, and none when all work', {
  skip: noBrowser,
}, async (t) => {
  const desk = await newDesk(t);
  await desk.json('demo --webpages 2 --screenshots 2');
  await linkBrowser(join(desk.folder, 'data'));
  const port = await freePort();
  const env = { PORT: String(port), PUBLIC_URL: `http://127.0.0.1:${port}` };
  const lost = await desk.run('doctor --settings', { env });
  assert.equal(lost.code, 1);
  assert.match(lost.stdout, /^PUBLIC_URL: http:\/\/127\.0\.0\.1:\d+\/healthz does not respond/m);
  assert.match(lost.stdout, /^IMAGE_HOST_URL: /m);
  assert.match(lost.stdout, /^CHROMIUM_PATH: /m, 'there is no browser at /bin/false');

  const serving = await desk.serve({ env });
  t.after(() => serving.stop());
  const found = await desk.run('doctor --settings', { env: { ...env, CHROMIUM_PATH: '' } });
  assert.equal(found.code, 0);
  assert.match(
    found.stdout,
    /^No problems found\. Checked: database, counts, page indexes, page logins and settings\.\nPictures and text: /,
  );
});

test('doctor runs without the secret key, names the pages with unreadable logins, and explains what to do', async (t) => {
  const desk = await newDesk(t);
  await desk.run('account add ann@example.org');
  await desk.json('webpage add https://open.example/');
  const [closed] = await desk.json('webpage add https://closed.example/ --cookie "session=s3cr3t"');
  assert.equal((await desk.run('doctor')).code, 0);
  await rm(join(desk.folder, 'data/secret.key'));

  const lost = await desk.run('doctor');
  assert.deepEqual([lost.code, lost.stderr], [1, '']);
  assert.match(
    lost.stdout,
    /^SECRET_KEY: .*secret\.key is missing.*restore it from a backup.*enter the logins again\.$/m,
  );
  assert.ok(lost.stdout.includes(`Webpage ${closed.id}, https://closed.example/: The stored credentials cannot`));
  assert.doesNotMatch(lost.stdout, /open\.example|s3cr3t/);
  assert.match(lost.stdout, /^2 problems found\.$/m);

  const other = await desk.run('doctor --json', { env: { SECRET_KEY: 'x'.repeat(32) } });
  assert.equal(other.code, 1);
  const { findings } = JSON.parse(other.stdout);
  assert.partialDeepStrictEqual(findings, [{ kind: 'unreadable login', webpage: closed.id }]);
  assert.match(findings[0].fault, /SECRET_KEY is not the one .* enter the credentials again/);
});
