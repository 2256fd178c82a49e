import type { Duplex } from 'node:stream';
import type { Destination } from '../domain/ports/guard.ts';
import type { ProxyLogin } from '../domain/proxy.ts';
import { parseAddress } from './address.ts';
import type { Handshake } from './handshake.ts';
import { NO_LOGIN, UpstreamRefusal, WRONG_LOGIN } from './upstream-refusal.ts';

const VERSION = 5;
const NO_AUTHENTICATION = 0;
const WITH_PASSWORD = 2;
const NONE_ACCEPTABLE = 0xff;
const CONNECT = 1;
/** The bytes of an address by its type; a name has its length in front. */
const ADDRESS_BYTES: Readonly<Record<number, number>> = { 1: 4, 4: 16 };

const SITE_FAULTS: Readonly<Record<number, string>> = {
  3: 'its network is unreachable',
  4: 'it is unreachable',
  5: 'it refused the connection',
  6: 'it did not answer in time',
};

const NOT_SOCKS = 'did not answer as a SOCKS5 proxy does';

/** The client's side of SOCKS5 (RFC 1928, RFC 1929). Throws UpstreamRefusal. */
export async function askSocksProxy(
  socket: Duplex,
  { read }: Handshake,
  { destination, login }: { destination: Destination; login: ProxyLogin | null },
): Promise<void> {
  const methods = login ? [NO_AUTHENTICATION, WITH_PASSWORD] : [NO_AUTHENTICATION];
  socket.write(Buffer.of(VERSION, methods.length, ...methods));
  const [version, method = NONE_ACCEPTABLE] = await read(2);
  if (version !== VERSION) throw new UpstreamRefusal('proxy', NOT_SOCKS);
  if (method === NONE_ACCEPTABLE)
    throw new UpstreamRefusal('proxy', login ? 'accepts no user name and password' : NO_LOGIN);
  if (!methods.includes(method)) throw new UpstreamRefusal('proxy', NOT_SOCKS);
  if (method === WITH_PASSWORD && login) await authenticate(socket, read, login);

  socket.write(Buffer.concat([Buffer.of(VERSION, CONNECT, 0), addressBytes(destination.host), portBytes(destination)]));
  const [replyVersion, status = 1, , type = 0] = await read(4);
  if (replyVersion !== VERSION) throw new UpstreamRefusal('proxy', NOT_SOCKS);
  if (SITE_FAULTS[status]) throw new UpstreamRefusal('site', SITE_FAULTS[status]);
  if (status === 2)
    throw new UpstreamRefusal('proxy', `does not allow connections to ${destination.host}:${destination.port}`);
  if (status !== 0) throw new UpstreamRefusal('proxy', `failed (SOCKS5 status ${status})`);
  const length = type === 3 ? ((await read(1))[0] ?? 0) : ADDRESS_BYTES[type];
  if (length === undefined) throw new UpstreamRefusal('proxy', NOT_SOCKS);
  await read(length + 2);
}

async function authenticate(
  socket: Duplex,
  read: Handshake['read'],
  { username, password }: ProxyLogin,
): Promise<void> {
  const parts = [username, password].map((text) => Buffer.from(text));
  socket.write(Buffer.concat([Buffer.of(1), ...parts.flatMap((part) => [Buffer.of(part.length), part])]));
  const [, status] = await read(2);
  if (status !== 0) throw new UpstreamRefusal('proxy', WRONG_LOGIN);
}

/** The type and the address. A name is sent as it is: the proxy resolves it. */
function addressBytes(host: string): Buffer {
  const address = parseAddress(host);
  if (!address) return Buffer.concat([Buffer.of(3, Buffer.byteLength(host)), Buffer.from(host)]);
  const isV4 = address.family === 4;
  const digits = address.value.toString(16).padStart(isV4 ? 8 : 32, '0');
  return Buffer.concat([Buffer.of(isV4 ? 1 : 4), Buffer.from(digits, 'hex')]);
}

function portBytes({ port }: Destination): Buffer {
  return Buffer.of(port >> 8, port & 0xff);
}
