import { pino } from 'pino';
import type { Config } from './config.ts';
import type { Images } from './domain/images.ts';
import type { Store } from './domain/ports.ts';
import { openImages } from './images/open.ts';
import { buildServer } from './server.ts';
import { openStore } from './store/open.ts';
import { runSweeper } from './work/sweeper.ts';

export interface Archive {
  readonly store: Store;
  readonly images: Images;
}

/** The adapters that the configuration names. Nothing else chooses them. */
export async function openArchive(config: Config): Promise<Archive> {
  return { store: await openStore(config.databaseUrl), images: await openImages(config.imagesUrl) };
}

export interface RunningService {
  readonly archive: Archive;
  /** Where it really listens: port 0 asks for any free one. */
  readonly address: string;
  /** Requests in flight are answered first. */
  stop(): Promise<void>;
}

export async function startService(config: Config): Promise<RunningService> {
  const archive = await openArchive(config);
  // Logs go to standard error: standard output is for the person who started it.
  const log = pino({ level: config.logLevel }, pino.destination(2));
  const stopping = new AbortController();
  const app = await buildServer({
    ...archive,
    publicUrl: config.publicUrl,
    imageHostUrl: config.imageHostUrl,
    signUp: config.signUp,
    trustedProxies: config.trustedProxies,
    log,
  });
  let address: string;
  try {
    address = await app.listen({ host: config.host, port: config.port });
  } catch (error) {
    await archive.store.close();
    throw error;
  }
  const sweeper = runSweeper(
    { ...archive, reportFailure: (error) => log.error({ err: error }, 'a sweep failed') },
    stopping.signal,
  );
  return {
    archive,
    address,
    async stop() {
      stopping.abort();
      await app.close();
      await sweeper;
      await archive.store.close();
    },
  };
}
