import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { backUp } from '../../src/backup/back-up.ts';
import { verify } from '../../src/backup/verify.ts';
import { cleanup } from '../harness/cleanup.ts';
import { overwrite } from '../harness/damage.ts';
import { emptyFolder, makeArchive, quietly } from '../harness/embedded.ts';

test('damage of an image in place does not reach the backup, unless hard links are asked for', async (t) => {
  const undo = cleanup(t);
  const { places, addPicture } = await makeArchive(undo, 0);
  const { contentKey } = await addPicture();
  const [image, folder] = [join(places.imageFolder, contentKey), await emptyFolder(undo, 'backup')];
  const intact = await readFile(image);
  const kept = () => readFile(join(folder, 'images', contentKey));

  await backUp(places, folder, { ...quietly, hardLinks: true });
  await overwrite(image, 4, 1);
  assert.notDeepEqual(await kept(), intact);
  await writeFile(image, intact);
  assert.partialDeepStrictEqual(await backUp(places, folder, quietly), { images: 2, copied: 2 });
  await overwrite(image, 4, 1);
  assert.deepEqual(await kept(), intact);
  const [state] = await verify(folder, quietly.progress);
  assert.partialDeepStrictEqual(state, { images: 2, damaged: { count: 0 } });
});
