import { openStore } from '../../src/store/open.ts';
import { captureAs } from '../harness/changes.ts';
import { pageText } from '../harness/words.ts';

/**
 * A process of words-killed.test.ts that is killed at any time: records captures whose words change, and erases some of
 * them. DATABASE OWNER WEBPAGE START, where START is a time in milliseconds.
 */
const [database = '', owner = '', webpageId = '', start = ''] = process.argv.slice(2);
process.once('disconnect', () => process.exit());
const store = await openStore(database);
const known: string[] = [];
for (let round = 0; ; round += 1) {
  const planted = Array.from({ length: 40 }, (_, line) => `plantedphrase ${start} ${round} ${line}`);
  const text = pageText('always there', ...(round % 3 === 0 ? [] : planted), `animal ${round % 5}`);
  known.push(await captureAs(store, owner, webpageId, { at: new Date(Number(start) + round * 1000), text }));
  if (round === 2) process.send?.('ready');
  if (known.length < 3) continue;
  const [id = ''] = known.splice((round * 7) % known.length, 1);
  await store.trash.putCapture(owner, { webpageId, id }, new Date());
  await store.trash.erase(owner, id);
  while (await store.removals.dismantle(3));
}
