import { hash } from 'node:crypto';
import { readFileSync, readlinkSync } from 'node:fs';
import { mkdtemp, readdir, rm, stat, utimes } from 'node:fs/promises';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';

const prefix = 'pagekeep-profile-';

/** How often a profile in use is touched, and for how long one of another world must not have been to be swept. */
const SIGN_OF_LIFE_MS = 3_600_000;
const FORGOTTEN_MS = 7 * 24 * SIGN_OF_LIFE_MS;

const inUse = new Set<string>();
let touching: NodeJS.Timeout | undefined;

/** A fresh, empty profile for one browser. Its name tells whose it is, so that the profiles of the dead can be swept. */
export async function makeProfile(): Promise<string> {
  const profile = await mkdtemp(join(tmpdir(), `${prefix}${process.pid}-${world()}-`));
  inUse.add(profile);
  touching ??= setInterval(touch, SIGN_OF_LIFE_MS).unref();
  return profile;
}

function touch(): void {
  const now = new Date();
  // One that is gone is just being removed.
  for (const profile of inUse) utimes(profile, now, now).catch(() => undefined);
}

/** The last helpers of a killed browser may still write for a moment; a folder that stays is swept at the next start. */
export async function removeProfile(profile: string): Promise<void> {
  inUse.delete(profile);
  if (inUse.size === 0) {
    clearInterval(touching);
    touching = undefined;
  }
  await rm(profile, { recursive: true, force: true, maxRetries: 5, retryDelay: 50 }).catch(() => undefined);
}

/** Where the number of a process means the same: containers may share a folder of temporary files, but not numbers. */
function world(): string {
  try {
    const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8');
    return hash('sha256', boot + readlinkSync('/proc/self/ns/pid')).slice(0, 8);
  } catch {
    return hash('sha256', hostname()).slice(0, 8);
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** Removes the profiles of processes that were killed before they could. */
export async function sweepProfiles(): Promise<void> {
  for (const name of await readdir(tmpdir())) {
    if (!name.startsWith(prefix)) continue;
    const profile = join(tmpdir(), name);
    const [, pid = '', where] = /^(\d+)-([0-9a-f]{8})-/.exec(name.slice(prefix.length)) ?? [];
    const abandoned = where === world() ? !isAlive(Number(pid)) : await isForgotten(profile);
    if (abandoned) await removeProfile(profile);
  }
}

/** Whether another container, or a machine before its restart, has given no sign of life for long. */
async function isForgotten(profile: string): Promise<boolean> {
  try {
    return (await stat(profile)).mtimeMs < Date.now() - FORGOTTEN_MS;
  } catch {
    return false;
  }
}
