import { type Lease, LONGEST_LEASE_MS } from '../domain/capture-schedule.ts';
import type { CaptureSchedules } from '../domain/ports/capture-schedules.ts';

export interface DeadLeaseParts {
  readonly schedules: CaptureSchedules;
  /** How long a lease lasts that is not renewed. */
  readonly leaseMs: number;
  readonly now: () => Date;
  /** In milliseconds, never set. */
  readonly monotonic: () => number;
}

/**
 * A worker that was killed while its clock was ahead leaves leases that end hours from now. Nobody can tell whose clock
 * is wrong, and one that is behind must not take pages away from workers with the right time: so it is not the time
 * that counts but a sign of life. Whoever lives renews its lease; one that stands still for as long as a lease lasts
 * belongs to nobody. The function that this makes is to be called more often than that.
 */
export function letGoOfDeadLeases({ schedules, leaseMs, now, monotonic }: DeadLeaseParts): () => Promise<void> {
  let seen = new Map<string, { readonly lease: Lease; readonly since: number }>();
  return async () => {
    const at = now();
    const leases = await schedules.leasesBeyond(new Date(at.getTime() + LONGEST_LEASE_MS));
    const before = seen;
    seen = new Map();
    for (const lease of leases) {
      const known = before.get(lease.attempt);
      const since = known?.lease.until === lease.until ? known.since : monotonic();
      if (monotonic() - since >= leaseMs) await schedules.expire(lease, at);
      else seen.set(lease.attempt, { lease, since });
    }
  };
}
