import { rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Child, freePort, startChild } from './child.ts';

/** What the product answered, for the bare server to answer the same. */
export interface RecordedAnswer {
  /** A Fastify path that takes the same URLs. */
  readonly route: string;
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** These are Node's own: it adds them to the bare answer as well. `keep-alive` is the same default in both. */
const NODES_OWN = new Set(['date', 'connection', 'keep-alive', 'content-length', 'transfer-encoding']);

export async function recordAnswer(
  route: string,
  url: string,
  headers: Readonly<Record<string, string>>,
): Promise<RecordedAnswer> {
  // Unlike wrk, fetch would ask for compression and revalidation of its own.
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
