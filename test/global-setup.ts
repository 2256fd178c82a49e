import { type Cluster, makeCluster } from './harness/postgres.ts';

let cluster: Cluster | undefined;

/** One real PostgreSQL for all test files, which find it by this variable; each makes databases of its own in it. */
export async function globalSetup(): Promise<void> {
  cluster = await makeCluster();
  process.env.PAGEKEEP_TEST_POSTGRES = cluster.url;
}

export async function globalTeardown(): Promise<void> {
  await cluster?.remove();
}
