import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { milliseconds, type Row } from '../report.ts';
import { median } from '../rounds.ts';

export interface SignInFlood {
  readonly port: number;
  readonly clients: number;
  readonly thinkMs: number;
  readonly seconds: number;
}

export interface SignInFlooded {
  /** Attempts whose password was verified. */
  readonly verified: number;
  /** 503. */
  readonly refused: number;
  readonly other: number;
}

/** Responses to API requests; latencies in milliseconds. */
interface Readers {
  readonly refused: number;
  readonly failed: number;
  readonly p50: number;
  readonly p99: number;
}

/** About 300 attempts per second, ten times as many as one core can hash. */
const CROWD = { clients: 64, thinkMs: 200 };
const MOST_SLOWER = 2;

const run = promisify(execFile);

export interface SignInScene {
  readonly place: string;
  readonly port: number;
  readonly rounds: number;
  /** Readers at a rate that the server can answer. */
  read(): Promise<Readers>;
  /** How long `read` takes. */
  readonly seconds: number;
}

/** The latency of readers without sign-ins, and during a flood of attempts. */
export async function signInRow({ place, port, rounds, read, seconds }: SignInScene): Promise<Row> {
  const calm: Readers[] = [];
  const crowded: Readers[] = [];
  const floods: SignInFlooded[] = [];
  for (let round = 0; round < rounds; round += 1) {
    calm.push(await read());
    const [readers, attempts] = await Promise.all([read(), flood({ port, seconds, ...CROWD })]);
    crowded.push(readers);
    floods.push(attempts);
  }
  const sum = (of: (each: SignInFlooded) => number) => floods.reduce((all, each) => all + of(each), 0);
  const perFlood = (count: number) => Math.round(count / rounds / seconds);
  const p = (measured: readonly Readers[], name: 'p50' | 'p99') => median(measured.map((each) => each[name]));
  const both = (measured: readonly Readers[]) =>
    `${milliseconds(p(measured, 'p50'))}, ${milliseconds(p(measured, 'p99'))}`;
  const [other, failed] = [sum((each) => each.other), crowded.reduce((all, each) => all + each.failed, 0)];
  if (other + failed > 0) throw new Error(`${other} sign-ins and ${failed} readers were neither served nor refused`);
  const refusedReaders = crowded.reduce((all, each) => all + each.refused, 0);
  return {
    work: `${place}p50 and p99 of readers during ${perFlood(sum(({ verified }) => verified))} verified and ${perFlood(sum(({ refused }) => refused))} refused sign-ins per second`,
    figure: `${both(crowded)}; ${refusedReaders} readers refused`,
    against: `without sign-ins: ${both(calm)}`,
    ratio: p(crowded, 'p99') / p(calm, 'p99'),
    bar: { atMost: MOST_SLOWER },
  };
}

async function flood(order: SignInFlood): Promise<SignInFlooded> {
  const args = [join(import.meta.dirname, 'sign-in-flood.ts'), JSON.stringify(order)];
  return JSON.parse((await run(process.execPath, args)).stdout);
}
