/**
 * The networks that an address belongs to, the smallest first. A customer of a provider has at least a /64 of IPv6
 * addresses, often a /48, so single IPv6 addresses say nothing about who uses them.
 */
export function networksOf(address: string): readonly string[] {
  const [plain = ''] = address.split('%');
  const url = URL.parse(`http://[${plain}]`);
  if (!url) return [plain];
  const groups = expand(url.hostname.slice(1, -1));
  if (groups.slice(0, 6).join(':') === '0:0:0:0:0:ffff') return [mappedAddress(groups)];
  return [`${groups.slice(0, 4).join(':')}::/64`, `${groups.slice(0, 3).join(':')}::/48`];
}

/** The IPv4 address in the last two groups. */
function mappedAddress(groups: readonly string[]): string {
  const bytes = groups.slice(6).flatMap((group) => [Number.parseInt(group, 16) >> 8, Number.parseInt(group, 16) & 255]);
  return bytes.join('.');
}

/** The eight groups of an address as the URL parser writes it: at most one "::", no IPv4 part. */
function expand(address: string): string[] {
  const [left = '', right] = address.split('::');
  const [before, after] = [left, right ?? ''].map((part) => part.split(':').filter((group) => group !== ''));
  if (!before || !after) return [];
  return [...before, ...Array<string>(8 - before.length - after.length).fill('0'), ...after];
}
