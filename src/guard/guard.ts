import { lookup } from 'node:dns/promises';
import { connect, type Socket } from 'node:net';
import { networkInterfaces } from 'node:os';
import { ConnectionProblem, type Destination, type Guard } from '../domain/ports/guard.ts';
import { type Address, addressKind, isSame, parseAddress } from './address.ts';
import { type AllowRule, allowSetting, isAllowed, isNameAllowed } from './allow-list.ts';
import { asConnectionProblem, failed } from './failure.ts';

export type GuardOptions = {
  /** CAPTURE_ALLOW, parsed by `readAllow`. */
  readonly allow: readonly AllowRule[];
  /** Limits the lookup and the connection together. */
  readonly connectTimeoutMs?: number;
  readonly idleTimeoutMs?: number;
  /** Returns every address of a name. Throws as `dns.lookup` does. */
  readonly resolve?: (host: string) => Promise<string[]>;
  /** Connects to one of these addresses. The returned socket may still be connecting. */
  readonly dial?: (addresses: string[], port: number) => Socket;
  /** Returns the addresses of this machine. */
  readonly ownAddresses?: () => Set<string>;
};

/** Connects to public addresses and to the allowed ones only. */
export function makeGuard(options: GuardOptions): Guard {
  const { connectTimeoutMs = 10_000, idleTimeoutMs = 30_000, resolve = resolveAll, dial = dialAny } = options;
  return {
    check: (destination) => checkUnresolved(destination, options),
    connect: async (destination, signal) => {
      const deadline = AbortSignal.any([signal, AbortSignal.timeout(connectTimeoutMs)]);
      let socket: Socket | undefined;
      try {
        const addresses = await orAbort(addressesOf(destination.host, resolve), deadline);
        for (const address of addresses) check(address, destination, options);
        // Dials the checked addresses and never the name: a second lookup could return others (DNS rebinding).
        socket = dial(addresses, destination.port);
        await connected(socket, deadline);
        // The last line of defence, should the system connect to an address that was not checked.
        if (socket.remoteAddress === undefined) throw failed(destination, 'connection-lost');
        check(socket.remoteAddress, destination, options);
        const opened = socket;
        return opened.setTimeout(idleTimeoutMs, () => opened.destroy(failed(destination, 'timed-out')));
      } catch (error) {
        socket?.destroy();
        if (deadline.aborted && !(error instanceof ConnectionProblem)) throw failed(destination, 'timed-out', error);
        throw asConnectionProblem(error, destination);
      }
    },
  };
}

async function addressesOf(host: string, resolve: (host: string) => Promise<string[]>): Promise<string[]> {
  if (parseAddress(host) !== undefined) return [host];
  // RFC 6761: these names mean this machine. Browsers do not ask a name server for them either.
  if (host === 'localhost' || host.endsWith('.localhost')) return ['127.0.0.1', '::1'];
  const addresses = await resolve(host);
  if (addresses.length === 0) throw Object.assign(new Error(`${host} has no address.`), { code: 'ENOTFOUND' });
  return addresses;
}

/** Names that only the own machine or the own network resolves; also those of metadata services. */
const LOCAL_NAME = /^[^.]+$|(?:^|\.)(?:localhost|local|internal|intranet|lan|home|corp|home\.arpa)$/;

function checkUnresolved(destination: Destination, options: GuardOptions): void {
  const { host, port } = destination;
  if (parseAddress(host) !== undefined) {
    check(host, destination, options);
    return;
  }
  if (!LOCAL_NAME.test(host) || isNameAllowed(options.allow, destination)) return;
  const setting = `CAPTURE_ALLOW=${host}`;
  const message = `${host} is a name of the own network, which captures may not visit; ${setting} would allow it.`;
  throw new ConnectionProblem({ kind: 'refused', host, port, address: host, addressKind: 'private', setting, message });
}

/** A single forbidden address refuses the whole name, because Node chooses which address it connects to. */
function check(
  text: string,
  { host, port }: Destination,
  { allow, ownAddresses = interfaceAddresses }: GuardOptions,
): void {
  const address = parseAddress(text);
  if (address !== undefined && isAllowed(allow, { host, port, address })) return;
  const kind = address === undefined ? 'reserved' : addressKind(address);
  // A firewall does not filter connections from this machine to its own public address.
  const refused = kind === 'public' ? (isOwn(address, ownAddresses()) ? 'own' : undefined) : kind;
  if (refused === undefined) return;
  const setting = allowSetting(host, text);
  const what =
    refused === 'own'
      ? 'an address of this machine itself'
      : `${refused === 'unspecified' ? 'an' : 'a'} ${refused} address`;
  const message = `${host === text ? text : `${host}, at ${text},`} is ${what}, which captures may not visit; ${setting} would allow it.`;
  throw new ConnectionProblem({ kind: 'refused', host, port, address: text, addressKind: refused, setting, message });
}

function isOwn(address: Address | undefined, own: ReadonlySet<string>): boolean {
  return [...own].some((text) => {
    const known = parseAddress(text);
    return address !== undefined && known !== undefined && isSame(address, known);
  });
}

function connected(socket: Socket, signal: AbortSignal): Promise<void> {
  // `on` and not `once`: a later error without a listener would end the process.
  const connecting = new Promise<void>((resolve, reject) => socket.once('connect', resolve).on('error', reject));
  return orAbort(connecting, signal);
}

/** The system's resolver cannot be cancelled, so this stops waiting for it. */
function orAbort<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const abort = () => reject(signal.reason);
    if (signal.aborted) abort();
    signal.addEventListener('abort', abort, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort));
  });
}

async function resolveAll(host: string): Promise<string[]> {
  return (await lookup(host, { all: true, order: 'verbatim' })).map(({ address }) => address);
}

/** Happy Eyeballs over these addresses only: `lookup` returns them for any name. */
function dialAny(addresses: string[], port: number): Socket {
  const checked = addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }));
  return connect({
    host: 'checked.invalid',
    port,
    autoSelectFamily: true,
    noDelay: true,
    lookup: (_host, _options, callback) => callback(null, checked),
  });
}

function interfaceAddresses(): Set<string> {
  return new Set(Object.values(networkInterfaces()).flatMap((list) => (list ?? []).map(({ address }) => address)));
}
