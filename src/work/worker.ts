import { randomUUIDv7 } from 'node:crypto';
import { type CaptureParts, type CaptureResult, capturePage } from '../app/capture-page.ts';
import type { CaptureWatch, Phase } from '../domain/capture.ts';
import type { Claim, Politeness } from '../domain/capture-schedule.ts';
import { Problem } from '../domain/problem.ts';
import { deadLeaseExpiry } from './dead-leases.ts';
import { pause, repeat } from './loop.ts';
import { type RoundRobin, roundRobin } from './round-robin.ts';

export interface WorkerParts extends CaptureParts {
  /** The number of captures at a time. */
  readonly concurrency: number;
  readonly politeness: Politeness;
  readonly leaseMs: number;
  /** The reason why no capture starts at the moment, such as a disk that is nearly full. */
  readonly pausedBecause?: () => string | undefined;
  readonly report: WorkerReport;
}

export interface WorkerReport {
  captured(claim: Claim, result: CaptureResult): void;
  failed(error: unknown, claim?: Claim): void;
}

/** The wait of a worker without work before it looks again. */
const IDLE_MS = 1_000;

/** A claim is some round trips to the database. More claims at once would wait for each other. */
const CLAIMS_AT_ONCE = 4;

/**
 * Captures due pages until the signal, then releases the pages that it could not finish. Owners are served in turn, so
 * an owner with very many pages does not delay the others.
 */
export async function runWorker(parts: WorkerParts, signal: AbortSignal): Promise<void> {
  const underWay = new Map<string, Promise<void>>();
  /** The captures under way that have a tab or wait for one. */
  const inFront = new Map<string, Promise<void>>();
  const leases = keepLeases(parts, underWay, signal);
  const owners = roundRobin(() => parts.store.schedules.dueOwners(parts.now()), {
    now: () => performance.now(),
    random: Math.random,
  });

  async function serve(owner: string): Promise<void> {
    const claim = await parts.store.schedules.claim(owner, claimRequest(parts));
    // The due pages of this owner wait for their sites, or other workers took them.
    if (!claim) return owners.passOver(owner);
    const pictured = Promise.withResolvers<void>();
    const onPhase = (phase: Phase) => phase === 'thumbnail' && pictured.resolve();
    const work = visit(parts, claim, { signal, onPhase }).finally(() => underWay.delete(claim.attempt));
    underWay.set(claim.attempt, work);
    inFront.set(
      claim.attempt,
      Promise.race([work, pictured.promise]).finally(() => inFront.delete(claim.attempt)),
    );
  }

  while (!signal.aborted) {
    const room = roomFor(parts.concurrency, { underWay: underWay.size, inFront: inFront.size });
    if (room === 0) {
      await Promise.race([...inFront.values(), ...underWay.values()]);
      continue;
    }
    if (parts.pausedBecause?.() !== undefined) {
      await pause(IDLE_MS, signal);
      continue;
    }
    try {
      const taken = await takeSome(owners, Math.min(room, CLAIMS_AT_ONCE));
      if (taken.length === 0) await pause(IDLE_MS, signal);
      await all(taken.map(serve));
    } catch (error) {
      parts.report.failed(error);
      await pause(IDLE_MS, signal);
    }
  }
  await Promise.all([...underWay.values(), leases]);
}

/**
 * The number of pages that may be claimed. A picture that is being encoded and stored needs no tab, so the next page
 * loads at the same time. The second bound limits the pictures in memory where storing is slow.
 */
function roomFor(concurrency: number, { underWay, inFront }: { underWay: number; inFront: number }): number {
  return Math.max(0, Math.min(concurrency - inFront, 2 * concurrency - underWay));
}

async function takeSome(owners: RoundRobin, most: number): Promise<string[]> {
  const taken: string[] = [];
  while (taken.length < most) {
    const owner = await owners.next();
    if (owner === undefined) break;
    taken.push(owner);
  }
  return taken;
}

/** Waits for all, then throws the first error. */
async function all(works: readonly Promise<void>[]): Promise<void> {
  await Promise.allSettled(works);
  await Promise.all(works);
}

export function claimRequest({ now, leaseMs, politeness }: Pick<WorkerParts, 'now' | 'leaseMs' | 'politeness'>) {
  const at = now();
  return { attempt: randomUUIDv7(), now: at, leaseUntil: new Date(at.getTime() + leaseMs), politeness };
}

async function visit(parts: WorkerParts, claim: Claim, watch: CaptureWatch): Promise<void> {
  const { signal } = watch;
  try {
    parts.report.captured(claim, await capturePage(parts, claim, watch));
  } catch (error) {
    if (!signal.aborted) parts.report.failed(error, claim);
    // After a lost lease or a deleted webpage there is no lease to release.
    if (error instanceof Problem && (error.kind === 'conflict' || error.kind === 'not-found')) return;
    const wait = signal.aborted ? 0 : parts.leaseMs;
    await parts.store.schedules
      .release(claim.attempt, new Date(parts.now().getTime() + wait))
      // The lease then expires by itself.
      .catch((failure: unknown) => parts.report.failed(failure, claim));
  }
}

/** Renews the leases of this worker and expires those that no worker renews. */
async function keepLeases(parts: WorkerParts, underWay: ReadonlyMap<string, unknown>, signal: AbortSignal) {
  const { store, now, leaseMs, report } = parts;
  const expireDeadLeases = deadLeaseExpiry({
    schedules: store.schedules,
    leaseMs,
    now,
    monotonic: () => performance.now(),
  });

  async function renew(): Promise<void> {
    if (underWay.size > 0) await store.schedules.renew([...underWay.keys()], new Date(now().getTime() + leaseMs));
    await expireDeadLeases();
  }

  await repeat(renew, { pauseMs: leaseMs / 3, reportFailure: (error) => report.failed(error), signal });
}
