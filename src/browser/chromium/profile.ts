import { hash } from 'node:crypto';
import { readFileSync, readlinkSync } from 'node:fs';
import { mkdtemp, readdir, rm, stat, utimes } from 'node:fs/promises';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';

const prefix = 'pagekeep-profile-';

/** A profile in use is touched this often. A profile of another PID namespace is removed after FORGOTTEN_MS without a touch. */
const TOUCH_MS = 3_600_000;
const FORGOTTEN_MS = 7 * 24 * TOUCH_MS;

const inUse = new Set<string>();
let touching: NodeJS.Timeout | undefined;

/** Creates an empty profile for one browser. Its name contains the process, so that sweepProfiles finds abandoned profiles. */
export async function makeProfile(): Promise<string> {
  const profile = await mkdtemp(join(tmpdir(), `${prefix}${process.pid}-${pidNamespace()}-`));
  inUse.add(profile);
  touching ??= setInterval(touch, TOUCH_MS).unref();
  return profile;
}

function touch(): void {
  const now = new Date();
  // A missing profile is being removed.
  for (const profile of inUse) utimes(profile, now, now).catch(() => undefined);
}

/** The helpers of a killed browser can still write for a moment. sweepProfiles removes a folder that remains. */
export async function removeProfile(profile: string): Promise<void> {
  inUse.delete(profile);
  if (inUse.size === 0) {
    clearInterval(touching);
    touching = undefined;
  }
  await rm(profile, { recursive: true, force: true, maxRetries: 5, retryDelay: 50 }).catch(() => undefined);
}

/** Identifies the PID namespace: containers can share a temporary folder, but their process ids differ. */
function pidNamespace(): string {
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

/** Removes the profiles of processes that have ended without removing them. */
export async function sweepProfiles(): Promise<void> {
  for (const name of await readdir(tmpdir())) {
    if (!name.startsWith(prefix)) continue;
    const profile = join(tmpdir(), name);
    const [, pid = '', where] = /^(\d+)-([0-9a-f]{8})-/.exec(name.slice(prefix.length)) ?? [];
    const abandoned = where === pidNamespace() ? !isAlive(Number(pid)) : await isForgotten(profile);
    if (abandoned) await removeProfile(profile);
  }
}

/** Whether another container, or this machine before a restart, has not touched the profile for long. */
async function isForgotten(profile: string): Promise<boolean> {
  try {
    return (await stat(profile)).mtimeMs < Date.now() - FORGOTTEN_MS;
  } catch {
    return false;
  }
}
