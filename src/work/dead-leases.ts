import { type Lease, LONGEST_LEASE_MS } from '../domain/capture-schedule.ts';
import type { CaptureSchedules } from '../domain/ports/capture-schedules.ts';

export interface DeadLeaseParts {
  readonly schedules: CaptureSchedules;
  /** The duration of a lease without renewal. */
  readonly leaseMs: number;
  readonly now: () => Date;
  /** Milliseconds of a clock that is never set. */
  readonly monotonic: () => number;
}

/**
 * A worker that was killed while its clock was ahead leaves leases that end hours from now. Two clocks cannot tell
 * which of them is wrong, and a worker whose clock is behind must not take pages from others. So a renewal counts, not
 * the time: a live worker renews its lease, and a lease that stays the same for `leaseMs` has no worker. Call the
 * returned function more often than that; it expires such leases.
 */
export function deadLeaseExpiry({ schedules, leaseMs, now, monotonic }: DeadLeaseParts): () => Promise<void> {
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
