import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { Cluster } from './harness/postgres.ts';

let cluster: Promise<Cluster> | undefined;
let server: Server | undefined;

/**
 * One PostgreSQL for all test files of a run. The first GET of the address in PAGEKEEP_TEST_POSTGRES starts it, and the
 * answer is its URL. It belongs to the process that runs the test files, so a test file that crashes does not leave it
 * behind. The test files also share a cache of compiled sources: about a hundred of them load the same ones.
 */
export async function globalSetup(): Promise<void> {
  process.env.NODE_COMPILE_CACHE = join(import.meta.dirname, '../node_modules/.cache/compiled');
  server = createServer(async (_request, response) => {
    try {
      cluster ??= startCluster();
      response.end((await cluster).url);
    } catch (error) {
      response.writeHead(500).end(String(error));
    }
  });
  await new Promise<void>((resolve) => server?.listen(0, '127.0.0.1', resolve));
  process.env.PAGEKEEP_TEST_POSTGRES = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

async function startCluster(): Promise<Cluster> {
  const { makeCluster } = await import('./harness/postgres.ts');
  return makeCluster();
}

export async function globalTeardown(): Promise<void> {
  server?.closeAllConnections();
  server?.close();
  await (await cluster?.catch(() => undefined))?.remove();
}
