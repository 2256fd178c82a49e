import type { Server } from 'node:http';
import type { Socket } from 'node:net';

/** The slowest reading that is borne: this many bytes a second, after a time in which any is. */
export interface ReadingPace {
  readonly graceMs: number;
  readonly bytesPerSecond: number;
}

const LOOK_MS = 5_000;

/** Since when something waits to be read, and how much had been taken by then. */
interface Waiting {
  readonly since: number;
  readonly taken: number;
}

/**
 * Ends connections whose clients take their answers too slowly. A limit on silence does not: a client that reads a byte
 * now and then is never silent. One look at all connections every few seconds, so that a request costs nothing.
 */
export function endSlowReaders(server: Server, { graceMs, bytesPerSecond }: ReadingPace): void {
  const waiting = new Map<Socket, Waiting | undefined>();
  server.on('connection', (socket: Socket) => {
    waiting.set(socket, undefined);
    socket.once('close', () => waiting.delete(socket));
  });

  function look(): void {
    const now = performance.now();
    for (const [socket, before] of waiting) {
      if (socket.writableLength === 0) {
        waiting.set(socket, undefined);
        continue;
      }
      const { since, taken } = before ?? { since: now, taken: socket.bytesWritten - socket.writableLength };
      // What waits counts as taken: a large piece is taken as a whole, however evenly it is read.
      const allowedMs = graceMs + ((socket.bytesWritten - taken) / bytesPerSecond) * 1000;
      if (now - since > allowedMs) socket.destroy();
      else waiting.set(socket, { since, taken });
    }
  }
  const timer = setInterval(look, Math.min(LOOK_MS, graceMs / 4)).unref();
  server.once('close', () => clearInterval(timer));
}
