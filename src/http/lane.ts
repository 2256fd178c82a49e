import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import type { Answering, Asking } from './exchange.ts';
import { type PlainRequest, type ReadHeaders, readPlainRequest } from './plain-request.ts';
import { type Connection, PlainResponse } from './plain-response.ts';

interface LaneOptions {
  /** Answers a request, or says that it will not. */
  readonly take: (request: Asking, response: Answering) => boolean;
  /** How long a connection may stay without its first request. */
  readonly firstMs: number;
  /** And how long without the next one. */
  readonly keepAliveMs: number;
}

export interface Lane {
  /** Ends connections that wait for their next request, and the others after their answer; new ones are Node's. */
  close(): void;
}

/**
 * A lane for plain requests, beside Node's HTTP. Half of the time of an answer from memory goes into Node's parser and
 * the streams that it makes of a request and a response, which a GET without a body does not need. Every connection
 * begins here; with the first thing on it that is unusual in any way, it is Node's for good, and what came is read again
 * there.
 */
export function addLane(server: Server, options: LaneOptions): Lane {
  const nodes = server.listeners('connection')[0] as (socket: Socket) => void;
  server.off('connection', nodes);
  const open = new Set<LaneConnection>();
  const leave = (connection: LaneConnection) => open.delete(connection);
  const handOver = (socket: Socket) => nodes.call(server, socket);
  let isClosed = false;
  server.on('connection', (socket: Socket) => {
    if (isClosed) handOver(socket);
    else open.add(new LaneConnection(socket, options, handOver, leave));
  });
  return {
    close() {
      isClosed = true;
      for (const connection of open) connection.finish();
    },
  };
}

class LaneConnection implements Connection {
  readonly socket: Socket;
  readonly #options: LaneOptions;
  readonly #handOver: (socket: Socket) => void;
  readonly #leave: (connection: LaneConnection) => void;
  /** The headers of the last request. */
  #known: ReadHeaders | undefined;
  #isAnswering = false;
  /** What came before the last answer was given. */
  #early: Buffer[] = [];
  #isLast = false;
  lines: string;

  constructor(
    socket: Socket,
    options: LaneOptions,
    handOver: (socket: Socket) => void,
    leave: (connection: LaneConnection) => void,
  ) {
    this.socket = socket;
    this.#options = options;
    this.#handOver = handOver;
    this.#leave = leave;
    this.lines = `Connection: keep-alive\r\nKeep-Alive: timeout=${Math.floor(options.keepAliveMs / 1000)}\r\n`;
    socket.setTimeout(options.firstMs);
    socket.on('data', this.#onData).on('end', this.#onEnd).on('timeout', this.#onTimeout);
    socket.on('error', this.#onError).on('close', this.#onClose);
  }

  /** No request after the one that is being answered. */
  finish(): void {
    this.#isLast = true;
    this.lines = 'Connection: close\r\n';
    if (!this.#isAnswering) this.socket.destroySoon();
  }

  answered(): void {
    this.#isAnswering = false;
    // Not only ended: a caller who does not close its side would hold up the server that stops.
    if (this.#isLast) this.socket.destroySoon();
    // Node waits for a connection to close, and one that did already never does again.
    else if (this.#early.length > 0 && !this.socket.destroyed) this.#pass(Buffer.concat(this.#early));
  }

  readonly #onData = (piece: Buffer): void => {
    if (this.#isLast) return;
    if (this.#isAnswering) {
      // As Node does, so that nobody can ask faster than they read.
      this.socket.pause();
      this.#early.push(piece);
      return;
    }
    const request = this.socket.writableLength === 0 ? readPlainRequest(piece, this.#known) : undefined;
    if (!request || !this.#take(request)) this.#pass(piece);
  };

  #take(request: PlainRequest): boolean {
    // A little longer than it was told, so that a request on its way is not cut off.
    if (!this.#known) this.socket.setTimeout(this.#options.keepAliveMs + 1_000);
    this.#known = request.read;
    this.#isAnswering = true;
    if (this.#options.take(request, new PlainResponse(this))) return true;
    this.#isAnswering = false;
    return false;
  }

  /** To Node's HTTP, with what it has to read again. */
  #pass(pieces: Buffer): void {
    const { socket } = this;
    socket.off('data', this.#onData).off('end', this.#onEnd).off('timeout', this.#onTimeout);
    socket.off('error', this.#onError).off('close', this.#onClose);
    socket.setTimeout(0);
    this.#leave(this);
    this.#handOver(socket);
    socket.unshift(pieces);
    socket.resume();
  }

  readonly #onEnd = (): void => {
    if (this.#isAnswering) this.#isLast = true;
    else this.socket.end();
  };

  readonly #onTimeout = (): void => {
    // A slow answer is not the caller's fault.
    if (!this.#isAnswering) this.socket.destroy();
  };

  readonly #onError = (): void => {
    this.socket.destroy();
  };

  readonly #onClose = (): void => this.#leave(this);
}
