import { join } from 'node:path';
import { type Cluster, makeCluster } from './harness/postgres.ts';

let cluster: Cluster | undefined;

/**
 * One real PostgreSQL for all test files, which find it by this variable; each makes databases of its own in it. And one
 * place for what is compiled: a hundred files read the same sources.
 */
export async function globalSetup(): Promise<void> {
  process.env.NODE_COMPILE_CACHE = join(import.meta.dirname, '../node_modules/.cache/compiled');
  cluster = await makeCluster();
  process.env.PAGEKEEP_TEST_POSTGRES = cluster.url;
}

export async function globalTeardown(): Promise<void> {
  await cluster?.remove();
}
