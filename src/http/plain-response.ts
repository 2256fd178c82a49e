import { type OutgoingHttpHeader, type OutgoingHttpHeaders, STATUS_CODES, validateHeaderValue } from 'node:http';
import type { Socket } from 'node:net';
import type { Answering } from './exchange.ts';

/** Headers that stand the same on many answers: one by one, and as they are sent. */
export interface FixedHeaders {
  readonly list: readonly string[];
  readonly lines: string;
}

export function fixHeaders(headers: Readonly<Record<string, string>>): FixedHeaders {
  const list = Object.entries(headers).flat();
  for (const [name, value] of Object.entries(headers)) validateHeaderValue(name, value);
  return { list, lines: linesOf(list) };
}

/** Begins an answer. What varies holds no text of a caller's: it is not looked at again. */
export function begin(response: Answering, status: number, fixed: FixedHeaders, varying: readonly string[]): void {
  if (response instanceof PlainResponse) response.begin(status, fixed.lines + linesOf(varying));
  else response.writeHead(status, [...fixed.list, ...varying]);
}

/** How a connection goes on after an answer. */
export interface Connection {
  readonly socket: Socket;
  /** The header lines that tell the caller so. */
  readonly lines: string;
  answered(): void;
}

/** The answer to a plain request: a head and a body at once, which is all that a record or a list needs. */
export class PlainResponse implements Answering {
  readonly #connection: Connection;
  #set = '';
  #head = '';
  statusCode = 200;
  headersSent = false;

  constructor(connection: Connection) {
    this.#connection = connection;
  }

  get socket(): Socket {
    return this.#connection.socket;
  }

  setHeader(name: string, value: string): void {
    validateHeaderValue(name, value);
    this.#set += lineOf(name, value);
  }

  writeHead(status: number, headers: OutgoingHttpHeaders | OutgoingHttpHeader[]): void {
    const list = (Array.isArray(headers) ? headers : Object.entries(headers).flat()).map(String);
    for (const [index, text] of list.entries()) if (index % 2 === 1) validateHeaderValue('', text);
    this.begin(status, linesOf(list));
  }

  begin(status: number, lines: string): void {
    this.statusCode = status;
    this.#head = `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${this.#set}${lines}Date: ${date()}\r\n`;
  }

  end(body?: string | Buffer): void {
    const { socket, lines } = this.#connection;
    const head = `${this.#head}${lines}\r\n`;
    this.headersSent = true;
    if (typeof body === 'string' || body === undefined) {
      socket.write(head + (body ?? ''));
    } else {
      socket.cork();
      socket.write(head, 'latin1');
      socket.write(body);
      socket.uncork();
    }
    this.#connection.answered();
  }

  destroy(): void {
    this.socket.destroy();
  }
}

const lineOf = (name: string, value: string) => `${name}: ${value}\r\n`;

function linesOf(list: readonly string[]): string {
  let lines = '';
  for (let at = 0; at < list.length; at += 2) lines += lineOf(list[at] as string, list[at + 1] as string);
  return lines;
}

let dated = { second: 0, text: '' };

/** It takes longer to write than to see that it is the same still. */
function date(): string {
  const second = Math.floor(Date.now() / 1000);
  if (second !== dated.second) dated = { second, text: new Date(second * 1000).toUTCString() };
  return dated.text;
}
