import { readFileSync } from 'node:fs';
import { hostname } from 'node:os';
import type { Machine } from './work/machine-heartbeat.ts';

/**
 * Identifies the machine by the boot id of its kernel. Containers have different host names, but processes that share a
 * kernel can share a SQLite file.
 */
export function thisMachine(): Machine {
  const name = hostname();
  try {
    return { machine: readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim(), name };
  } catch {
    return { machine: name, name };
  }
}
