import type { ClientRequest, Agent as HttpAgent, IncomingMessage } from 'node:http';
import type { Agent as HttpsAgent } from 'node:https';
import { isIP } from 'node:net';
import type { Duplex } from 'node:stream';
import { connect as connectTls } from 'node:tls';
import type { Guard } from '../domain/ports/guard.ts';
import type { Post, PostAnswer, Poster } from '../domain/ports/poster.ts';
import { Problem } from '../domain/problem.ts';

// Not by `import`: see http/node-http.ts.
const http = process.getBuiltinModule('node:http');
const https = process.getBuiltinModule('node:https');

/** The most of an answer that is read. */
const MOST_BYTES = 2_000;

type OnConnect = (error: Error | null, socket: Duplex) => void;
type Place = { host?: string | null | undefined; port?: number | string | null | undefined };

/**
 * Sends POST requests through the guard: each connection resolves the name, checks all its addresses and uses one of them.
 * Redirects are not followed.
 */
export function openPoster(guard: Guard, timeoutMs: number): Poster {
  const closed = new AbortController();

  function open({ host, port }: Place): Promise<Duplex> {
    const name = (host ?? '').replace(/^\[|\]$/g, '');
    return guard.connect(
      { host: name, port: Number(port) },
      AbortSignal.any([closed.signal, AbortSignal.timeout(timeoutMs)]),
    );
  }

  class GuardedHttp extends http.Agent {
    override createConnection(place: Place, onConnect: OnConnect): undefined {
      open(place).then(
        (socket) => onConnect(null, socket),
        (error) => onConnect(error, undefined as never),
      );
    }
  }

  class GuardedHttps extends https.Agent {
    override createConnection(place: Place, onConnect: OnConnect): undefined {
      const name = (place.host ?? '').replace(/^\[|\]$/g, '');
      open(place).then(
        (socket) => onConnect(null, connectTls({ socket, ...(isIP(name) === 0 && { servername: name }), host: name })),
        (error) => onConnect(error, undefined as never),
      );
    }
  }

  const options = { keepAlive: true, maxFreeSockets: 16 };
  const agents = { 'http:': new GuardedHttp(options), 'https:': new GuardedHttps(options) };

  return {
    post: (post) => send(post, agents, AbortSignal.any([closed.signal, AbortSignal.timeout(timeoutMs)]), timeoutMs),
    close() {
      closed.abort();
      for (const agent of Object.values(agents)) agent.destroy();
    },
  };
}

async function send(
  { url, headers, body }: Post,
  agents: { 'http:': HttpAgent; 'https:': HttpsAgent },
  signal: AbortSignal,
  timeoutMs: number,
): Promise<PostAnswer> {
  const target = new URL(url);
  const bytes = Buffer.from(body);
  const options = { method: 'POST', headers: { ...headers, 'content-length': bytes.length }, signal };
  const sent =
    target.protocol === 'https:'
      ? https.request(target, { ...options, agent: agents['https:'] })
      : http.request(target, { ...options, agent: agents['http:'] });
  try {
    return await answerOf(sent, bytes);
  } catch (error) {
    if (signal.aborted)
      throw new Problem('unavailable', `No complete answer came within ${timeoutMs / 1000} s.`, { cause: error });
    throw error;
  }
}

async function answerOf(sent: ClientRequest, body: Buffer): Promise<PostAnswer> {
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
  // `on`: an error after the answer must not end the process.
  sent.on('error', reject).on('response', resolve);
  sent.end(body);
  const answer = await promise;
  const parts: Buffer[] = [];
  let length = 0;
  for await (const part of answer) {
    parts.push(part);
    length += part.length;
    // Leaving the loop ends the connection.
    if (length >= MOST_BYTES) break;
  }
  return {
    status: answer.statusCode ?? 0,
    retryAfter: answer.headers['retry-after'],
    text: Buffer.concat(parts).subarray(0, MOST_BYTES).toString(),
  };
}
