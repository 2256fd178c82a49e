import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { cleanup } from '../harness/cleanup.ts';
import { until } from '../harness/running.ts';
import { checkArchive, checkNoOverlap } from './invariants.ts';
import { browsersOf, killBrowser } from './processes.ts';
import { type Random, ROUNDS, seeded } from './random.ts';
import { capturesOf, checkThroughApi, keepBusy, makeWorld, settle, type World, waitUntilMidCapture } from './world.ts';

/** Causes one fault, waits until it is over, and repairs it like an operator. Returns whether the fault happened. */
type Cause = (world: World, random: Random) => Promise<boolean>;

const killProgram =
  (name: string): Cause =>
  async (world, random) => {
    await waitUntilMidCapture(world, random);
    const program = world.programs.get(name);
    program?.kill('SIGKILL');
    await program?.ended;
    // A supervisor restarts the program.
    await world.start(name);
    return true;
  };

const killChromium: Cause = (world, random) =>
  // After its start a worker has no browser for a while.
  until('a browser of the worker is killed', async () => {
    await waitUntilMidCapture(world, random);
    return killBrowser(world.programs.get('worker')?.pid ?? 0, random.pick);
  });

const stopPostgres: Cause = async ({ cluster }, random) => {
  await cluster?.stop();
  await delay(random.whole(1000));
  await cluster?.start();
  return cluster !== undefined;
};

const crashPostgres: Cause = async (world, random) => {
  const { cluster } = world;
  if (!cluster) return false;
  await waitUntilMidCapture(world, random);
  const before = await capturesOf(world);
  await cluster.crash();
  await cluster.start();
  const after = await capturesOf(world);
  // `after` has only webpages that were not deleted meanwhile.
  for (const [webpageId, kept] of after) {
    const lost = before.get(webpageId)?.difference(kept) ?? [];
    assert.deepEqual([...lost], [], 'what was recorded before a crash is there after it');
  }
  return true;
};

const failBucket =
  (fault: 'reset' | 'stall' | 'error'): Cause =>
  async ({ setBucketFault }, random) => {
    setBucketFault(fault);
    await delay(500 + random.whole(1500));
    setBucketFault('none');
    return true;
  };

const SETTINGS = {
  sqlite: {
    layout: { server: [], worker: ['--role', 'worker'] },
    causes: {
      'kill -9 of the server during a capture': killProgram('server'),
      'kill -9 of a worker during a capture': killProgram('worker'),
      'kill -9 of Chromium during a capture': killChromium,
    },
  },
  postgres: {
    layout: { server: ['--role', 'api,scheduler'], worker: ['--role', 'worker'] },
    causes: {
      'kill -9 of the server during a capture': killProgram('server'),
      'kill -9 of a worker during a capture': killProgram('worker'),
      'kill -9 of Chromium during a capture': killChromium,
      'PostgreSQL stopped and started': stopPostgres,
      'kill -9 of PostgreSQL during a capture': crashPostgres,
      'S3 refuses': failBucket('reset'),
      'S3 stalls': failBucket('stall'),
      'S3 answers with 500': failBucket('error'),
    },
  },
} as const;

for (const kind of ['sqlite', 'postgres'] as const) {
  test(`nothing is lost on ${kind} when processes are killed and services fail under load`, async (t) => {
    const undo = cleanup(t);
    const random = seeded(t);
    const { layout, causes } = SETTINGS[kind];
    const world = await makeWorld(undo, { kind, layout }, random);
    const load = keepBusy(world, random);
    undo(() => load.stop());
    // The check fails if a page is deleted meanwhile.
    await until('captures are being made', async () => (await checkThroughApi(world).catch(() => 0)) > 0);

    const caused: Record<string, number> = {};
    for (let round = 0; round < ROUNDS; round += 1) {
      for (const [name, cause] of Object.entries(causes) as [string, Cause][]) {
        await delay(random.whole(1200));
        if (await cause(world, random)) caused[name] = (caused[name] ?? 0) + 1;
      }
    }
    await load.stop();
    await settle(world);
    const screenshots = await checkThroughApi(world);
    const pids = [...world.programs.values()].map(({ pid }) => pid);
    await world.stop();
    for (const pid of pids) assert.deepEqual(await browsersOf(pid), [], 'no browser outlives its program');
    await checkNoOverlap(String(world.env.DATABASE_URL));
    const checked = await checkArchive(String(world.env.DATABASE_URL), world.images);
    assert.equal(checked.screenshots, screenshots);
    t.diagnostic(`caused: ${JSON.stringify(caused)}, under ${JSON.stringify(load.done)}`);
    t.diagnostic(`checked: ${JSON.stringify(checked)}`);
    for (const name of Object.keys(causes)) assert.ok(caused[name], `${name} was really caused`);
  });
}
