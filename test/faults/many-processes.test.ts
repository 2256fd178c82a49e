import assert from 'node:assert/strict';
import { rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { cleanup } from '../harness/cleanup.ts';
import { temporaryFolder } from '../harness/engines.ts';
import { type Env, until } from '../harness/running.ts';
import { trackPages } from '../harness/tracked-page.ts';
import { checkArchive, checkNoOverlap } from './invariants.ts';
import { ROUNDS, seeded } from './random.ts';
import { capturesOf, checkThroughApi, keepBusy, makeWorld, settle, type World, waitUntilMidCapture } from './world.ts';

const HOUR = 3_600_000;
const SHIFTED_CLOCK = new URL('shifted-clock.ts', import.meta.url).href;
const WITHOUT_BROWSER = new URL('without-browser.ts', import.meta.url).href;

const LAYOUT = {
  api: ['--role', 'api'],
  ...Object.fromEntries([1, 2].map((who) => [`scheduler ${who}`, ['--role', 'scheduler']])),
  ...Object.fromEntries([1, 2, 3, 4].map((who) => [`worker ${who}`, ['--role', 'worker']])),
};

/** Settings of a program that loads these modules first. */
function loading(...modules: readonly string[]): Env {
  return { NODE_OPTIONS: modules.map((url) => `--import=${url}`).join(' ') };
}

async function stopAndCheck(world: World) {
  await settle(world);
  const screenshots = await checkThroughApi(world);
  await world.stop();
  const checked = await checkArchive(String(world.env.DATABASE_URL), world.images);
  assert.equal(checked.screenshots, screenshots);
  return checked;
}

/** Kills worker 1 while its clock is ahead and it holds a lease that ends on the next day. */
async function killWhileAhead(world: World, setClock: (offset: number) => Promise<void>): Promise<void> {
  const leases = () => world.store.schedules.leasesBeyond(new Date(Date.now() + 29 * HOUR));
  await until('no lease ends tomorrow', async () => (await leases()).length === 0);
  await setClock(30 * HOUR);
  await until('it holds a page until tomorrow and is killed', async () => {
    if ((await leases()).length === 0) return false;
    const worker = world.programs.get('worker 1');
    worker?.kill('SIGKILL');
    await worker?.ended;
    if ((await leases()).length > 0) return true;
    // The worker finished the capture right before the kill.
    await world.start('worker 1');
    return false;
  });
}

for (const kind of ['sqlite', 'postgres'] as const) {
  test(`two schedulers and four workers run as processes on ${kind} and are killed, and nothing is lost or recorded twice`, async (t) => {
    const undo = cleanup(t);
    const random = seeded(t);
    const settings = { CAPTURE_CONCURRENCY: '1', ...loading(WITHOUT_BROWSER) };
    const world = await makeWorld(undo, { kind, layout: LAYOUT, settings }, random);
    const load = keepBusy(world, random);
    undo(() => load.stop());
    const caused: Record<string, number> = {};
    for (let round = 0; round < 3 * ROUNDS; round += 1) {
      await waitUntilMidCapture(world, random);
      const name = random.pick(Object.keys(LAYOUT).filter((each) => each !== 'api'));
      const program = world.programs.get(name);
      program?.kill('SIGKILL');
      await program?.ended;
      await world.start(name);
      caused[name] = (caused[name] ?? 0) + 1;
    }
    await until('there is something to lose', async () => {
      const captures = [...(await capturesOf(world)).values()];
      return captures.reduce((all, { size }) => all + size, 0) > 5;
    });
    await load.stop();
    const checked = await stopAndCheck(world);
    await checkNoOverlap(String(world.env.DATABASE_URL));
    t.diagnostic(`kill -9 of ${JSON.stringify(caused)}, under ${JSON.stringify(load.done)}`);
    t.diagnostic(`checked: ${JSON.stringify(checked)}`);
  });

  test(`the clocks of real processes jump by hours on ${kind}, and nothing is lost or recorded twice`, async (t) => {
    const undo = cleanup(t);
    const random = seeded(t);
    const folder = await temporaryFolder('clocks');
    const fileOf = (name: string) => join(folder, name.replace(' ', '-'));
    // The rename is atomic, so that a reader sees the old offset or the new one.
    const set = async (name: string, offset: number) => {
      await writeFile(`${fileOf(name)}.new`, String(offset));
      await rename(`${fileOf(name)}.new`, fileOf(name));
    };
    const layout = {
      server: ['--role', 'api,scheduler'],
      'worker 1': ['--role', 'worker'],
      'worker 2': ['--role', 'worker'],
    };
    for (const name of Object.keys(layout)) await set(name, 0);
    const settings = loading(SHIFTED_CLOCK, WITHOUT_BROWSER);
    const settingsOf = (name: string) => ({ FAULT_CLOCK: fileOf(name) });
    const world = await makeWorld(undo, { kind, layout, settings, settingsOf }, random);
    const load = keepBusy(world, random);
    undo(() => load.stop());
    const jumps = { forward: 0, back: 0 };
    const offsets = new Map<string, number>();
    const jump = async (name: string, offset: number) => {
      const before = offsets.get(name) ?? 0;
      if (offset !== before) jumps[offset > before ? 'forward' : 'back'] += 1;
      offsets.set(name, offset);
      await set(name, offset);
    };
    for (let round = 0; round < 8 * ROUNDS; round += 1) {
      await delay(random.whole(800));
      await jump(random.pick(Object.keys(layout)), random.pick([0, 3 * HOUR, -3 * HOUR, 30 * HOUR]));
    }
    for (const name of Object.keys(layout)) await jump(name, 0);
    await killWhileAhead(world, (offset) => jump('worker 1', offset));
    await jump('worker 1', 0);
    await world.start('worker 1');
    // A page of the same site as all others.
    const [late] = await trackPages(world.store, world.person.owner, [`${world.origin}/999`]);
    await until('a page that is added when every clock is right again is captured', async () => {
      const state = await world.store.screenshots.state(world.person.owner, String(late?.id), undefined);
      return state && state.count > 0;
    });
    await load.stop();
    const checked = await stopAndCheck(world);
    t.diagnostic(`jumps of a clock: ${JSON.stringify(jumps)}, under ${JSON.stringify(load.done)}`);
    t.diagnostic(`checked: ${JSON.stringify(checked)}`);
    assert.ok(jumps.forward > 0 && jumps.back > 0, 'clocks jumped both ways');
    assert.ok(checked.screenshots > 0, 'there was something to lose');
  });
}
