import type { Server } from 'node:http';
import type { Socket } from 'node:net';

/** The slowest client that is accepted. Any pace is accepted in the grace time. */
export interface ReadingPace {
  readonly graceMs: number;
  readonly bytesPerSecond: number;
}

const LOOK_MS = 5_000;

/** Since when data wait to be sent, and how many bytes had been sent by then. */
interface Waiting {
  readonly since: number;
  readonly taken: number;
}

/**
 * Closes connections of clients that read their answers too slowly. An idle timeout does not catch a client that reads a
 * byte now and then. All connections are checked every few seconds, so that a request costs nothing.
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
      // Waiting bytes count as sent: the socket accepts a large chunk as a whole, however slowly the client reads.
      const allowedMs = graceMs + ((socket.bytesWritten - taken) / bytesPerSecond) * 1000;
      if (now - since > allowedMs) socket.destroy();
      else waiting.set(socket, { since, taken });
    }
  }
  const timer = setInterval(look, Math.min(LOOK_MS, graceMs / 4)).unref();
  server.once('close', () => clearInterval(timer));
}
