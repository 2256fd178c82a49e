import { lookup } from 'node:dns/promises';
import { connect, type Socket } from 'node:net';
import { networkInterfaces } from 'node:os';
import { type Address, addressKind, isSame, parseAddress } from './address.ts';
import { type AllowRule, allowSetting, isAllowed } from './allow-list.ts';
import { asEgressError, type Destination, EgressError, failed } from './incident.ts';

export type Reach = {
  allow: readonly AllowRule[];
  /** Every address of a name; throws as `dns.lookup` does. */
  resolve: (host: string) => Promise<string[]>;
  /** Connects to one of these addresses, whichever answers first; the socket may still be connecting. */
  dial: (addresses: string[], port: number) => Socket;
  /** The addresses of this very machine. */
  ownAddresses: () => Set<string>;
  connectTimeoutMs: number;
};

/**
 * A connection to `destination`, whose name is resolved here and only once: the addresses that are checked are the
 * ones that are dialled, so a name that changes its answer in between gains nothing. Throws EgressError.
 */
export async function reach(destination: Destination, guard: Reach, signal: AbortSignal): Promise<Socket> {
  const deadline = AbortSignal.any([signal, AbortSignal.timeout(guard.connectTimeoutMs)]);
  let socket: Socket | undefined;
  try {
    const addresses = await orAbort(addressesOf(destination.host, guard.resolve), deadline);
    for (const address of addresses) check(address, destination, guard);
    socket = guard.dial(addresses, destination.port);
    await connected(socket, deadline);
    // Whatever goes wrong between here and the system: what it connected to must pass as well.
    if (socket.remoteAddress === undefined) throw failed(destination, 'connection-lost');
    check(socket.remoteAddress, destination, guard);
    return socket;
  } catch (error) {
    socket?.destroy();
    if (deadline.aborted && !(error instanceof EgressError)) throw failed(destination, 'timed-out', error);
    throw asEgressError(error, destination);
  }
}

async function addressesOf(host: string, resolve: Reach['resolve']): Promise<string[]> {
  if (parseAddress(host) !== undefined) return [host];
  // RFC 6761: these names are this machine, whatever a name server says; browsers hold to that as well.
  if (host === 'localhost' || host.endsWith('.localhost')) return ['127.0.0.1', '::1'];
  const addresses = await resolve(host);
  if (addresses.length === 0) throw Object.assign(new Error(`${host} has no address.`), { code: 'ENOTFOUND' });
  return addresses;
}

/** One address that is not public refuses the whole name: which one gets dialled is not ours to foresee. */
function check(text: string, { host, port }: Destination, { allow, ownAddresses }: Reach): void {
  const address = parseAddress(text);
  if (address !== undefined && isAllowed(allow, { host, port, address })) return;
  const kind = address === undefined ? 'reserved' : addressKind(address);
  // A service that a firewall hides from the world does answer when this machine calls itself by its public address.
  const refused = kind === 'public' ? (isOwn(address, ownAddresses()) ? 'own' : undefined) : kind;
  if (refused === undefined) return;
  const setting = allowSetting(host, text);
  const what = refused === 'own' ? 'an address of this machine itself' : `of the kind "${refused}"`;
  const message = `${host === text ? text : `${host}, at ${text},`} is ${what}, which captures may not visit; ${setting} would allow it.`;
  throw new EgressError({ kind: 'refused', host, port, address: text, addressKind: refused, setting, message });
}

function isOwn(address: Address | undefined, own: ReadonlySet<string>): boolean {
  return [...own].some((text) => {
    const known = parseAddress(text);
    return address !== undefined && known !== undefined && isSame(address, known);
  });
}

function connected(socket: Socket, signal: AbortSignal): Promise<void> {
  // Not `once`: a socket that fails again later must not take the process with it.
  const connecting = new Promise<void>((resolve, reject) => socket.once('connect', resolve).on('error', reject));
  return orAbort(connecting, signal);
}

/** The system's resolver cannot be stopped, but nobody has to wait for it. */
function orAbort<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const abort = () => reject(signal.reason);
    if (signal.aborted) abort();
    signal.addEventListener('abort', abort, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort));
  });
}

export async function resolveAll(host: string): Promise<string[]> {
  return (await lookup(host, { all: true, order: 'verbatim' })).map(({ address }) => address);
}

/** Happy Eyeballs over exactly these addresses: Node asks our `lookup`, and is told what was checked. */
export function dialAny(addresses: string[], port: number): Socket {
  const checked = addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }));
  return connect({
    host: 'checked.invalid',
    port,
    autoSelectFamily: true,
    noDelay: true,
    lookup: (_host, _options, callback) => callback(null, checked),
  });
}

export function interfaceAddresses(): Set<string> {
  return new Set(Object.values(networkInterfaces()).flatMap((list) => (list ?? []).map(({ address }) => address)));
}
