import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openStore } from '../../src/store/open.ts';
import { captureAs } from '../harness/changes.ts';
import { newDesk } from '../harness/cli.ts';
import { addTracked } from '../harness/tracked.ts';
import { pageText } from '../harness/words.ts';

const URL = 'https://news.example/';
const HOURS = ['2026-05-03T10:00:00.000Z', '2026-05-04T10:00:00.000Z', '2026-05-05T10:00:00.000Z'];

test('search and phrase tell on which webpages words are, and when they appeared and went', async (t) => {
  const desk = await newDesk(t);
  const { id: owner } = await desk.json('account add ann@example.org');
  const store = await openStore(`sqlite:${desk.folder}/data/pagekeep.db`);
  try {
    const { id } = await addTracked(store, owner, { url: URL, readyAt: new Date(HOURS[0] ?? 0) });
    const texts = [pageText('Before'), pageText('The merger is announced'), pageText('After')];
    for (const [index, at] of HOURS.entries()) {
      await captureAs(store, owner, id, { at: new Date(at), text: texts[index], title: '=cmd()' });
    }
  } finally {
    await store.close();
  }
  const found = await desk.run('search merger --all');
  assert.equal(found.code, 0);
  assert.deepEqual(found.stdout.trimEnd().split('\n'), [
    `=cmd()  ${URL}`,
    `  ${HOURS[1]} to ${HOURS[1]}`,
    '  The merger is announced',
  ]);
  assert.equal((await desk.run('search merger')).stdout, 'No webpage has these words.\n');
  assert.match(
    (await desk.run('phrase merger')).stdout,
    new RegExp(
      `appeared between ${HOURS[0]} \\(last capture without it\\) and ${HOURS[1]} \\(first with it\\); went between ${HOURS[1]} .* and ${HOURS[2]}`,
    ),
  );
  const [row] = await desk.json('phrase merger');
  assert.equal(row.spans[0].captureBefore.at, HOURS[0]);
  const [, csv] = (await desk.run('phrase merger --csv')).stdout.split('\n');
  assert.equal(csv, `"${row.webpageId}","${URL}","'=cmd()","${HOURS[0]}","${HOURS[1]}","${HOURS[1]}","${HOURS[2]}",""`);
  assert.match((await desk.run('search --help')).stdout.replace(/\s+/g, ' '), /after -- if it begins with a minus/);
  const minus = await desk.run('search --all -- -before"merger"');
  assert.match(minus.stdout, /The merger is announced/);
  const bad = await desk.run('search -- -merger');
  assert.equal(bad.code, 1);
  assert.match(bad.stderr, /Add a word or a phrase to look for/);
});
