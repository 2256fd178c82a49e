import { rm } from 'node:fs/promises';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { dirname, join } from 'node:path';
import type { Cluster } from './harness/postgres.ts';

// Not by `import`: see src/http/node-http.ts.
const { createServer } = process.getBuiltinModule('node:http');

let cluster: Promise<Cluster> | undefined;
let clusterFolder: Promise<string> | undefined;
let template: Promise<string> | undefined;
let server: Server | undefined;

/**
 * The resources that all test files of a run share: one PostgreSQL, the folder of another one to be copied, and one SQLite database that
 * the migrations have filled. The address in PAGEKEEP_TEST_SHARED makes each on its first GET: /postgres answers with a URL,
 * /postgres-folder and /sqlite with a path. They belong to the process that runs the test files, so a test file that crashes does not leave them behind. The test files also
 * share a cache of compiled sources: about a hundred of them load the same ones.
 */
export async function globalSetup(): Promise<void> {
  process.env.NODE_COMPILE_CACHE = join(import.meta.dirname, '../node_modules/.cache/compiled');
  server = createServer(async ({ url = '' }, response) => {
    try {
      response.end(await share[url]?.());
    } catch (error) {
      response.writeHead(500).end(String(error));
    }
  });
  await new Promise<void>((resolve) => server?.listen(0, '127.0.0.1', resolve));
  process.env.PAGEKEEP_TEST_SHARED = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const share: Readonly<Record<string, () => Promise<string>>> = {
  '/postgres': sharedPostgres,
  '/postgres-folder': sharedClusterFolder,
  '/sqlite': sharedTemplate,
};

async function sharedPostgres(): Promise<string> {
  cluster ??= import('./harness/postgres.ts').then(({ makeCluster }) => makeCluster());
  return (await cluster).url;
}

function sharedClusterFolder(): Promise<string> {
  clusterFolder ??= import('./harness/postgres.ts').then(({ makeClusterFolder }) => makeClusterFolder());
  return clusterFolder;
}

function sharedTemplate(): Promise<string> {
  template ??= import('./harness/sqlite-template.ts').then(({ makeTemplate }) => makeTemplate());
  return template;
}

export async function globalTeardown(): Promise<void> {
  server?.closeAllConnections();
  server?.close();
  await (await cluster?.catch(() => undefined))?.remove();
  for (const folder of [clusterFolder, template?.then(dirname)]) {
    const path = await folder?.catch(() => undefined);
    if (path !== undefined) await rm(path, { recursive: true, force: true });
  }
}
