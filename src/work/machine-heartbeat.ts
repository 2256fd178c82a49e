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

/** Finds another machine that uses this archive. Takes SILENCE_MS to be sure that there is none. */
export async function findOtherMachine(
  heartbeat: MachineHeartbeat,
  own: Machine,
  wait: (ms: number) => Promise<unknown> = delay,
): Promise<Heartbeat | undefined> {
  const first = await heartbeat.last();
  if (first === undefined || first.machine === own.machine) return undefined;
  for (let waited = 0; waited < SILENCE_MS; waited += LOOK_MS) {
    await wait(LOOK_MS);
    const now = await heartbeat.last();
    if (now === undefined || now.machine === own.machine) return undefined;
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
