import assert from 'node:assert/strict';
import { open } from 'node:fs/promises';
import { test } from 'node:test';
import { openMigrated } from '../../src/store/open.ts';
import { cleanup } from '../harness/cleanup.ts';
import { sqlite } from '../harness/engines.ts';

test('the error for a database that cannot be opened because it is damaged advises to restore a backup', async (t) => {
  const place = await sqlite.makeDatabase();
  cleanup(t)(place.drop);
  const { database } = await openMigrated(place.url);
  await database.close();
  const file = await open(place.url.replace('sqlite:', ''), 'r+');
  // The header of the page with the schema.
  await file.write(Buffer.alloc(8, 0xff), 0, 8, 100);
  await file.close();
  await assert.rejects(openMigrated(place.url), {
    kind: 'unavailable',
    message: /cannot be opened: database disk image is malformed\. Stop the service and restore a backup\.$/,
  });
});
