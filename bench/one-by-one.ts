import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

export interface Timed {
  readonly milliseconds: number;
  readonly body: Buffer;
}

const END_OF_HEADERS = Buffer.from('\r\n\r\n');

/**
 * A connection that sends one request at a time. It is minimal, because Node's HTTP client adds about 100 µs to every request and
 * so hides differences.
 */
export class OneByOne implements Disposable {
  readonly #socket: Socket;
  readonly #headers: string;

  private constructor(socket: Socket, headers: string) {
    this.#socket = socket;
    this.#headers = headers;
  }

  static async connect(origin: string, headers: Readonly<Record<string, string>>): Promise<OneByOne> {
    const { hostname, port, host } = new URL(origin);
    const socket = connect({ host: hostname, port: Number(port), noDelay: true });
    await once(socket, 'connect');
    const lines = Object.entries({ Host: host, ...headers }).map(([name, value]) => `${name}: ${value}\r\n`);
    return new OneByOne(socket, `${lines.join('')}\r\n`);
  }

  /** Throws unless the status is 200. */
  get(path: string): Promise<Timed> {
    return new Promise((resolve, reject) => {
      let received: Buffer = Buffer.alloc(0);
      let wanted = Number.POSITIVE_INFINITY;
      let bodyAt = 0;
      const onData = (chunk: Buffer) => {
        received = received.length === 0 ? chunk : Buffer.concat([received, chunk]);
        if (bodyAt === 0 && received.includes(END_OF_HEADERS)) {
          bodyAt = received.indexOf(END_OF_HEADERS) + END_OF_HEADERS.length;
          const head = received.toString('latin1', 0, bodyAt);
          wanted = bodyAt + Number(/^content-length: (\d+)/im.exec(head)?.[1]);
          if (!head.startsWith('HTTP/1.1 200 ')) reject(new Error(`${path}: ${head.split('\r\n')[0]}`));
        }
        if (received.length < wanted) return;
        const milliseconds = performance.now() - start;
        this.#socket.off('data', onData);
        resolve({ milliseconds, body: received.subarray(bodyAt) });
      };
      this.#socket.on('data', onData);
      const start = performance.now();
      this.#socket.write(`GET ${path} HTTP/1.1\r\n${this.#headers}`);
    });
  }

  [Symbol.dispose](): void {
    this.#socket.destroy();
  }
}
