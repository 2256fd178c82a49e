import type { Duplex } from 'node:stream';
import { ConnectionProblem, type Destination, type Guard } from '../domain/ports/guard.ts';
import { type ProxyLogin, type UpstreamProxy, writeProxy } from '../domain/proxy.ts';
import { HandshakeEnded, handshakeWith } from './handshake.ts';
import { askHttpProxy } from './http-proxy.ts';
import { askSocksProxy } from './socks5-client.ts';
import { UpstreamRefusal } from './upstream-refusal.ts';

export type Upstream = {
  readonly proxy: UpstreamProxy;
  readonly login: ProxyLogin | null;
  readonly answerTimeoutMs?: number;
};

/**
 * Connects through a proxy, which resolves the names of the destinations. The address of the proxy passes the guard. Of a
 * destination, the guard checks only the name or the address that the browser requests.
 */
export function throughProxy(guard: Guard, { proxy, login, answerTimeoutMs = 15_000 }: Upstream): Guard {
  const name = writeProxy(proxy);
  return {
    check: guard.check,
    connect: async (destination, signal) => {
      guard.check(destination);
      const socket = await guard.connect(proxy, signal).catch((error: unknown) => {
        throw ofProxy(error, destination, name);
      });
      const deadline = AbortSignal.any([signal, AbortSignal.timeout(answerTimeoutMs)]);
      try {
        await handshakeWith(socket, deadline, (handshake) =>
          proxy.kind === 'http'
            ? askHttpProxy(socket, handshake, { destination, login })
            : askSocksProxy(socket, handshake, { destination, login }),
        );
        return socket;
      } catch (error) {
        close(socket);
        throw failureOf(error, { destination, name, timedOut: deadline.aborted && !signal.aborted });
      }
    },
  };
}

/** An error after the end of the handshake has no listener. */
function close(socket: Duplex): void {
  socket.on('error', () => undefined).destroy();
}

/** The failure belongs to the destination, so that a capture finds it, and names the proxy. */
function problem({ host, port }: Destination, reason: 'proxy' | 'unreachable', message: string, cause: unknown) {
  return new ConnectionProblem({ kind: 'failed', host, port, reason, message }, { cause });
}

function ofProxy(error: unknown, destination: Destination, name: string): unknown {
  if (!(error instanceof ConnectionProblem)) return error;
  const { incident } = error;
  const message = `The proxy ${name} cannot be used: ${incident.message}`;
  if (incident.kind === 'failed') return problem(destination, 'proxy', message, error);
  const { host, port } = destination;
  return new ConnectionProblem({ ...incident, host, port, message }, { cause: error });
}

interface Failure {
  readonly destination: Destination;
  readonly name: string;
  readonly timedOut: boolean;
}

function failureOf(error: unknown, { destination, name, timedOut }: Failure): ConnectionProblem {
  if (timedOut) return problem(destination, 'proxy', `The proxy ${name} did not answer in time.`, error);
  if (error instanceof UpstreamRefusal) {
    const { host, port } = destination;
    const message =
      error.fault === 'proxy'
        ? `The proxy ${name} ${error.message}.`
        : `The proxy ${name} could not reach ${host}:${port}: ${error.message}.`;
    return problem(destination, error.fault === 'proxy' ? 'proxy' : 'unreachable', message, error);
  }
  const ended = error instanceof HandshakeEnded || (error instanceof Error && 'code' in error);
  const message = ended ? `The proxy ${name} closed the connection without an answer.` : `The proxy ${name} failed.`;
  return problem(destination, 'proxy', message, error);
}
