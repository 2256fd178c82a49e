import { randomUUIDv7 } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { Residence, Resident } from '../domain/residence.ts';

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
  residence: Residence,
  own: Machine,
  wait: (ms: number) => Promise<unknown> = delay,
): Promise<Resident | undefined> {
  const first = await residence.last();
  if (first === undefined || first.machine === own.machine) return undefined;
  for (let waited = 0; waited < SILENCE_MS; waited += LOOK_MS) {
    await wait(LOOK_MS);
    const now = await residence.last();
    if (now === undefined || now.machine === own.machine) return undefined;
    if (now.beat !== first.beat) return now;
  }
  return undefined;
}

export interface ResidenceReport {
  /** Another machine took the archive while this one is at work. */
  other(resident: Resident): void;
  failed(error: unknown): void;
}

/** Gives signs of life until the signal, and says when another machine gives some too. */
export async function keepResidence(
  residence: Residence,
  own: Machine,
  report: ResidenceReport,
  signal: AbortSignal,
): Promise<void> {
  let sign: Resident | undefined;
  let told = '';
  while (!signal.aborted) {
    try {
      const last = await residence.last();
      if (sign && last && last.machine !== own.machine && last.machine !== told) {
        told = last.machine;
        report.other(last);
      }
      sign = { machine: own.machine, name: own.name, beat: randomUUIDv7() };
      await residence.beat(sign);
    } catch (error) {
      report.failed(error);
    }
    await delay(BEAT_MS, undefined, { signal }).catch(() => undefined);
  }
  if (sign) await residence.leave(sign).catch(report.failed);
}
