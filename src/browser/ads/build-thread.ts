import { readFile } from 'node:fs/promises';
import { parentPort, workerData } from 'node:worker_threads';
import { FiltersEngine } from '@ghostery/adblocker';

import { bundled, readBundledLists } from './bundled-lists.ts';

/** Parses all lists, which takes seconds, and sends the serialised engine. `workerData`: the names of the lists. */
const names = workerData as readonly string[];
const lists = await Promise.all(
  names.map((name) => (name === bundled ? readBundledLists() : readFile(name, 'utf8').then((list) => [list]))),
);
const engine = FiltersEngine.parse(lists.flat().join('\n'), {
  // Captures need the rules for requests and for style sheets, and no others.
  loadCSPFilters: false,
  loadExtendedSelectors: false,
});
parentPort?.postMessage(engine.serialize());
