import { openStore } from '../../src/store/open.ts';
import { captureAs } from '../../test/harness/changes.ts';
import { addPerson } from '../../test/harness/records.ts';
import { addTracked } from '../../test/harness/tracked.ts';
import { pageText } from '../../test/harness/words.ts';

/**
 * Records a capture with 2 MiB of text, and prints the memory of the process as JSON.
 * `node bench/text/memory-run.ts DATABASE_URL`
 */
const [url = ''] = process.argv.slice(2);

/** Resident memory in bytes. */
export interface IndexingMemory {
  readonly idle: number;
  readonly peak: number;
}

const TEXT_BYTES = 2 * 1024 * 1024;
const PASSAGE_BYTES = 400;

const store = await openStore(url);
const { owner } = await addPerson(store);
const { id } = await addTracked(store, owner, { readyAt: new Date(0) });
await captureAs(store, owner, id, { text: pageText('A first text, so that all code is loaded') });
const text = pageText(
  ...Array.from({ length: TEXT_BYTES / PASSAGE_BYTES }, (_, passage) => {
    let content = '';
    for (let word = 0; content.length < PASSAGE_BYTES; word += 1)
      content += `w${(passage * 37 + word * 101) % 50_000} `;
    return content.slice(0, PASSAGE_BYTES).trim();
  }),
);
globalThis.gc?.();
const idle = process.memoryUsage.rss();
await captureAs(store, owner, id, { text });
// The highest value since the process began, in KiB.
const peak = process.resourceUsage().maxRSS * 1024;
await store.close();
console.log(JSON.stringify({ idle, peak }));
