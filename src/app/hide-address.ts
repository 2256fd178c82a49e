import { unescape as decode } from 'node:querystring';

/** Shorter parts of a path are words. */
const SHORTEST_SEGMENT = 12;
const SHORTEST_VALUE = 4;

/**
 * Takes the parts of an address that can be a secret out of a text. Receivers such as chat services have their secret in
 * the address, which is kept encrypted, and some repeat it in their answers.
 */
export function hideAddress(text: string, address: string): string {
  const { pathname, search } = new URL(address);
  const segments = pathname.split('/').filter((segment) => segment.length >= SHORTEST_SEGMENT);
  const values = search
    .slice(1)
    .split('&')
    .map((pair) => pair.slice(pair.indexOf('=') + 1))
    .filter((value) => value.length >= SHORTEST_VALUE);
  const parts = [...segments, ...values].flatMap((part) => [part, decode(part)]);
  // The longest first, because one may contain another.
  return parts.sort((one, two) => two.length - one.length).reduce((left, part) => left.replaceAll(part, '…'), text);
}
