import { randomUUIDv7 } from 'node:crypto';
import { type CaptureParts, type CaptureResult, capturePage } from '../app/capture-page.ts';
import type { CaptureWatch, Phase } from '../domain/capture.ts';
import type { Claim, Politeness } from '../domain/capture-schedule.ts';
import { Problem } from '../domain/problem.ts';
import { deadLeaseExpiry } from './dead-leases.ts';
import { pause, repeat } from './loop.ts';
import { type RoundRobin, roundRobin } from './round-robin.ts';

export interface WorkerParts extends CaptureParts {
  /** Captures at once. */
  readonly concurrency: number;
  readonly politeness: Politeness;
  readonly leaseMs: number;
  /** Why nothing new is begun at the moment, such as a disk that is nearly full. */
  readonly pausedBecause?: () => string | undefined;
  readonly report: WorkerReport;
}

export interface WorkerReport {
  captured(claim: Claim, result: CaptureResult): void;
  failed(error: unknown, claim?: Claim): void;
}

/** How long a worker without work waits before it looks again. */
const IDLE_MS = 1_000;

/** Each is some round trips to the database; more at once would only wait for each other. */
const CLAIMS_AT_ONCE = 4;

/**
 * Captures due pages until the signal, then gives back what it could not finish. Owners are served in turn, so one with
 * very many pages does not keep the others waiting.
 */
export async function runWorker(parts: WorkerParts, signal: AbortSignal): Promise<void> {
  const underWay = new Map<string, Promise<void>>();
  /** Those of them that have a tab, or wait for one. */
  const inFront = new Map<string, Promise<void>>();
  const leases = keepLeases(parts, underWay, signal);
  const turns = roundRobin(() => parts.store.schedules.dueOwners(parts.now()), {
    now: () => performance.now(),
    random: Math.random,
  });

  async function serve(owner: string): Promise<void> {
    const claim = await parts.store.schedules.claim(owner, claimRequest(parts));
    // None: what was looked at must wait for its site, or nothing is due any more.
    if (!claim) return turns.passOver(owner);
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
      const owners = await takeSome(turns, Math.min(room, CLAIMS_AT_ONCE));
      if (owners.length === 0) await pause(IDLE_MS, signal);
      await all(owners.map(serve));
    } catch (error) {
      parts.report.failed(error);
      await pause(IDLE_MS, signal);
    }
  }
  await Promise.all([...underWay.values(), leases]);
}

/**
 * How many more may be claimed. A picture that is only to be stored needs no tab: the next page is loaded meanwhile. But
 * where storing is slow, pictures must not gather in memory.
 */
function roomFor(concurrency: number, { underWay, inFront }: { underWay: number; inFront: number }): number {
  return Math.max(0, Math.min(concurrency - inFront, 2 * concurrency - underWay));
}

async function takeSome(turns: RoundRobin, most: number): Promise<string[]> {
  const owners: string[] = [];
  while (owners.length < most) {
    const owner = await turns.next();
    if (owner === undefined) break;
    owners.push(owner);
  }
  return owners;
}

/** Waits for every one, and then throws what the first that failed threw. */
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
    // A lost lease or a deleted webpage leaves nothing to give back.
    if (error instanceof Problem && (error.kind === 'conflict' || error.kind === 'not-found')) return;
    const wait = signal.aborted ? 0 : parts.leaseMs;
    await parts.store.schedules
      .release(claim.attempt, new Date(parts.now().getTime() + wait))
      // Then the lease runs out by itself.
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
