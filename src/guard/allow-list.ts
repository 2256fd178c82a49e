import { Problem } from '../domain/problem.ts';
import { type Address, type AddressRange, addressKind, isWithin, normaliseHost, parseAddress } from './address.ts';

/** An entry of CAPTURE_ALLOW: a name, a suffix of names or a range of addresses, for one port or for all ports. */
export type AllowRule = { port?: number } & (
  | { kind: 'name'; name: string }
  | { kind: 'suffix'; suffix: string }
  | { kind: 'range'; range: AddressRange }
);

export type AllowQuestion = { host: string; port: number; address: Address };

const ALLOWED =
  'allowed are host names (intranet.example), all names below one (*.corp.example), addresses (10.0.0.5, ::1) and ' +
  'ranges (10.0.0.0/8, fd00::/8), each also with a port (10.0.0.5:8080, [::1]:8080, [fd00::/8]:8080), separated by commas';

/** Parses CAPTURE_ALLOW. An empty text allows nothing. Throws Problem('invalid') with the invalid entry. */
export function readAllow(text: string): AllowRule[] {
  return text.trim() === '' ? [] : text.split(',').map((entry) => readRule(entry.trim()));
}

/** Whether the operator allows this address although it is not public. */
export function isAllowed(rules: readonly AllowRule[], { host, port, address }: AllowQuestion): boolean {
  // The owner of a domain can point it to a metadata service, which has the machine's credentials. So an entry allows a
  // metadata service only by its address.
  const byName = addressKind(address) !== 'metadata';
  return rules.some((rule) => {
    if (rule.port !== undefined && rule.port !== port) return false;
    if (rule.kind === 'range') return isWithin(address, rule.range);
    return byName && hasName(rule, host);
  });
}

/** Whether the operator allows this name, whatever its address is. */
export function isNameAllowed(rules: readonly AllowRule[], { host, port }: Omit<AllowQuestion, 'address'>): boolean {
  return rules.some((rule) => (rule.port ?? port) === port && hasName(rule, host));
}

function hasName(rule: AllowRule, host: string): boolean {
  if (rule.kind === 'range') return false;
  return rule.kind === 'name' ? host === rule.name : host.endsWith(rule.suffix);
}

/** The setting that allows this host. `addressText` is the resolved address. */
export function allowSetting(host: string, addressText: string): string {
  const address = parseAddress(addressText);
  return `CAPTURE_ALLOW=${address !== undefined && addressKind(address) === 'metadata' ? addressText : host}`;
}

function readRule(entry: string): AllowRule {
  const { target, port } = splitPort(entry);
  if (port !== undefined && (port < 1 || port > 65535)) refuse(entry, 'its port is not between 1 and 65535');
  const onPort = port === undefined ? {} : { port };
  if (target.includes('/')) return { kind: 'range', range: readRange(entry, target), ...onPort };
  if (target.startsWith('*.')) {
    const name = normaliseHost(target.slice(2));
    if (name === undefined || name.includes('*') || parseAddress(name) !== undefined) refuse(entry, 'it names no host');
    return { kind: 'suffix', suffix: `.${name}`, ...onPort };
  }
  const host = normaliseHost(target);
  if (host === undefined || host.includes('*')) refuse(entry, 'it names no host');
  const address = parseAddress(host);
  if (address === undefined) return { kind: 'name', name: host, ...onPort };
  const { family, value } = address;
  return { kind: 'range', range: { family, base: value, prefix: family === 4 ? 32 : 128 }, ...onPort };
}

/** `[fd00::/8]:80` and `10.0.0.0/8:80` have a port. `fd00::1` has none. */
function splitPort(entry: string): { target: string; port?: number } {
  const bracketed = /^\[([^\]]*)\](?::(\d{1,6}))?$/.exec(entry);
  const plain = /^([^:]*)(?::(\d{1,6}))?$/.exec(entry);
  const [, target = entry, port] = bracketed ?? plain ?? [];
  return port === undefined ? { target } : { target, port: Number(port) };
}

function readRange(entry: string, text: string): AddressRange {
  const [, host = '', digits = ''] = /^([^/]+)\/(\d{1,3})$/.exec(text) ?? [];
  const address = parseAddress(host);
  const prefix = Number(digits);
  if (address === undefined || digits === '') refuse(entry, 'it is not a range');
  const bits = address.family === 4 ? 32 : 128;
  // The prefix of an IPv4-mapped range counts 128 bits, but this program stores 32.
  if (prefix > bits || (address.family === 4 && host.includes(':')))
    refuse(entry, `its prefix is not one of /0 to /${bits}`);
  const rest = BigInt(bits - prefix);
  if ((address.value >> rest) << rest !== address.value) refuse(entry, `it has bits set behind its /${prefix}`);
  return { family: address.family, base: address.value, prefix };
}

function refuse(entry: string, reason: string): never {
  throw new Problem('invalid', `CAPTURE_ALLOW has the entry ${JSON.stringify(entry)}, but ${reason}; ${ALLOWED}.`);
}
