/**
 * The purpose of an IP address. Only public addresses are allowed by default: others can belong to the operator's own
 * network, which a page on the web must not reach through Pagekeep.
 */
export type AddressKind =
  | 'public'
  | 'unspecified'
  | 'loopback'
  | 'private'
  | 'link-local'
  | 'shared' // carrier-grade NAT and many overlay networks
  | 'metadata' // cloud services with the credentials of the machine
  | 'multicast'
  | 'documentation'
  | 'benchmark'
  | 'tunnel' // 6to4, Teredo, ISATAP: IPv6 addresses that contain an IPv4 address
  | 'reserved';

export type Address = { family: 4 | 6; value: bigint };
export type AddressRange = { family: 4 | 6; base: bigint; prefix: number };

/**
 * Returns the host as the WHATWG URL standard serialises it: lower case, Punycode, `0x7f.1` and `2130706433` as
 * `127.0.0.1`; IPv6 without brackets, and no dot at the end. Returns undefined for an invalid host.
 */
export function normaliseHost(text: string): string | undefined {
  const bracketed = text.includes(':') && !text.startsWith('[') ? `[${text}]` : text;
  if (!/^(\[[0-9a-f:.]+\]|[^\s/?#@\\:[\]]+)$/i.test(bracketed)) return undefined;
  const hostname = URL.parse(`http://${bracketed}/`)?.hostname;
  if (hostname === undefined || hostname === '') return undefined;
  return hostname.startsWith('[') ? hostname.slice(1, -1) : hostname.replace(/\.$/, '') || undefined;
}

/** Parses the output of `normaliseHost` or of a resolver. Returns an IPv4-mapped address as IPv4. */
export function parseAddress(text: string): Address | undefined {
  const v4 = parseV4(text);
  if (v4 !== undefined) return { family: 4, value: v4 };
  const v6 = parseV6(text);
  if (v6 === undefined) return undefined;
  return v6 >> 32n === 0xffffn ? { family: 4, value: v6 & 0xffff_ffffn } : { family: 6, value: v6 };
}

export function isWithin(address: Address, range: AddressRange): boolean {
  const rest = BigInt((range.family === 4 ? 32 : 128) - range.prefix);
  return address.family === range.family && address.value >> rest === range.base >> rest;
}

/** Returns the IPv4 address behind a NAT64 address, and other addresses unchanged. */
function withoutNat64(address: Address): Address {
  return isWithin(address, NAT64) ? { family: 4, value: address.value & 0xffff_ffffn } : address;
}

/** Whether both addresses mean the same machine, also through NAT64. */
export function isSame(one: Address, other: Address): boolean {
  const [a, b] = [withoutNat64(one), withoutNat64(other)];
  return a.family === b.family && a.value === b.value;
}

export function addressKind(address: Address): AddressKind {
  for (const [range, kind] of SPECIAL) if (isWithin(address, range)) return kind;
  if (address.family === 4) return 'public';
  // In an IPv6-only network, DNS64 gives every IPv4 site an address in this range.
  if (isWithin(address, NAT64)) return addressKind(withoutNat64(address));
  if (isIsatap(address.value)) return 'tunnel';
  return isWithin(address, GLOBAL_UNICAST) ? 'public' : 'reserved';
}

function parseV4(text: string): bigint | undefined {
  const parts = /^(\d{1,3})\.(\d{1,3})\.(\d{1,3})\.(\d{1,3})$/.exec(text)?.slice(1).map(Number);
  if (parts === undefined || parts.some((part) => part > 255)) return undefined;
  return parts.reduce((value, part) => (value << 8n) | BigInt(part), 0n);
}

function parseV6(text: string): bigint | undefined {
  if (!/^[0-9a-f:.]+$/i.test(text) || !text.includes(':')) return undefined;
  const written = URL.parse(`http://[${text}]/`)?.hostname.slice(1, -1);
  if (written === undefined) return undefined;
  const [left = [], right = []] = written.split('::').map((side) => (side === '' ? [] : side.split(':')));
  const groups = [...left, ...Array<string>(8 - left.length - right.length).fill('0'), ...right];
  return groups.reduce((value, group) => (value << 16n) | BigInt(`0x${group}`), 0n);
}

/** RFC 5214: the lower half of an ISATAP address is `0000:5efe` or `0200:5efe`, followed by an IPv4 address. */
function isIsatap(value: bigint): boolean {
  const marker = (value >> 32n) & 0xffff_ffffn;
  return (marker & 0xfdff_ffffn) === 0x0000_5efen;
}

/** Parses the ranges of the tables below. `readAllow` parses those of users. */
function range(text: string): AddressRange {
  const [host = '', prefix = ''] = text.split('/');
  const v4 = parseV4(host);
  const base = v4 ?? parseV6(host);
  if (base === undefined) throw new TypeError(`${text} is not a range.`);
  return { family: v4 === undefined ? 6 : 4, base, prefix: Number(prefix) };
}

const NAT64 = range('64:ff9b::/96');
const GLOBAL_UNICAST = range('2000::/3');

// IANA's registries of special-purpose addresses, narrower ranges first. Their globally reachable parts (192.0.0.9,
// 2001:20::/28 …) are also refused, because they contain no websites.
const SPECIAL: [AddressRange, AddressKind][] = (
  [
    ['169.254.169.254/32', 'metadata'],
    ['169.254.170.0/24', 'metadata'], // ECS and EKS
    ['100.100.100.200/32', 'metadata'], // Alibaba
    ['192.0.0.192/32', 'metadata'], // Oracle
    ['168.63.129.16/32', 'metadata'], // Azure, in a public range
    ['0.0.0.0/8', 'unspecified'],
    ['10.0.0.0/8', 'private'],
    ['100.64.0.0/10', 'shared'],
    ['127.0.0.0/8', 'loopback'],
    ['169.254.0.0/16', 'link-local'],
    ['172.16.0.0/12', 'private'],
    ['192.0.0.0/24', 'reserved'],
    ['192.0.2.0/24', 'documentation'],
    ['192.88.99.0/24', 'tunnel'],
    ['192.168.0.0/16', 'private'],
    ['198.18.0.0/15', 'benchmark'],
    ['198.51.100.0/24', 'documentation'],
    ['203.0.113.0/24', 'documentation'],
    ['224.0.0.0/4', 'multicast'],
    ['240.0.0.0/4', 'reserved'], // includes the broadcast address
    ['::/128', 'unspecified'],
    ['::1/128', 'loopback'],
    ['fd00:ec2::254/128', 'metadata'],
    ['fd00:ec2::23/128', 'metadata'],
    ['fd20:ce::254/128', 'metadata'], // Google
    ['fc00::/7', 'private'],
    ['fe80::/10', 'link-local'],
    ['fec0::/10', 'private'],
    ['ff00::/8', 'multicast'],
    ['100::/64', 'reserved'],
    ['2001::/32', 'tunnel'], // Teredo
    ['2001:2::/48', 'benchmark'],
    ['2001::/23', 'reserved'],
    ['2001:db8::/32', 'documentation'],
    ['2002::/16', 'tunnel'], // 6to4
    ['3ffe::/16', 'reserved'],
    ['3fff::/20', 'documentation'],
  ] as const
).map(([text, kind]) => [range(text), kind]);
