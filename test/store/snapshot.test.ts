import assert from 'node:assert/strict';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';
import { snapshotSqlite } from '../../src/store/snapshot.ts';
import { cleanup } from '../harness/cleanup.ts';
import { temporaryFolder } from '../harness/engines.ts';

// The snapshot needs 5 steps. The limit ends the test if the snapshot restarts after every write.
const MOST_STEPS = 50;

test('a snapshot ends although another connection writes between its steps, and is consistent', async (t) => {
  const undo = cleanup(t);
  const folder = await temporaryFolder('snapshot');
  undo(() => rm(folder, { recursive: true }));
  const writer = new DatabaseSync(join(folder, 'origin.db'));
  undo(() => writer.close());
  writer.exec(`PRAGMA journal_mode = WAL; CREATE TABLE notes (place INTEGER PRIMARY KEY, round INTEGER, filling BLOB);
    WITH RECURSIVE places (place) AS (SELECT 1 UNION ALL SELECT place + 1 FROM places WHERE place < 2000)
    INSERT INTO notes SELECT place, 0, zeroblob(4000) FROM places`);
  const write = writer.prepare('UPDATE notes SET round = round + 1 WHERE place IN (1, 1000, 2000)');
  let steps = 0;
  const target = join(folder, 'snapshot.db');
  await snapshotSqlite(join(folder, 'origin.db'), target, () => {
    steps += 1;
    if (steps < MOST_STEPS) write.run();
  });
  assert.ok(steps > 1 && steps < MOST_STEPS, `it took ${steps} steps`);
  const snapshot = new DatabaseSync(target);
  undo(() => snapshot.close());
  assert.equal(snapshot.prepare('PRAGMA quick_check').get()?.quick_check, 'ok');
  assert.deepEqual(
    { ...snapshot.prepare('SELECT min(round) AS least, max(round) AS most FROM notes').get() },
    {
      least: 0,
      most: 0,
    },
  );
});
