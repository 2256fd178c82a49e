import type { IncomingHttpHeaders } from 'node:http';
import type { Asking } from './exchange.ts';

/** The headers of a request as they came, and what they say. */
export interface ReadHeaders {
  readonly text: string;
  readonly headers: IncomingHttpHeaders;
}

/** A request for which Node's parser is not needed. */
export interface PlainRequest extends Asking {
  readonly url: string;
  readonly read: ReadHeaders;
}

const METHOD = 'GET ';
const VERSION = ' HTTP/1.1\r\n';
const END = '\r\n\r\n';

/** Longer ones are unusual. */
const LONGEST = 4096;

/** Fewer characters than HTTP allows: what else it allows, or not, is for Node's parser to know. */
const TARGET = /^\/[\w/?&=.%+~,:-]*$/;
const LINE = /^([A-Za-z\d-]+):([\t\x20-\x7e]*)$/;

/** With these a request is more than its lines, or its connection more than one for the next request. */
const NOT_PLAIN = new Set([
  'content-length',
  'expect',
  'http2-settings',
  'keep-alive',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
]);

/**
 * Reads a GET without a body that came as one piece, with nothing behind it. Undefined for anything that is not exactly
 * that, letter by letter: it may be a request all the same, or the beginning of one. A client sends the same headers again
 * and again, so those that were `known` are only compared.
 */
export function readPlainRequest(piece: Buffer, known: ReadHeaders | undefined): PlainRequest | undefined {
  if (piece.length > LONGEST) return undefined;
  const text = piece.toString('latin1');
  if (!text.startsWith(METHOD)) return undefined;
  const end = text.indexOf(' ', METHOD.length);
  if (end === -1) return undefined;
  const url = text.slice(METHOD.length, end);
  if (!TARGET.test(url)) return undefined;
  const rest = text.slice(end);
  const read = known?.text === rest ? known : readHeaders(rest);
  return read && { url, httpVersion: '1.1', headers: read.headers, read };
}

function readHeaders(text: string): ReadHeaders | undefined {
  if (!text.startsWith(VERSION) || text.indexOf(END) !== text.length - END.length) return undefined;
  const headers: IncomingHttpHeaders = Object.create(null);
  for (const line of text.slice(VERSION.length, -END.length).split('\r\n')) {
    const [, name = '', text = ''] = LINE.exec(line) ?? [];
    const [key, value] = [name.toLowerCase(), text.trim()];
    if (value === '' || key in headers || NOT_PLAIN.has(key)) return undefined;
    if (key === 'connection' && value.toLowerCase() !== 'keep-alive') return undefined;
    headers[key] = value;
  }
  return { text, headers };
}
