import { isPlain } from './text.ts';

/** The SMTP server that the operator has set. */
export interface SmtpServer {
  readonly host: string;
  readonly port: number;
  /** Whether TLS begins with the connection. Otherwise it begins with STARTTLS. */
  readonly secure: boolean;
  readonly starttls: Starttls;
  readonly login: { readonly user: string; readonly password: string } | undefined;
}

/** `optional`: if the server offers it. */
const STARTTLS = ['required', 'optional', 'off'] as const;
type Starttls = (typeof STARTTLS)[number];

export interface Sender {
  readonly name: string;
  readonly address: string;
}

const PORTS: Readonly<Record<string, number>> = { 'smtp:': 587, 'smtps:': 465 };
const LOCAL = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/i;

/**
 * Undefined if it is not valid. With a login, STARTTLS is required by default unless the server is on this machine, so that no
 * password is sent in clear text.
 */
export function readSmtpUrl(text: string): SmtpServer | undefined {
  const url = URL.parse(text);
  const defaultPort = url && PORTS[url.protocol];
  if (!defaultPort || url.hostname === '' || !/^\/?$/.test(url.pathname) || url.hash || !isPlain(text))
    return undefined;
  const user = decode(url.username);
  const password = decode(url.password);
  if (user === undefined || password === undefined || (user === '' && password !== '')) return undefined;
  const login = user === '' ? undefined : { user, password };
  const parameters = [...url.searchParams.keys()];
  if (parameters.some((name) => name !== 'starttls')) return undefined;
  const usual = login && !LOCAL.test(url.hostname) ? 'required' : 'optional';
  const starttls = STARTTLS.find((each) => each === (url.searchParams.get('starttls') ?? usual));
  if (!starttls) return undefined;
  const port = url.port === '' ? defaultPort : Number(url.port);
  if (port === 0) return undefined;
  const host = url.hostname.replace(/^\[|\]$/g, '');
  return { host, port, secure: url.protocol === 'smtps:', starttls, login };
}

function decode(text: string): string | undefined {
  try {
    const decoded = decodeURIComponent(text);
    return isPlain(decoded) ? decoded : undefined;
  } catch {
    return undefined;
  }
}

/** `ann@example.org` or `Ann <ann@example.org>`. Undefined if it is not valid. */
export function readSender(text: string): Sender | undefined {
  const [, name = '', inBrackets] = /^([^<>]*)<([^<>]+)>$/.exec(text) ?? [];
  const address = (inBrackets ?? text).trim();
  if (!isMailable(address) || !isPlain(name)) return undefined;
  return { name: name.trim().replace(/^"(.*)"$/, '$1') || 'Pagekeep', address };
}

/** Addresses of the usual form. Other addresses are valid, too, but could be read as several addresses or as part of a header. */
export function isMailable(address: string): boolean {
  return address.length <= 254 && isPlain(address) && /^[^\s@<>()[\],:;"\\]{1,64}@[^\s@<>()[\],:;"\\]+$/.test(address);
}
