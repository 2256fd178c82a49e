import { readFileSync } from 'node:fs';
import { hostname } from 'node:os';
import type { Machine } from './work/machine-heartbeat.ts';

/**
 * Containers on one machine have host names of their own but one kernel, and processes that share a kernel can share a
 * SQLite file. So the kernel's boot is what tells machines apart.
 */
export function thisMachine(): Machine {
  const name = hostname();
  try {
    return { machine: readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim(), name };
  } catch {
    return { machine: name, name };
  }
}
