import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { makeCompare } from '../../src/app/compare-captures.ts';
import type { Screenshot } from '../../src/domain/screenshot.ts';
import type { Database } from '../../src/store/engine/database.ts';
import { openMigrated } from '../../src/store/open.ts';
import { comparePictures } from '../harness/changes.ts';
import { cleanup } from '../harness/cleanup.ts';
import { addScreenshot, addWebpage, makeSmallFiles, newScreenshot, storePicture } from '../harness/records.ts';
import { until } from '../harness/running.ts';
import { checkArchive } from './invariants.ts';
import { type Random, ROUNDS, seeded } from './random.ts';
import { checkThroughApi, makeWorld, type World } from './world.ts';

/** More records and more files than the sweeper removes in one step. */
const SCREENSHOTS = 250;
const AT_ONCE = 10;
const KEPT = 5;
const DELETES = Math.ceil(ROUNDS / 2);
const MOST_DELETES = DELETES + 5;

/** The number of rows and files of a deleted webpage that are not removed yet. */
async function leftOf(database: Database, webpageId: string): Promise<{ records: number; files: number }> {
  const count = async (sql: string, ...parameters: string[]) => Number((await database.get(sql, parameters))?.n);
  return {
    records: await count('SELECT count(*) AS n FROM screenshots WHERE webpage_id = $1', webpageId),
    files: await count('SELECT count(*) AS n FROM image_removals'),
  };
}

async function fillWebpage({ store, images, person }: World, screenshots: number): Promise<string> {
  const { id } = await addWebpage(store, person.owner);
  const shots: Screenshot[] = [];
  const looks = [await makeSmallFiles(), await makeSmallFiles()];
  for (let made = 0; made < screenshots; made += AT_ONCE) {
    const pictures = await Promise.all(
      Array.from({ length: AT_ONCE }, (_, index) => storePicture(images, looks[index % 2])),
    );
    shots.push(...pictures.map((picture, index) => newScreenshot(id, { picture, isFavorite: index % 3 === 0 })));
  }
  await store.screenshots.addMany(person.owner, shots);
  await store.screenshots.settle(person.owner, id);
  const compare = makeCompare({ store, images, comparePictures });
  for (let pair = 0; pair + 1 < 20; pair += 2) {
    const [before, after] = [shots[pair], shots[pair + 1]];
    if (before && after) await compare(person.owner, before, after);
  }
  return id;
}

/** Waits until the sweeper has done some steps, so that the kill happens during the removal. */
async function waitUntilMidDelete(database: Database, webpageId: string, random: Random): Promise<string> {
  let steps = 2 + random.whole(5);
  // A step removes records or files.
  for (let last = Number.POSITIVE_INFINITY; ; await delay(1)) {
    const { records, files } = await leftOf(database, webpageId);
    const phase = records > 0 ? 'records' : files > 0 ? 'files' : 'done';
    const left = records * 1_000_000 + files;
    if (left < last) steps -= 1;
    last = left;
    if (phase === 'done' || steps === 0) return phase;
  }
}

for (const kind of ['sqlite', 'postgres'] as const) {
  test(`a delete of many screenshots on ${kind} completes although the processes are killed repeatedly during it`, async (t) => {
    const undo = cleanup(t);
    const random = seeded(t);
    // The sweeper runs in a process without the API, which starts three times as fast.
    const layout = { server: ['--role', 'api'], sweeper: ['--role', 'scheduler'] };
    const world = await makeWorld(undo, { kind, layout, settings: { TRASH_DAYS: '0' } }, random);
    const { database } = await openMigrated(String(world.env.DATABASE_URL));
    undo(() => database.close());
    const neighbour = await addWebpage(world.store, world.person.owner);
    for (let made = 0; made < KEPT; made += 1) {
      const picture = await storePicture(world.images);
      await addScreenshot(world.store, world.person.owner, neighbour.id, { picture });
    }
    const headers = { Authorization: `Bearer ${world.person.token}` };
    const killed: Record<string, number> = {};
    const kill = async (phase: string, ...names: (keyof typeof layout)[]) => {
      const programs = names.map((name) => world.programs.get(name));
      for (const program of programs) program?.kill('SIGKILL');
      await Promise.all(programs.map((program) => program?.ended));
      killed[phase] = (killed[phase] ?? 0) + 1;
    };

    // On a busy machine, the sweeper can be done before this process sees that it has begun. Then there is another delete.
    const wasKilledMidway = () => (killed.records ?? 0) + (killed.files ?? 0) > 0;
    for (let round = 0; round < DELETES || (round < MOST_DELETES && !wasKilledMidway()); round += 1) {
      const id = await fillWebpage(world, SCREENSHOTS);
      const ask = async (method: string) => {
        const program = world.programs.get('server');
        for (;;) {
          const answer = await program?.ask(`/v3/webpages/${id}`, { method, headers }).catch(() => undefined);
          // The server answers 503 while it is overloaded.
          if (answer?.status !== 503) return answer?.status;
          await delay(100);
        }
      };
      // The kill comes before or after the commit. The webpage is complete, or it is deleted and stays deleted.
      const answer = ask('DELETE');
      await delay(random.whole(12));
      await kill('request', 'server', 'sweeper');
      const answered = await answer;
      await world.start('server');
      const status = await ask('GET');
      assert.ok(answered === 204 ? status === 404 : status === 404 || status === 200, `${answered}, then ${status}`);
      const shots = await database.get('SELECT count(*) AS n FROM screenshots WHERE webpage_id = $1', [id]);
      if (status === 200) {
        assert.equal(Number(shots?.n), SCREENSHOTS, 'a webpage that is there is whole');
        assert.equal(await ask('DELETE'), 204);
      }
      await world.start('sweeper');
      for (;;) {
        const phase = await waitUntilMidDelete(database, id, random);
        if (phase === 'done') break;
        await kill(phase, 'sweeper');
        await world.start('sweeper');
        assert.equal(await ask('GET'), 404, 'what was deleted does not come back');
      }
    }
    // Without further kills the sweeper removes everything.
    await until('everything is removed', async () => (await leftOf(database, '')).files === 0);
    assert.equal(await checkThroughApi(world), KEPT);
    await world.stop();
    const checked = await checkArchive(String(world.env.DATABASE_URL), world.images);
    assert.deepEqual([checked.webpages, checked.screenshots, checked.findings], [1, KEPT, 0]);
    assert.equal(checked.images, 2 * KEPT);
    t.diagnostic(`kill -9 in deletes of ${SCREENSHOTS} screenshots: ${JSON.stringify(killed)}`);
    t.diagnostic(`checked: ${JSON.stringify(checked)}`);
    assert.ok(killed.request && wasKilledMidway(), 'they were killed in the middle');
  });
}
