import {
  Agent,
  type ClientRequest,
  type ClientRequestArgs,
  type IncomingMessage,
  type RequestOptions,
  request,
  type ServerResponse,
} from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { normaliseHost } from './address.ts';
import { tidyNextHead } from './head.ts';
import { asEgressError, type Destination, EGRESS_HEADER, failed, incidentAnswer } from './incident.ts';
import { relay, type Way } from './relay.ts';

/** Keeps connections for the next request to the same host and port, each checked when it was made. */
export class CheckedAgent extends Agent {
  readonly #connect: (destination: Destination) => Promise<Socket>;
  readonly #idleTimeoutMs: number;
  readonly #maxHeaderBytes: number;

  constructor(
    connect: (destination: Destination) => Promise<Socket>,
    { idleTimeoutMs, maxHeaderBytes }: { idleTimeoutMs: number; maxHeaderBytes: number },
  ) {
    super({ keepAlive: true, timeout: idleTimeoutMs });
    this.#connect = connect;
    this.#idleTimeoutMs = idleTimeoutMs;
    this.#maxHeaderBytes = maxHeaderBytes;
  }

  /** While a connection was idle, it had as long as the host keeps those; its next answer may take longer. */
  override reuseSocket(socket: Socket, request: ClientRequest): void {
    super.reuseSocket(socket, request);
    tidyNextHead(socket, this.#maxHeaderBytes);
    socket.setTimeout(this.#idleTimeoutMs);
  }

  override createConnection(options: ClientRequestArgs, callback?: (error: Error | null, socket: Duplex) => void) {
    this.#connect({ host: options.host ?? '', port: Number(options.port) }).then(
      (socket) => {
        tidyNextHead(socket, this.#maxHeaderBytes);
        callback?.(null, socket);
      },
      // Node looks at the socket only where there is no error; its type does not say so.
      (error: Error) => callback?.(error, undefined as never),
    );
    return undefined;
  }
}

export type PlainRequest = { asked: IncomingMessage; response: ServerResponse };

/** Plain HTTP, which a proxy is asked for by the whole URL: `GET http://host/path`. */
export function forward({ asked, response }: PlainRequest, way: Way & { agent: Agent; maxHeaderBytes: number }): void {
  response.sendDate = false;
  const url = URL.parse(asked.url ?? '');
  const host = normaliseHost(url?.hostname ?? '');
  if (url === null || url.protocol !== 'http:' || host === undefined) {
    response.writeHead(400, ['Content-Length', '0', 'Connection', 'close']).end();
    return;
  }
  const destination = { host, port: Number(url.port || 80) };
  const options: RequestOptions = {
    agent: way.agent,
    ...destination,
    method: asked.method,
    // An empty query is one too, but not to URL.
    path: `${url.pathname}${url.search || (asked.url?.endsWith('?') ? '?' : '')}`,
    headers: ['Host', url.host, ...endToEnd(asked.rawHeaders, ['host'])],
    setHost: false,
    maxHeaderSize: way.maxHeaderBytes,
    // As browsers read: lines that end without a carriage return, folded headers. What goes on is framed anew.
    insecureHTTPParser: true,
  };

  let upstream: ClientRequest;
  let isWhole = () => false;
  const fail = (error: unknown) => {
    upstream.destroy();
    // Chromium went away, or was told already: what follows from that is no news.
    if (response.destroyed || response.writableEnded) return;
    const failure = asEgressError(error, destination);
    way.report(failure);
    if (response.headersSent) return void response.destroy();
    const { status, headers, body } = incidentAnswer(failure.incident);
    response.writeHead(status, headers).end(body);
  };
  const bounds = { meter: way.newMeter(), exceeded: () => fail(failed(destination, 'too-many-bytes')) };

  const send = () => {
    upstream = request(options);
    upstream.on('error', (error) => {
      // Its answer is on the way to Chromium; a host that says more than belongs to it, as some do, takes nothing back.
      if (isWhole()) return;
      // A kept connection that the host closed just now: a browser asks again on a new one, unseen, and so do we.
      if (upstream.reusedSocket && !hasBody(asked) && !response.headersSent && !response.destroyed) send();
      else fail(error);
    });
    upstream.on('response', (answer) => {
      answer.on('error', fail);
      isWhole = () => answer.complete;
      // Another protocol that has no name; Chromium would wait for the answer that counts.
      if (answer.statusCode === 101) return fail(failed(destination, 'bad-answer'));
      try {
        response.writeHead(
          answer.statusCode ?? 0,
          plainText(answer.statusMessage),
          endToEnd(answer.rawHeaders, [EGRESS_HEADER.toLowerCase(), ...misleading(answer)]),
        );
      } catch (error) {
        // Node reads statuses that it does not write.
        return fail(error);
      }
      relay(answer, response, bounds);
      // Node holds a head back until there is a body, which may be long in coming; for a redirect, none is needed.
      setImmediate(() => response.writableEnded || response.destroyed || response.flushHeaders());
    });
    // A browser does not ask for another protocol in this way; Node would drop the answer without a word.
    upstream.on('upgrade', (_answer, socket) => {
      socket.destroy();
      fail(failed(destination, 'bad-answer'));
    });
    if (hasBody(asked)) relay(asked, upstream, bounds);
    else upstream.end();
  };

  asked.on('error', fail);
  response.on('close', () => {
    if (!response.writableFinished) upstream.destroy();
  });
  send();
}

/** What a host says behind its status may hold any byte; Node throws at most of them. */
function plainText(words = ''): string {
  return /^[\t\x20-\x7e\x80-\xff]*$/.test(words) ? words : '';
}

/**
 * RFC 9112, 6.3: a length beside a transfer coding is not that of the body. What goes beyond it the browser would take for
 * the answer to its next request, which may be one to another host.
 */
function misleading({ headers }: IncomingMessage): string[] {
  return headers['transfer-encoding'] === undefined ? [] : ['content-length'];
}

function hasBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}

// RFC 9110, 7.6.1: what speaks of this one connection and not of the message. Node frames each side anew.
const HOP_BY_HOP = new Set([
  'connection',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
]);

/** The headers that pass, in their order and spelling, without `dropped`. */
function endToEnd(rawHeaders: string[], dropped: readonly string[]): string[] {
  const kept: string[] = [];
  for (let i = 0; i < rawHeaders.length; i += 2) {
    const [name = '', value = ''] = [rawHeaders[i], rawHeaders[i + 1]];
    const lower = name.toLowerCase();
    if (!HOP_BY_HOP.has(lower) && !dropped.includes(lower)) kept.push(name, value);
  }
  return kept;
}
