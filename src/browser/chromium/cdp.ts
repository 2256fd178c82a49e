import type { Readable, Writable } from 'node:stream';
import type { ProtocolMapping } from 'devtools-protocol/types/protocol-mapping.js';

type Commands = ProtocolMapping.Commands;
type Events = ProtocolMapping.Events;
export type Command = keyof Commands;
export type EventName = keyof Events;
export type Params<Name extends Command> = Commands[Name]['paramsType'][0];
export type Result<Name extends Command> = Commands[Name]['returnType'];
export type EventOf<Name extends EventName> = Events[Name][0];

/** The browser answered a command with an error, or can no longer answer. */
export class CdpError extends Error {
  override readonly name = 'CdpError';
}

type Pending = {
  resolve: (result: never) => void;
  reject: (error: Error) => void;
  sessionId: string;
  command: Command;
};
type Message = {
  id?: number;
  result?: unknown;
  error?: { message: string };
  method?: string;
  params?: unknown;
  sessionId?: string;
};
type Listener = (params: never) => void;

/** Longer than the head of a screenshot reply, `{"id":…,"result":{"data":"`, and than any event name. */
const headLength = 96;
const pictureHead = /^\{"id":(\d+),"result":\{"data":"/;
const eventHead = /^\{"method":"([\w.]+)"/;
const quote = '"'.charCodeAt(0);

/** A screenshot reply that is being received. */
type Incoming = { readonly id: number; length: number; rest: string; whole: boolean };

/**
 * Of a message that is no screenshot. A page decides how long its addresses and texts are, and V8 has no strings above
 * half a gigabyte.
 */
const maxMessageBytes = 128 * 1024 * 1024;

/** Enough for most pictures. A larger buffer is freed after use. */
const keptBufferBytes = 2 * 1024 * 1024;

function grown(buffer: Buffer<ArrayBuffer>, length: number): Buffer<ArrayBuffer> {
  const larger = Buffer.allocUnsafeSlow(length);
  buffer.copy(larger);
  return larger;
}

function textOf(chunks: readonly Buffer[]): string {
  return (chunks.length === 1 ? (chunks[0] as Buffer) : Buffer.concat(chunks)).toString();
}

/**
 * The DevTools protocol over two pipes, with a NUL after each message. Pipes are faster than a socket, no other process
 * can connect to them, and a browser whose pipe closes ends itself, also if this process was killed.
 */
export class Connection {
  readonly #input: Writable;
  readonly #pending = new Map<number, Pending>();
  readonly #listeners = new Map<string, Set<Listener>>();
  /** Events that had a listener at some time. The others, a third of all messages, are not parsed. */
  readonly #known = new Set<string>();
  #chunks: Buffer[] = [];
  #length = 0;
  #incoming: Incoming | undefined;
  #buffer = Buffer.allocUnsafeSlow(0);
  #lastId = 0;
  #outgoing = '';
  #closed: CdpError | undefined;

  constructor(input: Writable, output: Readable) {
    this.#input = input;
    output.on('data', (chunk: Buffer) => this.#read(chunk));
    output.once('close', () => this.close('the browser closed its pipe'));
    output.on('error', () => this.close('the pipe from the browser broke'));
    input.on('error', () => this.close('the pipe to the browser broke'));
  }

  get closed(): boolean {
    return this.#closed !== undefined;
  }

  /** Without a session, the command is for the browser itself. Rejects with CdpError. */
  send<Name extends Command>(command: Name, params?: Params<Name>, sessionId = ''): Promise<Result<Name>> {
    if (this.#closed) return Promise.reject(this.#closed);
    const id = ++this.#lastId;
    const { promise, resolve, reject } = Promise.withResolvers<Result<Name>>();
    this.#pending.set(id, { resolve: resolve as Pending['resolve'], reject, sessionId, command });
    const message = sessionId
      ? { id, method: command, params: params ?? {}, sessionId }
      : { id, method: command, params: params ?? {} };
    this.#write(`${JSON.stringify(message)}\0`);
    return promise;
  }

  /** Commands of the same tick go out in one write: preparing a page takes a dozen. */
  #write(message: string): void {
    if (this.#outgoing === '') queueMicrotask(() => this.#flush());
    this.#outgoing += message;
  }

  #flush(): void {
    if (!this.#closed) this.#input.write(this.#outgoing);
    this.#outgoing = '';
  }

  /** Returns a function that removes the listener. */
  on<Name extends EventName>(event: Name, listener: (params: EventOf<Name>) => void, sessionId = ''): () => void {
    this.#known.add(event);
    const key = `${sessionId} ${event}`;
    const listeners = this.#listeners.get(key) ?? new Set();
    listeners.add(listener as Listener);
    this.#listeners.set(key, listeners);
    return () => {
      listeners.delete(listener as Listener);
      if (listeners.size === 0) this.#listeners.delete(key);
    };
  }

  /** Rejects the pending commands of a session whose replies will not come. */
  endSession(sessionId: string, why: string): void {
    for (const [id, pending] of this.#pending) {
      if (pending.sessionId !== sessionId) continue;
      this.#pending.delete(id);
      pending.reject(new CdpError(`${pending.command}: ${why}`));
    }
    for (const key of this.#listeners.keys()) if (key.startsWith(`${sessionId} `)) this.#listeners.delete(key);
  }

  close(why: string): void {
    if (this.#closed) return;
    this.#closed = new CdpError(why);
    this.#input.destroy();
    for (const pending of this.#pending.values()) pending.reject(this.#closed);
    this.#pending.clear();
    this.#listeners.clear();
    this.#chunks = [];
  }

  #read(chunk: Buffer): void {
    if (this.#closed) return;
    let start = 0;
    for (let end = chunk.indexOf(0); end !== -1; end = chunk.indexOf(0, start)) {
      this.#take(chunk.subarray(start, end));
      this.#finish();
      start = end + 1;
    }
    if (start < chunk.length) this.#take(chunk.subarray(start));
  }

  /**
   * A screenshot is one base64 string of many megabytes. It is decoded piece by piece as it arrives. So it is never
   * parsed as JSON, never in memory as a whole string, and does not block the event loop for long.
   */
  #take(piece: Buffer): void {
    if (this.#incoming) {
      this.#decode(this.#incoming, piece);
      return;
    }
    this.#chunks.push(piece);
    this.#length += piece.length;
    if (this.#length > maxMessageBytes) this.close('the browser sent a message above the size limit');
    if (this.#chunks.length > 2 || this.#closed) return;
    const begun = this.#chunks.length === 1 ? piece : Buffer.concat(this.#chunks);
    const [head, id] = pictureHead.exec(begun.toString('latin1', 0, headLength)) ?? [];
    if (head === undefined || this.#pending.get(Number(id))?.command !== 'Page.captureScreenshot') return;
    this.#chunks = [];
    this.#length = 0;
    this.#incoming = { id: Number(id), length: 0, rest: '', whole: false };
    this.#decode(this.#incoming, begun.subarray(head.length));
  }

  #decode(incoming: Incoming, piece: Buffer): void {
    if (incoming.whole) return;
    const quoteAt = piece.indexOf(quote);
    incoming.whole = quoteAt !== -1;
    const end = incoming.whole ? quoteAt : piece.length;
    // Four characters are three bytes. Left-over characters are completed separately: joined to the whole piece they
    // would copy it, and garbage collection was a fifth of the CPU time of a capture.
    let begin = 0;
    if (incoming.rest !== '') {
      begin = Math.min(4 - incoming.rest.length, end);
      incoming.rest += piece.toString('latin1', 0, begin);
      if (incoming.rest.length < 4 && !incoming.whole) return;
      this.#append(incoming, incoming.rest);
    }
    const even = incoming.whole ? end : end - ((end - begin) % 4);
    this.#append(incoming, piece.toString('latin1', begin, even));
    incoming.rest = piece.toString('latin1', even, end);
  }

  #append(incoming: Incoming, text: string): void {
    const needed = incoming.length + Math.ceil(text.length / 4) * 3;
    if (this.#buffer.length < needed) this.#buffer = grown(this.#buffer, Math.max(keptBufferBytes, 2 * needed));
    incoming.length += this.#buffer.write(text, incoming.length, 'base64');
  }

  /** Returns a copy of the exact size. The buffer is used again. */
  #decoded({ id, length }: Incoming): Message {
    const data = Buffer.allocUnsafeSlow(length);
    this.#buffer.copy(data, 0, 0, length);
    if (this.#buffer.length > keptBufferBytes) this.#buffer = Buffer.allocUnsafeSlow(0);
    return { id, result: { data } };
  }

  #finish(): void {
    const incoming = this.#incoming;
    const chunks = this.#chunks;
    this.#chunks = [];
    this.#length = 0;
    this.#incoming = undefined;
    if (this.#closed) return;
    if (!incoming && this.#isIgnoredEvent(chunks[0])) return;
    const message = incoming ? this.#decoded(incoming) : (JSON.parse(textOf(chunks)) as Message);
    if (message.id !== undefined) this.#settle(message);
    else if (message.method) this.#emit(message);
  }

  /** Whether this is an event without a listener. */
  #isIgnoredEvent(begin: Buffer | undefined): boolean {
    const [, event] = eventHead.exec(begin?.toString('latin1', 0, headLength) ?? '') ?? [];
    return event !== undefined && !this.#known.has(event);
  }

  #settle(message: Message): void {
    const pending = this.#pending.get(message.id as number);
    if (!pending) return;
    this.#pending.delete(message.id as number);
    if (message.error) pending.reject(new CdpError(`${pending.command}: ${message.error.message}`));
    else pending.resolve(message.result as never);
  }

  #emit(message: Message): void {
    const listeners = this.#listeners.get(`${message.sessionId ?? ''} ${message.method}`);
    if (listeners) for (const listener of [...listeners]) listener(message.params as never);
  }
}
