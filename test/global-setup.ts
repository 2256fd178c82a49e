import { join } from 'node:path';
import { findBrowser } from '../src/browser/chromium/find.ts';
import { cacheDir, searchPath } from './browser/cameras.ts';
import { type Cluster, makeCluster } from './harness/postgres.ts';

let cluster: Cluster | undefined;

/**
 * One real PostgreSQL for all test files, which find it by this variable; each makes databases of its own in it. And one
 * place for what is compiled: a hundred files read the same sources. Without a browser half of the tests could only fail,
 * each with the same words: they are said once, before any runs.
 */
export async function globalSetup(): Promise<void> {
  await findBrowser({ cacheDir, searchPath });
  process.env.NODE_COMPILE_CACHE = join(import.meta.dirname, '../node_modules/.cache/compiled');
  cluster = await makeCluster();
  process.env.PAGEKEEP_TEST_POSTGRES = cluster.url;
}

export async function globalTeardown(): Promise<void> {
  await cluster?.remove();
}
