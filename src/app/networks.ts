import { BlockList, isIP } from 'node:net';
import { LRUCache } from 'lru-cache';
import { Problem } from '../domain/problem.ts';
import { printable } from '../domain/text.ts';

/** An address, or a range of addresses in CIDR notation. */
const MOST_NETWORKS = 20;

/** Address length by IP version. */
const BITS_OF: Readonly<Record<number, number>> = { 4: 32, 6: 128 };

const lists = new LRUCache<string, BlockList>({ max: 1_000 });

/** Throws Problem('invalid') with the invalid entry and what is allowed. */
export function readNetworks(entries: readonly string[]): string[] {
  const networks = [...new Set(entries.map((entry) => entry.trim().toLowerCase()).filter((entry) => entry !== ''))];
  if (networks.length > MOST_NETWORKS) {
    throw new Problem('invalid', `${networks.length} address ranges were given; at most ${MOST_NETWORKS} are allowed.`);
  }
  for (const network of networks) {
    if (!parse(network)) {
      throw new Problem(
        'invalid',
        `${printable(network)} is not an address or a range; allowed are addresses (192.0.2.7, 2001:db8::7) and ranges (192.0.2.0/24, 2001:db8::/32).`,
      );
    }
  }
  return networks;
}

/** Whether the address is in one of the networks. An IPv4 address may also be written as an IPv6 address. */
export function isWithinNetworks(networks: readonly string[], address: string): boolean {
  const [plain = ''] = address.split('%');
  const version = isIP(plain);
  return version !== 0 && listOf(networks).check(plain, version === 4 ? 'ipv4' : 'ipv6');
}

/** Whether each of the narrower networks lies in one of the others. */
export function coversNetworks(networks: readonly string[], narrower: readonly string[]): boolean {
  return narrower.every((inner) => networks.some((outer) => covers(outer, inner)));
}

function covers(outer: string, inner: string): boolean {
  const [wide, narrow] = [parse(outer), parse(inner)];
  if (!wide || !narrow || wide.family !== narrow.family || narrow.prefix < wide.prefix) return false;
  return isWithinNetworks([outer], narrow.address);
}

function listOf(networks: readonly string[]): BlockList {
  const key = networks.join(',');
  const known = lists.get(key);
  if (known) return known;
  const list = new BlockList();
  for (const network of networks) {
    const parsed = parse(network);
    if (parsed) list.addSubnet(parsed.address, parsed.prefix, parsed.family);
  }
  lists.set(key, list);
  return list;
}

interface Network {
  readonly address: string;
  readonly prefix: number;
  readonly family: 'ipv4' | 'ipv6';
}

function parse(text: string): Network | undefined {
  const [, address = '', digits] = /^([0-9a-f.:]{2,45})(?:\/(\d{1,3}))?$/.exec(text) ?? [];
  const version = isIP(address);
  const bits = BITS_OF[version];
  const prefix = digits === undefined ? bits : Number(digits);
  if (bits === undefined || prefix === undefined || prefix > bits) return undefined;
  return { address, prefix, family: version === 4 ? 'ipv4' : 'ipv6' };
}
