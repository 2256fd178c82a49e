import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { access, mkdir, mkdtemp, rm, utimes } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { makeProfile, removeProfile, sweepProfiles } from '../../src/browser/chromium/profile.ts';

const WEEK_MS = 7 * 24 * 3_600_000;

/** The id of a process that has ended. */
function deadNumber(): number {
  return spawnSync('true').pid ?? 0;
}

async function isThere(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}

/** Creates a profile with the name of a process in another PID namespace. */
async function leave(t: TestContext, name: (own: string) => string): Promise<string> {
  const own = await makeProfile();
  await removeProfile(own);
  const path = join(tmpdir(), name(basename(own)));
  await mkdir(path);
  t.after(() => rm(path, { recursive: true, force: true }));
  return path;
}

const withNumber = (own: string, pid: number) => own.replace(/-\d+-/, `-${pid}-`);
const elsewhere = (own: string) => own.replace(/-[0-9a-f]{8}-/, '-00000000-');

test('the profile of an ended process is removed, and that of a running process is not', async (t) => {
  const mine = await makeProfile();
  t.after(() => removeProfile(mine));
  const dead = await leave(t, (own) => withNumber(own, deadNumber()));
  await sweepProfiles();
  assert.equal(await isThere(dead), false);
  assert.equal(await isThere(mine), true);
});

test('the profile of another container is removed when it is a week old, whatever process has its id here', async (t) => {
  const other = await leave(t, (own) => elsewhere(withNumber(own, deadNumber())));
  await sweepProfiles();
  assert.equal(await isThere(other), true);
  const longAgo = new Date(Date.now() - WEEK_MS - 60_000);
  await utimes(other, longAgo, longAgo);
  await sweepProfiles();
  assert.equal(await isThere(other), false);
});

test('other files in the temporary folder stay', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'pagekeep-other-'));
  t.after(() => rm(folder, { recursive: true }));
  const longAgo = new Date(0);
  await utimes(folder, longAgo, longAgo);
  await sweepProfiles();
  assert.equal(await isThere(folder), true);
});
