import { invalid, invalidSecret } from './invalid-option.ts';
import { isPlain } from './text.ts';

/** A proxy between the guard and the sites: `http://host:port` with CONNECT, or `socks5://host:port`. */
export type UpstreamProxy = {
  readonly kind: 'http' | 'socks5';
  /** As the WHATWG URL standard serialises it, without the brackets of IPv6. */
  readonly host: string;
  readonly port: number;
};

export type ProxyLogin = { readonly username: string; readonly password: string };

const longestProxy = 300;
/** SOCKS5 sends each with one byte for its length. */
const longestLogin = 255;
const defaultPorts = { http: 80, socks5: 1080 };
const form = /^(?:(http|socks5h?):\/\/)?([^/@\s?#]+?)(?::(\d{1,5}))?\/?$/i;

function parse(text: string): UpstreamProxy | undefined {
  const [, scheme = 'http', name = '', digits] = form.exec(text) ?? [];
  const host = URL.parse(`http://${name}/`)?.hostname.replace(/^\[|\]$|\.$/g, '');
  const kind = scheme.toLowerCase() === 'http' ? 'http' : 'socks5';
  const port = digits === undefined ? defaultPorts[kind] : Number(digits);
  return host && port > 0 && port < 65_536 ? { kind, host, port } : undefined;
}

/** "socks5://[::1]:1080". */
export function writeProxy({ kind, host, port }: UpstreamProxy): string {
  return `${kind}://${host.includes(':') ? `[${host}]` : host}:${port}`;
}

/** Returns the complete address of the proxy. An address with a password is not part of the message. */
export function readProxy(given: unknown): string | null {
  if (given === null) return null;
  const text = typeof given === 'string' ? given.trim() : '';
  const allowed = 'an address such as http://proxy.example:3128 or socks5://proxy.example:1080, or null';
  if (text.includes('@'))
    return invalidSecret('proxy', `${allowed}, without user name and password, which have fields of their own`);
  const proxy = text.length <= longestProxy && isPlain(text) ? parse(text) : undefined;
  return proxy ? writeProxy(proxy) : invalid('proxy', given, allowed);
}

/** Of an address that `readProxy` has returned. */
export function proxyOf(address: string): UpstreamProxy {
  const proxy = parse(address);
  if (!proxy) throw new TypeError(`${address} is not the address of a proxy.`);
  return proxy;
}

/** `{ username, password }`, or the text `username:password`. */
export function readProxyLogin(given: unknown): ProxyLogin | null {
  if (given === null) return null;
  const login = typeof given === 'string' ? splitLogin(given) : given;
  const { username, password, ...others } = (login ?? {}) as Record<string, unknown>;
  if (isPart(username) && isPart(password) && Object.keys(others).length === 0 && !username.includes(':'))
    return { username, password };
  return invalidSecret(
    'proxyLogin',
    `username:password, each of 1–${longestLogin} bytes without control characters, or null`,
  );
}

function splitLogin(text: string): { username: string; password: string } {
  const at = text.indexOf(':');
  return { username: text.slice(0, Math.max(0, at)), password: text.slice(at + 1) };
}

function isPart(value: unknown): value is string {
  return typeof value === 'string' && value !== '' && isPlain(value) && Buffer.byteLength(value) <= longestLogin;
}
