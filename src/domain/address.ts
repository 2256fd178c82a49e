/** A host name, an IPv4 address or an IPv6 address in brackets, with an optional port, before the path. */
const WITHOUT_SCHEME = /^(\[[\da-f:.]+\]|[\p{L}\p{N}_][\p{L}\p{N}_.-]*)(:\d{1,5})?(?=[/?#]|$)/iu;

const IP_ADDRESS = /^(\[.*\]|\d{1,3}(\.\d{1,3}){3})$/;
const ONLY_DIGITS = /^[\d.]+$/;

/** Names that only the local machine or the local network resolves. */
const LOCAL_NAME = /(^|\.)(localhost|local|internal|lan|home\.arpa)$/i;

/**
 * Completes an address that was typed without a scheme: `example.org/a` to `https://example.org/a`, and
 * `localhost:8080/a` to `http://localhost:8080/a`. Local hosts and IP addresses rarely have a certificate. Other text is
 * returned as it is, also a single word, which is more often a mistake than a host.
 */
export function completeAddress(typed: string): string {
  const text = typed.trim();
  const [, host = '', port] = WITHOUT_SCHEME.exec(text) ?? [];
  const isAddress = IP_ADDRESS.test(host);
  const isName = !ONLY_DIGITS.test(host) && (/[^.]\.[^.]/.test(host) || LOCAL_NAME.test(host) || port !== undefined);
  if (!isAddress && !isName) return text;
  const isLocal = isAddress || LOCAL_NAME.test(host) || !host.includes('.');
  return `${isLocal ? 'http' : 'https'}://${text}`;
}
