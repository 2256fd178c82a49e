import { join } from 'node:path';
import { type Child, freePort, startChild } from '../child.ts';

const PATHS = ['/text', '/long', '/photos', '/fonts', '/application'];

let made = 0;

/** The five pages in turn, each with new pixels. */
export function everyday(origin: string, count: number): string[] {
  made += 1;
  return Array.from({ length: count }, (_, n) => `${origin}${PATHS[n % PATHS.length]}?shown=${made}-${n}`);
}

/** The five pages in turn, under new URLs. Each changes with every visit. */
export function changing(origin: string, count: number): string[] {
  made += 1;
  return Array.from({ length: count }, (_, n) => `${origin}${PATHS[n % PATHS.length]}?page=${made}-${n}`);
}

export async function servePages(): Promise<Child> {
  const port = await freePort();
  return startChild({ args: [join(import.meta.dirname, 'everyday.ts'), String(port)], port });
}
