import { randomUUIDv7 } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { Heartbeat, MachineHeartbeat } from '../domain/ports/machine-heartbeat.ts';
import { repeat } from './loop.ts';

export interface Machine {
  readonly machine: string;
  readonly name: string;
}

/** The time between two heartbeats of a machine. */
const BEAT_MS = 10_000;
const LOOK_MS = 500;
/** A machine without a heartbeat for this long is gone. */
const SILENCE_MS = 3 * BEAT_MS;

type Wait = (ms: number) => Promise<unknown>;

/** Finds another machine that uses this archive. Takes SILENCE_MS to be sure that there is none. */
export function findOtherMachine(
  heartbeat: MachineHeartbeat,
  own: Machine,
  wait: Wait = delay,
): Promise<Heartbeat | undefined> {
  return findHeartbeat(heartbeat, ({ machine }) => machine !== own.machine, wait);
}

/**
 * Finds a machine with a service that uses this archive, this one too. Takes SILENCE_MS after a service that was killed;
 * one that was stopped leaves no heartbeat.
 */
export function findService(heartbeat: MachineHeartbeat): Promise<Heartbeat | undefined> {
  return findHeartbeat(heartbeat, () => true, delay);
}

async function findHeartbeat(
  heartbeat: MachineHeartbeat,
  counts: (beat: Heartbeat) => boolean,
  wait: Wait,
): Promise<Heartbeat | undefined> {
  const first = await heartbeat.last();
  if (first === undefined || !counts(first)) return undefined;
  for (let waited = 0; waited < SILENCE_MS; waited += LOOK_MS) {
    await wait(LOOK_MS);
    const now = await heartbeat.last();
    if (now === undefined || !counts(now)) return undefined;
    if (now.beat !== first.beat) return now;
  }
  return undefined;
}

export interface HeartbeatReport {
  /** Another machine writes heartbeats while this one runs. */
  other(beat: Heartbeat): void;
  failed(error: unknown): void;
}

/** Writes heartbeats until the signal, and reports another machine that writes some too. */
export async function keepHeartbeat(
  heartbeat: MachineHeartbeat,
  own: Machine,
  report: HeartbeatReport,
  signal: AbortSignal,
): Promise<void> {
  let sent: Heartbeat | undefined;
  let reported = '';

  async function beat(): Promise<void> {
    const last = await heartbeat.last();
    if (sent && last && last.machine !== own.machine && last.machine !== reported) {
      reported = last.machine;
      report.other(last);
    }
    sent = { machine: own.machine, name: own.name, beat: randomUUIDv7() };
    await heartbeat.beat(sent);
  }

  await repeat(beat, { pauseMs: BEAT_MS, reportFailure: report.failed, signal });
  if (sent) await heartbeat.leave(sent).catch(report.failed);
}
