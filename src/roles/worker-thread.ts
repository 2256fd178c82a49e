import module from 'node:module';
import { parentPort, workerData } from 'node:worker_threads';
import type { Config } from '../config.ts';
import { stepBack } from './step-back.ts';
import type { WorkerNews } from './worker-news.ts';

stepBack();
// Every thread has to say it for itself; it takes 15 MiB less.
module.enableCompileCache();
const { pino } = await import('pino');
const { openServiceArchive } = await import('../compose.ts');
const { captureDuePages } = await import('./worker.ts');

/** The other side of worker-beside.ts: the whole worker, with connections of its own, until it is told to stop. */
const config = workerData as Config;
const stopping = new AbortController();
parentPort?.once('message', () => stopping.abort());
const archive = await openServiceArchive(config);
await captureDuePages({
  config,
  archive,
  log: pino({ level: config.logLevel }, pino.destination(2)),
  signal: stopping.signal,
  tell: (news: WorkerNews) => parentPort?.postMessage(news),
});
await archive.store.close();
process.exit();
