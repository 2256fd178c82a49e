import assert from 'node:assert/strict';
import { readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';
import { newDesk } from '../harness/cli.ts';

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
  assert.match(again.stderr, /^pagekeep: demo@example\.org holds [^\n]*another --seed[^\n]*\n$/);
  const more = await desk.json('demo --webpages 5 --screenshots 0 --seed two --account ann@example.org');
  assert.equal(more.account, 'ann@example.org');
});

test('doctor finds an archive in order', async (t) => {
  const desk = await newDesk(t);
  await desk.json('demo --webpages 5 --screenshots 8');
  assert.deepEqual(await desk.json('doctor --images'), { findings: [], found: 0, mended: 0 });
  const { code, stdout } = await desk.run('doctor');
  assert.deepEqual([code, stdout], [0, 'Counts and page directories are as they should be.\n']);
});

test('doctor says what is wrong with exit code 1, mends it with --fix, and then finds nothing', async (t) => {
  const desk = await newDesk(t);
  await desk.json('demo --webpages 5 --screenshots 8');
  const database = new DatabaseSync(join(desk.folder, 'data/pagekeep.db'));
  database.exec('UPDATE accounts SET webpage_count = 6');
  database.close();

  const found = await desk.run('doctor');
  assert.equal(found.code, 1);
  assert.match(
    found.stdout,
    /^The number of webpages of account \S+ is noted as 6, but there are 5\.\n1 found\. .*--fix/,
  );
  const fixed = await desk.run('doctor --fix');
  assert.equal(fixed.code, 0);
  assert.match(fixed.stdout, /there are 5\. Mended\.\nAll 1 mended\.\n$/);
  assert.equal((await desk.run('doctor')).code, 0);
});

test('doctor --images finds lost, damaged and stray images, and --fix removes only the old strays', async (t) => {
  const desk = await newDesk(t);
  await desk.json('demo --webpages 5 --screenshots 8');
  const folder = join(desk.folder, 'data/images');
  const database = new DatabaseSync(join(desk.folder, 'data/pagekeep.db'));
  const pictures = database.prepare('SELECT content_key, thumbnail_key FROM pictures ORDER BY id').all();
  database.close();
  const [damaged, lost] = [String(pictures[0]?.content_key), String(pictures[1]?.thumbnail_key)];
  await writeFile(join(folder, damaged), 'cut off');
  await rm(join(folder, lost));
  const stray = damaged.replace(/\w{36}\./, `${'ab'.repeat(18)}.`);
  const young = damaged.replace(/\w{36}\./, `${'cd'.repeat(18)}.`);
  for (const key of [stray, young]) await writeFile(join(folder, key), 'nobody’s');
  await utimes(join(folder, stray), 1, 1);

  const { code, stdout } = await desk.run('doctor --images --fix --json');
  assert.equal(code, 1, 'what only a backup has is still wrong');
  const { findings, found, mended } = JSON.parse(stdout);
  assert.deepEqual([found, mended], [3, 1]);
  const seen = findings.map(({ kind, key }: { kind: string; key: string }) => `${kind} ${key}`);
  assert.deepEqual(
    new Set(seen),
    new Set([`damaged image ${damaged}`, `missing image ${lost}`, `stray image ${stray}`]),
  );
  const left = await readdir(join(folder, stray, '..'));
  assert.ok(!left.some((name) => stray.endsWith(name)));
  assert.ok(left.some((name) => young.endsWith(name)));
});
