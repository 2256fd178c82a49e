import { connect } from 'node:net';
import { buffer } from 'node:stream/consumers';

// Not by `import`: see src/http/node-http.ts.
const { Agent, request: httpRequest } = process.getBuiltinModule('node:http');

export interface Answer {
  readonly status: number;
  readonly reason: string;
  /** Lower-case names. Repeated headers are joined here and separate in `all`. */
  readonly headers: Readonly<Record<string, string>>;
  readonly rawHeaders: readonly string[];
  readonly body: Buffer;
  readonly text: string;
  /** The values of a header, one for each line. */
  all(name: string): string[];
  // biome-ignore lint/suspicious/noExplicitAny: tests read any JSON
  json(): any;
}

export interface Ask {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string | string[]>>;
  readonly body?: string | Buffer;
  /** Sends the body, even an empty one, with chunked encoding. */
  readonly chunked?: boolean;
}

const agent = new Agent({ keepAlive: true });

/** Sends one request. The path is sent as it is, without normalisation. */
export function ask(port: number, path: string, options: Ask = {}): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const { method = 'GET', headers = {}, body, chunked } = options;
    const sent: Record<string, string | string[]> = { ...headers };
    if (chunked) sent['Transfer-Encoding'] = 'chunked';
    else if (body !== undefined) sent['Content-Length'] = String(Buffer.byteLength(body));
    const outgoing = httpRequest({ agent, host: '127.0.0.1', port, path, method, headers: sent }, async (incoming) => {
      try {
        const { statusCode = 0, statusMessage = '', rawHeaders } = incoming;
        resolve(answerOf(statusCode, statusMessage, rawHeaders, await buffer(incoming)));
      } catch (error) {
        reject(error);
      }
    });
    outgoing.once('error', (error: NodeJS.ErrnoException) => {
      // On a busy machine, the server can close an idle connection at the moment when it is used again.
      const isRace = outgoing.reusedSocket && error.code === 'ECONNRESET' && method === 'GET';
      if (isRace) ask(port, path, options).then(resolve, reject);
      else reject(error);
    });
    outgoing.end(body);
  });
}

/** Sends exactly these bytes, and reads until the response is complete or the server closes the connection. */
export function askRaw(port: number, bytes: string | Buffer): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1');
    let came = Buffer.alloc(0);
    socket.once('connect', () => socket.write(bytes));
    socket.on('data', (chunk) => {
      came = Buffer.concat([came, Buffer.from(chunk)]);
      const answer = parse(came);
      if (answer) {
        socket.destroy();
        resolve(answer);
      }
    });
    socket.once('error', reject);
    socket.once('close', () => reject(new Error(`The connection was closed after ${JSON.stringify(came.toString())}`)));
  });
}

function parse(bytes: Buffer): Answer | undefined {
  const end = bytes.indexOf('\r\n\r\n');
  if (end === -1) return undefined;
  const [statusLine = '', ...lines] = bytes.subarray(0, end).toString('latin1').split('\r\n');
  const [, status, reason = ''] = /^HTTP\/1\.1 (\d{3}) ?(.*)$/.exec(statusLine) ?? [];
  const rawHeaders = lines.flatMap((line) => {
    const colon = line.indexOf(':');
    return [line.slice(0, colon), line.slice(colon + 1).trim()];
  });
  const body = bytes.subarray(end + 4);
  const answer = answerOf(Number(status), reason, rawHeaders, body);
  return body.length >= Number(answer.headers['content-length'] ?? 0) ? answer : undefined;
}

function answerOf(status: number, reason: string, rawHeaders: readonly string[], body: Buffer): Answer {
  const all = (name: string) =>
    rawHeaders.filter((_, index) => index % 2 === 1 && rawHeaders[index - 1]?.toLowerCase() === name.toLowerCase());
  const names = rawHeaders.filter((_, index) => index % 2 === 0).map((name) => name.toLowerCase());
  const text = body.toString();
  return {
    status,
    reason,
    headers: Object.fromEntries(names.map((name) => [name, all(name).join(', ')])),
    rawHeaders,
    body,
    text,
    all,
    json: () => JSON.parse(text),
  };
}
