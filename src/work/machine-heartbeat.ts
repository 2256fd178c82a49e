import { randomUUIDv7 } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { Heartbeat, MachineHeartbeat } from '../domain/ports/machine-heartbeat.ts';

export interface Machine {
  readonly machine: string;
  readonly name: string;
}

/** How often a machine gives a sign of life. */
const BEAT_MS = 10_000;
const LOOK_MS = 500;
/** A machine that was silent for so long is gone. */
const SILENCE_MS = 3 * BEAT_MS;

/** The other machine that is at work on this archive; undefined once it is sure that there is none. */
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
  /** Another machine took the archive while this one is at work. */
  other(beat: Heartbeat): void;
  failed(error: unknown): void;
}

/** Gives signs of life until the signal, and says when another machine gives some too. */
export async function keepHeartbeat(
  heartbeat: MachineHeartbeat,
  own: Machine,
  report: HeartbeatReport,
  signal: AbortSignal,
): Promise<void> {
  let sign: Heartbeat | undefined;
  let told = '';
  while (!signal.aborted) {
    try {
      const last = await heartbeat.last();
      if (sign && last && last.machine !== own.machine && last.machine !== told) {
        told = last.machine;
        report.other(last);
      }
      sign = { machine: own.machine, name: own.name, beat: randomUUIDv7() };
      await heartbeat.beat(sign);
    } catch (error) {
      report.failed(error);
    }
    await delay(BEAT_MS, undefined, { signal }).catch(() => undefined);
  }
  if (sign) await heartbeat.leave(sign).catch(report.failed);
}
