import { isAscii } from 'node:buffer';
import { on } from 'node:events';
import type { Socket } from 'node:net';
import type { ConnectionIncident, Destination } from '../domain/ports/guard.ts';
import { normaliseHost } from './address.ts';

/**
 * The server's side of SOCKS5 (RFC 1928): no authentication, CONNECT only.
 *
 *     greeting  version, count of methods, methods
 *     request   version, command, 0, address type, address, port
 *     reply     version, status, 0, address type, bound address, bound port
 */
const VERSION = 5;
const NO_AUTHENTICATION = 0;
const NO_ACCEPTABLE_METHOD = 0xff;
const CONNECT = 1;
const ADDRESS_TYPE = { ipv4: 1, name: 3, ipv6: 4 };

const STATUS = {
  succeeded: 0,
  'general-failure': 1,
  'not-allowed': 2,
  'network-unreachable': 3,
  'host-unreachable': 4,
  'connection-refused': 5,
  'command-not-supported': 7,
  'address-type-not-supported': 8,
};
export type Status = keyof typeof STATUS;

/** Returns exactly `count` bytes, or throws. */
type Read = (count: number) => Promise<Buffer>;

/**
 * Reads the greeting and the request. Answers a violation of the protocol as the RFC says, and returns undefined: the
 * caller then closes the connection. Throws if `signal` aborts or the client ends the connection in between. Bytes
 * that the client sends after the request stay unread.
 */
export async function readRequest(client: Socket, signal: AbortSignal): Promise<Destination | undefined> {
  const readable = on(client, 'readable', { signal, close: ['end'] });
  const read: Read = async (count) => {
    for (;;) {
      // Node keeps the rest in its buffer, and stops reading from the socket when that is full.
      const bytes: Buffer | null = client.read(count);
      if (bytes?.length === count) return bytes;
      if (bytes !== null || (await readable.next()).done) throw new Error('The client ended its side too early.');
    }
  };
  try {
    return await negotiate(client, read);
  } finally {
    await readable.return?.();
  }
}

async function negotiate(client: Socket, read: Read): Promise<Destination | undefined> {
  const [version, methodCount = 0] = await read(2);
  if (version !== VERSION || methodCount === 0) return undefined;
  if (!(await read(methodCount)).includes(NO_AUTHENTICATION)) {
    client.write(Buffer.of(VERSION, NO_ACCEPTABLE_METHOD));
    return undefined;
  }
  client.write(Buffer.of(VERSION, NO_AUTHENTICATION));

  const [requestVersion, command, reserved, addressType = 0] = await read(4);
  if (requestVersion !== VERSION || reserved !== 0) return void reply(client, 'general-failure');
  const text = await readHost(addressType, read);
  if (text === undefined) return void reply(client, 'address-type-not-supported');
  const port = (await read(2)).readUInt16BE();
  if (command !== CONNECT) return void reply(client, 'command-not-supported');
  const host = normaliseHost(text);
  if (host === undefined || port === 0) return void reply(client, 'general-failure');
  return { host, port };
}

export function reply(client: Socket, status: Status): void {
  // Clients ignore the bound address: it is 0.0.0.0:0.
  client.write(Buffer.of(VERSION, STATUS[status], 0, ADDRESS_TYPE.ipv4, 0, 0, 0, 0, 0, 0));
}

export function statusOf(incident: ConnectionIncident): Status {
  if (incident.kind === 'refused') return 'not-allowed';
  if (incident.reason === 'connection-refused') return 'connection-refused';
  if (incident.reason === 'unreachable') return 'network-unreachable';
  return incident.reason === 'too-many-bytes' ? 'general-failure' : 'host-unreachable';
}

async function readHost(addressType: number, read: Read): Promise<string | undefined> {
  if (addressType === ADDRESS_TYPE.ipv4) return (await read(4)).join('.');
  if (addressType === ADDRESS_TYPE.ipv6) return (await read(16)).toString('hex').replace(/.{4}(?!$)/g, '$&:');
  if (addressType !== ADDRESS_TYPE.name) return undefined;
  const [length = 0] = await read(1);
  if (length === 0) return '';
  // Chromium sends every host as a name, also an address, and writes other scripts in Punycode.
  const name = await read(length);
  return isAscii(name) ? name.toString('latin1') : '';
}
