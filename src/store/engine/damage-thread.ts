import { getPriority, setPriority } from 'node:os';
import { DatabaseSync } from 'node:sqlite';
import { parentPort, workerData } from 'node:worker_threads';
import { addSumFunctions } from './row-sums.ts';
import { findSqliteDamage } from './sqlite-damage.ts';

/** The code of the thread of check-sqlite.ts. */

// Requests come first. On Linux this is the priority of the calling thread alone, elsewhere that of the whole process.
if (process.platform === 'linux') setPriority(Math.min(getPriority() + 10, 19));

const database = new DatabaseSync(String(workerData), { readOnly: true });
addSumFunctions(database);
parentPort?.postMessage(findSqliteDamage((sql) => database.prepare(sql).all()));
