#!/usr/bin/env -S MALLOC_ARENA_MAX=1 node --max-semi-space-size=4
// Both bound what a busy server holds for short-lived things: for objects, and for bytes in as many heaps as threads.
import module from 'node:module';

// Plain JavaScript, so that an older Node gets as far as this sentence.
const major = Number(process.versions.node.split('.')[0]);
if (major < 26) {
  console.error(
    `Pagekeep needs Node 26 or newer, but this is Node ${process.versions.node}: start it with "npm start" or "npx pagekeep", which use the Node that "npm ci" installed.`,
  );
  process.exit(1);
}
// From the second start on nothing is stripped of its types or compiled again, which also takes 20 MiB less memory.
module.enableCompileCache();
const { main } = await import('../src/main.ts');
await main(process.argv);
