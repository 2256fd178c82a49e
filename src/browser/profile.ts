import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const prefix = 'pagekeep-profile-';

/** A fresh, empty profile for one browser. Its name tells whose it is, so that the profiles of the dead can be swept. */
export function makeProfile(): Promise<string> {
  return mkdtemp(join(tmpdir(), `${prefix}${process.pid}-`));
}

/** The last helpers of a killed browser may still write for a moment; a folder that stays is swept at the next start. */
export async function removeProfile(profile: string): Promise<void> {
  await rm(profile, { recursive: true, force: true, maxRetries: 5, retryDelay: 50 }).catch(() => undefined);
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
    const owner = name.startsWith(prefix) ? Number.parseInt(name.slice(prefix.length), 10) : Number.NaN;
    if (!Number.isNaN(owner) && !isAlive(owner)) await removeProfile(join(tmpdir(), name));
  }
}
