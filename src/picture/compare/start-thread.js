import module from 'node:module';
import { useCompileCache } from '../../compile-cache.ts';

// Plain JavaScript, because a thread does not inherit the compile cache: without it, Node strips and compiles 40 files
// at each start of the thread, which takes 0.3 s of CPU time instead of 0.1 s.
useCompileCache();
await import('./compare-thread.ts');
// The thread is terminated, and would then not write the cache.
module.flushCompileCache();
