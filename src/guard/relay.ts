import type { Socket } from 'node:net';
import type { Readable, Writable } from 'node:stream';
import type { Destination, EgressError } from './incident.ts';

export type ByteBounds = { connection: number; capture: number };

/** Told of every piece that passes; answers false once a bound is crossed. */
export type Meter = (bytes: number) => boolean;

/** What one capture's listener gives to both kinds of traffic, plain requests and tunnels. */
export type Way = {
  /** Throws EgressError; a connection that comes too late for `signal` is closed. */
  connect: (destination: Destination, signal: AbortSignal) => Promise<Socket>;
  newMeter: () => Meter;
  report: (error: EgressError) => void;
};

export type ByteCount = { newMeter: () => Meter; total: () => number; spent: () => boolean };

/** The bytes of one capture, in both directions: of all its connections together, and of each apart. */
export function countBytes(bounds: ByteBounds): ByteCount {
  let total = 0;
  return {
    newMeter: () => {
      let own = 0;
      return (bytes) => {
        own += bytes;
        total += bytes;
        return own <= bounds.connection && total <= bounds.capture;
      };
    },
    total: () => total,
    spent: () => total > bounds.capture,
  };
}

/**
 * Moves bytes as they come and holds the source back while the sink is full: nothing is gathered. `pipe` would do the
 * same, but cannot count, and a counting stream in between would handle every piece twice.
 */
export function relay(from: Readable, to: Writable, { meter, exceeded }: { meter: Meter; exceeded: () => void }): void {
  from.on('data', (chunk: Buffer) => {
    if (!meter(chunk.length)) return exceeded();
    if (!to.destroyed && !to.writableEnded && !to.write(chunk)) from.pause();
  });
  to.on('drain', () => from.resume());
  from.on('end', () => to.end());
}
