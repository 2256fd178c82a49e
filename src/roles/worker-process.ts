import module from 'node:module';
import type { Config } from '../config.ts';
import { stepBack } from './step-back.ts';
import { SIGN_OF_LIFE_MS, type WorkerNews } from './worker-news.ts';

stepBack();
const tell = (news: WorkerNews) => void process.send?.(news);
setInterval(tell, SIGN_OF_LIFE_MS, { kind: 'alive' }).unref();
const stopping = new AbortController();
const stop = () => stopping.abort();
const { promise: configured, resolve: configure } = Promise.withResolvers<Config>();
process.on('message', (message: Config | 'stop') => (message === 'stop' ? stop() : configure(message)));
// A supervisor may tell every process of a service to end, not only the first.
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, stop);
// Whoever started it has ended, however that came about: browsers end with the one that drives them.
process.once('disconnect', () => process.exit(1));
// Every process has to say it for itself; it takes 15 MiB less.
module.enableCompileCache();
const { openLog } = await import('../metrics/log.ts');
const { openServiceArchive } = await import('../compose.ts');
const { captureDuePages } = await import('./worker.ts');

/** The other side of worker-beside.ts: the whole worker, with connections of its own, until it is told to stop. */
const config = await configured;
const log = openLog(config.logLevel);
try {
  const archive = await openServiceArchive(config);
  await captureDuePages({ config, archive, log, signal: stopping.signal, tell });
  await archive.store.close();
  process.exit();
} catch (error) {
  log.error({ err: error }, 'The process that captures cannot go on.');
  process.exit(1);
}
