import { rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Child, freePort, startChild } from './child.ts';

/** A response of Pagekeep, for the bare server to send. */
export interface RecordedAnswer {
  /** A Fastify route that matches the same URLs. */
  readonly route: string;
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** Node adds these headers to both responses. */
const NODES_OWN = new Set(['date', 'connection', 'keep-alive', 'content-length', 'transfer-encoding']);

export async function recordAnswer(
  route: string,
  url: string,
  headers: Readonly<Record<string, string>>,
): Promise<RecordedAnswer> {
  // By default fetch asks for compression, and the load tool does not.
  const response = await fetch(url, { headers: { ...headers, 'Accept-Encoding': 'identity' } });
  return {
    route,
    status: response.status,
    headers: Object.fromEntries([...response.headers].filter(([name]) => !NODES_OWN.has(name))),
    body: await response.text(),
  };
}

/** A bare Fastify server that sends the same bytes with the same headers. */
export async function startBare(answer: RecordedAnswer): Promise<Child> {
  const port = await freePort();
  const file = join(tmpdir(), `pagekeep-bench-${process.pid}.answer`);
  await writeFile(file, JSON.stringify(answer));
  try {
    return await startChild({ args: [join(import.meta.dirname, 'bare.ts'), String(port), file], port });
  } finally {
    await rm(file);
  }
}
