#!/usr/bin/env -S MALLOC_ARENA_MAX=1 node --max-semi-space-size=4
// Both options bound memory under load: the young generation of V8, and the number of malloc arenas.

// Plain JavaScript, because older versions of Node have to parse this file to print the message.
const major = Number(process.versions.node.split('.')[0]);
if (major < 26) {
  console.error(
    `Pagekeep needs Node 26 or newer, but this is Node ${process.versions.node}. Use "npm start" or "npx pagekeep": they run the Node that "npm ci" installed.`,
  );
  process.exit(1);
}
const { useCompileCache } = await import('./compile-cache.js');
useCompileCache();
const { main } = await import('../src/main.ts');
await main(process.argv);
