import { on } from 'node:events';
import type { Duplex } from 'node:stream';

/** Reads what the other side sends first, and leaves what follows in the stream. */
export interface Handshake {
  /** Returns exactly `count` bytes. Throws if the stream ends before. */
  read(count: number): Promise<Buffer>;
  /** Returns all bytes before `end`, which is read too; undefined if it is not among the first `most` bytes. */
  readTo(end: string, most: number): Promise<Buffer | undefined>;
}

export class HandshakeEnded extends Error {}

/** Runs `work` while nothing else reads the stream. Throws the reason of `signal` when it aborts. */
export async function handshakeWith<Result>(
  stream: Duplex,
  signal: AbortSignal,
  work: (handshake: Handshake) => Promise<Result>,
): Promise<Result> {
  const readable = on(stream, 'readable', { signal, close: ['end', 'close'] });
  const more = async () => {
    if ((await readable.next()).done) throw new HandshakeEnded('The other side ended the connection.');
  };
  const read = async (count: number): Promise<Buffer> => {
    for (;;) {
      const bytes: Buffer | null = stream.read(count);
      if (bytes?.length === count) return bytes;
      if (bytes !== null) throw new HandshakeEnded('The other side ended the connection.');
      await more();
    }
  };
  const readTo = async (end: string, most: number): Promise<Buffer | undefined> => {
    let bytes = Buffer.alloc(0);
    for (;;) {
      const chunk: Buffer | null = stream.read();
      if (chunk === null) {
        await more();
        continue;
      }
      bytes = Buffer.concat([bytes, chunk]);
      const at = bytes.indexOf(end);
      if (at > most || (at < 0 && bytes.length > most)) return undefined;
      if (at < 0) continue;
      stream.unshift(bytes.subarray(at + end.length));
      return bytes.subarray(0, at);
    }
  };
  try {
    return await work({ read, readTo });
  } finally {
    await readable.return?.();
  }
}
