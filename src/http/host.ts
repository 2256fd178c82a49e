import type { IncomingMessage } from 'node:http';
import { Problem } from '../domain/problem.ts';

/** A host name, an IPv4 address or an IPv6 address in brackets, and a port (RFC 3986 §3.2.2). */
const HOST = /^(?:\[[0-9a-f:.]+\]|(?:[\w.~!$&'()*+,;=-]|%[0-9a-f]{2})+)(?::(?<port>\d{0,5}))?$/i;
const HIGHEST_PORT = 65_535;

/**
 * RFC 9112 §3.2 requires exactly one valid Host header in HTTP/1.1. Throws Problem('invalid'). Nothing else is done with
 * the header: every URL in an answer is made from PUBLIC_URL.
 */
export function checkHost({ rawHeaders, headers, httpVersion }: IncomingMessage): void {
  const count = rawHeaders.filter((text, index) => index % 2 === 0 && text.toLowerCase() === 'host').length;
  if (count > 1) throw new Problem('invalid', 'The Host header is sent more than once; it is allowed once.');
  if (headers.host === undefined) {
    if (httpVersion === '1.0') return;
    throw new Problem('invalid', 'The Host header is missing; HTTP/1.1 requires it.');
  }
  const valid = HOST.exec(headers.host);
  if (!valid || Number(valid.groups?.port ?? 0) > HIGHEST_PORT) {
    throw new Problem('invalid', 'The Host header is invalid: it must be a host name or an IP address, and a port.');
  }
}
