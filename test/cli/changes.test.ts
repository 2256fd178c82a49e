import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openStore } from '../../src/store/open.ts';
import { alteredRegion, captureAs, findingsOf } from '../harness/changes.ts';
import { type Desk, newDesk } from '../harness/cli.ts';
import { addTracked } from '../harness/tracked.ts';

const URL = 'https://shop.example/offers';

/** Captures at these times, the first of which is new. Returns the ids of the screenshots. */
async function archiveWith(desk: Desk, times: readonly string[], title = 'Offers'): Promise<string[]> {
  const { id: owner } = await desk.json('account add ann@example.org');
  const store = await openStore(`sqlite:${desk.folder}/data/pagekeep.db`);
  try {
    const webpage = await addTracked(store, owner, { url: URL, readyAt: new Date(times[0] ?? 0) });
    const ids: string[] = [];
    for (const time of times) ids.push(await captureAs(store, owner, webpage.id, { at: new Date(time), title }));
    return ids;
  } finally {
    await store.close();
  }
}

const DAYS = ['2026-01-30T08:00:00.000Z', '2026-01-31T08:00:00.000Z', '2026-02-01T08:00:00.000Z'];

test('changes lists the changes, the newest first', async (t) => {
  const desk = await newDesk(t);
  await archiveWith(desk, DAYS);
  const { code, stdout } = await desk.run('changes');
  assert.equal(code, 0);
  assert.deepEqual(stdout.trimEnd().split('\n'), [
    'time                        share  regions                           page',
    `2026-02-01T08:00:00.000Z       2%  1 altered                         Offers  ${URL}`,
    `2026-01-31T08:00:00.000Z       2%  1 altered                         Offers  ${URL}`,
  ]);
});

test('changes --json prints an array with documented names', async (t) => {
  const desk = await newDesk(t);
  const ids = await archiveWith(desk, DAYS.slice(0, 2));
  const changes = await desk.json('changes');
  assert.deepEqual(changes, [
    {
      id: ids[1],
      at: DAYS[1],
      webpageId: changes[0].webpageId,
      url: URL,
      name: 'Offers',
      share: 0.02,
      added: 0,
      removed: 0,
      altered: 1,
      ignored: 0,
      words: null,
      watched: null,
      beforeId: ids[0],
      afterId: ids[1],
      reviewedAt: null,
    },
  ]);
});

test('changes --since leaves out older changes', async (t) => {
  const desk = await newDesk(t);
  await archiveWith(desk, DAYS);
  const times = async (since: string) =>
    (await desk.json(`changes --since ${since}`)).map(({ at }: { at: string }) => at);
  assert.deepEqual(await times('2026-02-01'), [DAYS[2]]);
  assert.deepEqual(await times('2026-01-31T09:00:00+01:00'), [DAYS[2], DAYS[1]]);
  assert.deepEqual(await times('999999d'), [DAYS[2], DAYS[1]]);
  assert.deepEqual(await times('2026-02-02'), []);
  assert.equal((await desk.run('changes --since 2026-02-02')).stdout, 'No changes.\n');
});

test('changes refuses a wrong --since and an unknown account', async (t) => {
  const desk = await newDesk(t);
  await archiveWith(desk, DAYS.slice(0, 1));
  const since = await desk.run('changes --since yesterday');
  assert.equal(since.code, 1);
  assert.match(since.stderr, /^pagekeep: --since is "yesterday", but must be a time such as [^\n]+\n$/);
  const account = await desk.run('changes --account bob@example.org');
  assert.equal(account.code, 1);
  assert.match(account.stderr, /^pagekeep: [^\n]+bob@example\.org[^\n]*\n$/);
});

test('changes reads more than one portion, in order and each change once', async (t) => {
  const desk = await newDesk(t);
  const { id: owner } = await desk.json('account add ann@example.org');
  const store = await openStore(`sqlite:${desk.folder}/data/pagekeep.db`);
  const readyAt = new Date(0);
  const webpages = await Promise.all([0, 1, 2].map(() => addTracked(store, owner, { readyAt })));
  const captured: string[] = [];
  // Several changes of one moment at the end of a portion. Each is of another webpage: two captures of one have no order.
  for (let n = 0; n < 151; n += 1)
    for (const webpage of webpages)
      captured.push(
        await captureAs(store, owner, webpage.id, {
          at: new Date(Date.UTC(2026, 0, 1) + n * 1000),
          change: findingsOf(alteredRegion(0, 0, 10, 10)),
        }),
      );
  await store.close();
  const changes: { id: string; at: string }[] = await desk.json('changes');
  assert.deepEqual(changes.map(({ id }) => id).toSorted(), captured.slice(3).toSorted());
  const times = changes.map(({ at }) => at);
  assert.deepEqual(times, times.toSorted().toReversed());
});

test('changes prints no control sequences of a title', async (t) => {
  const desk = await newDesk(t);
  await archiveWith(desk, DAYS.slice(0, 2), 'Red \u001b[31malert\u202e\u0007');
  const { stdout } = await desk.run('changes');
  assert.match(stdout, /Red \S*alert/);
  assert.doesNotMatch(stdout.replaceAll('\n', ''), /[\p{Cc}\p{Bidi_Control}]/u);
});
