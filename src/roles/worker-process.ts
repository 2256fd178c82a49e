import { constants, getPriority, setPriority } from 'node:os';
import type { Config } from '../config.ts';
import { keepThreadPoolAwake } from '../thread-pool.ts';
import { HEARTBEAT_MS, type WorkerNews } from './worker-news.ts';

// API requests come before captures. Browsers get an even lower priority: browser/chromium/process-priority.ts.
setPriority(Math.min(getPriority() + 5, constants.priority.PRIORITY_LOW));
// The channel may close before 'disconnect' is emitted. A message that cannot be sent is not worth a stack trace.
const tell = (news: WorkerNews) => void (process.connected && process.send?.(news, undefined, {}, () => undefined));
setInterval(tell, HEARTBEAT_MS, { kind: 'alive' }).unref();
keepThreadPoolAwake();
const stopping = new AbortController();
const stop = () => stopping.abort();
const { promise: configured, resolve: configure } = Promise.withResolvers<Config>();
process.on('message', (message: Config | 'stop') => (message === 'stop' ? stop() : configure(message)));
// A supervisor may send the signal to every process of a service, not only to the first.
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, stop);
// The parent process is gone. Browsers end with the process that drives them.
process.once('disconnect', () => process.exit(1));
// Loading the rest takes long enough for messages and signals to arrive.
const { Problem } = await import('../domain/problem.ts');
const { openLog } = await import('../metrics/log.ts');
const { watchDamage } = await import('../metrics/damage.ts');
const { openServiceArchive } = await import('../compose.ts');
const { captureDuePages } = await import('./worker.ts');

/** The child process of worker-beside.ts: a whole worker with connections of its own, until the message 'stop'. */
const config = await configured;
const log = openLog(config.logLevel);
try {
  const archive = await openServiceArchive(config, log, watchDamage(log).onDamage);
  await captureDuePages({ config, archive, log, signal: stopping.signal, tell });
  await archive.store.close();
  process.exit();
} catch (error) {
  if (error instanceof Problem) log.error(`The capture process failed: ${error.message}`);
  else log.error({ err: error }, 'The capture process failed.');
  process.exit(1);
}
