import { DatabaseSync } from 'node:sqlite';
import { parentPort, workerData } from 'node:worker_threads';
import { addSumFunctions } from './row-sums.ts';
import { findSqliteDamage } from './sqlite-damage.ts';

/** The code of the thread of check-sqlite.ts. */
parentPort?.on('message', () => {
  // Opened for each check: a connection keeps pages that it has read, and would not see that they are damaged on the disk.
  using database = new DatabaseSync(String(workerData), { readOnly: true });
  addSumFunctions(database);
  parentPort?.postMessage(findSqliteDamage((sql) => database.prepare(sql).all()));
});
