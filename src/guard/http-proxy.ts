import type { Duplex } from 'node:stream';
import type { Destination } from '../domain/ports/guard.ts';
import type { ProxyLogin } from '../domain/proxy.ts';
import type { Handshake } from './handshake.ts';
import { NO_LOGIN, UpstreamRefusal, WRONG_LOGIN } from './upstream-refusal.ts';

/** More headers than any proxy sends. */
const MOST_BYTES = 16_384;

/** Statuses with which proxies say that they cannot reach the site. */
const SITE_FAULTS: ReadonlySet<number> = new Set([502, 503, 504]);

/** Requests a tunnel (RFC 9110, CONNECT). Throws UpstreamRefusal. */
export async function askHttpProxy(
  socket: Duplex,
  handshake: Handshake,
  { destination, login }: { destination: Destination; login: ProxyLogin | null },
): Promise<void> {
  const { host, port } = destination;
  const authority = `${host.includes(':') ? `[${host}]` : host}:${port}`;
  const lines = [`CONNECT ${authority} HTTP/1.1`, `Host: ${authority}`];
  if (login) {
    const credentials = Buffer.from(`${login.username}:${login.password}`).toString('base64');
    lines.push(`Proxy-Authorization: Basic ${credentials}`);
  }
  socket.write(`${lines.join('\r\n')}\r\n\r\n`);
  const head = (await handshake.readTo('\r\n\r\n', MOST_BYTES))?.toString('latin1');
  const [, digits] = /^HTTP\/1\.[01] (\d{3})(?: [^\r\n]*)?(?:\r\n|$)/.exec(head ?? '') ?? [];
  const status = Number(digits);
  if (digits === undefined) throw new UpstreamRefusal('proxy', 'did not answer as an HTTP proxy does');
  if (status >= 200 && status < 300) return;
  if (status === 407) throw new UpstreamRefusal('proxy', login ? WRONG_LOGIN : NO_LOGIN);
  if (SITE_FAULTS.has(status)) throw new UpstreamRefusal('site', `it answered with HTTP status ${status}`);
  throw new UpstreamRefusal('proxy', `refused to connect to ${authority} (HTTP status ${status})`);
}
