import type { Socket } from 'node:net';

/**
 * Has the head of the next answer on this connection read as Chromium reads it, which passes over much that makes
 * Node's parser refuse the whole answer: a length that is told twice, lines that are no header, odd spaces and bytes.
 */
export function tidyNextHead(socket: Socket, maxHeaderBytes: number): void {
  const { push } = socket;
  let pieces: string[] = [];
  let length = 0;
  let tail = '';
  let isBegun = false;
  socket.push = (piece: Buffer | null) => {
    const text = piece?.toString('latin1') ?? '';
    pieces.push(text);
    length += text.length;
    const mayEnd = blankLine.test(tail + text);
    tail = (tail + text).slice(-2);
    // A host may send its head byte by byte: it is looked at only when it has begun, and when it may be whole.
    if (piece !== null && isBegun && !mayEnd && length <= maxHeaderBytes) return true;
    const { tidy, rest, isAwaited } = tidyHeads(pieces.join(''));
    pieces = [rest];
    length = rest.length;
    isBegun = length >= SHORTEST;
    const isOver = piece === null || !isAwaited || length > maxHeaderBytes;
    if (isOver) socket.push = push;
    const ready = isOver ? tidy + rest : tidy;
    const wantsMore = ready === '' || push.call(socket, Buffer.from(ready, 'latin1'));
    return piece === null ? push.call(socket, null) : wantsMore;
  };
}

/** The heads that are whole; whether one that counts is yet to come. */
function tidyHeads(held: string): { tidy: string; rest: string; isAwaited: boolean } {
  let [tidy, rest] = ['', held];
  let isAwaited = mayBeHead(rest);
  for (let end = endOfHead(rest); isAwaited && end > 0; end = endOfHead(rest)) {
    const head = tidied(rest.slice(0, end));
    tidy += head;
    rest = rest.slice(end);
    isAwaited = isInterim(head) && mayBeHead(rest);
  }
  return { tidy, rest, isAwaited };
}

const blankLine = /\n\r?\n/;

const begin = /^.{0,4}?http/is;
const SHORTEST = 8;

/** Chromium looks past four bytes of a body that went before. What is not HTTP is known as such without its end. */
function mayBeHead(text: string): boolean {
  return text.length < SHORTEST || begin.test(text);
}

function endOfHead(text: string): number {
  const from = Math.max(0, text.search(/\S/));
  const found = blankLine.exec(text.slice(from));
  return found ? from + found.index + found[0].length : 0;
}

/** Such as 103: the head that counts comes after it. */
function isInterim(head: string): boolean {
  return /^HTTP\/1\.\d 1(?!01)\d\d /.test(head);
}

type Header = { name: string; value: string };

function tidied(head: string): string {
  // Nor does Chromium take this one.
  if (head.includes('\0')) return head;
  const [statusLine = '', ...lines] = head
    .slice(head.search(/http/i))
    .trimEnd()
    .split(/[\r\n]+/);
  const headers: Header[] = [];
  let isHeader = false;
  for (const line of lines) {
    const [, name = '', value = ''] = /^([\w!#$%&'*+.^`|~-]+)[\t ]*:(.*)$/.exec(line) ?? [];
    const last = headers.at(-1);
    if (isHeader && last && /^[\t ]/.test(line)) last.value += ` ${line.trim()}`;
    else isHeader = name !== '' && headers.push({ name, value }) > 0;
  }
  const written = framed(headers).map(({ name, value }) => `${name}: ${plain(value)}`);
  return `${[tidiedStatus(statusLine), ...written].join('\r\n')}\r\n\r\n`;
}

function tidiedStatus(line: string): string {
  const [, version = '', status = '', words = ''] = /^http(\S*) *(\d*)(.*)$/i.exec(line) ?? [];
  const isNewer = /^\/(1\.[1-9]|[2-9]\.\d)/.test(version);
  return `HTTP/1.${isNewer ? 1 : 0} ${status || 200} ${words.trim()}`;
}

/**
 * With one header that says how the body ends, if there is one. Different lengths are left for the parser to refuse; one
 * that is no number tells nothing, and neither does a transfer coding that is not in chunks.
 */
function framed(headers: Header[]): Header[] {
  const valuesOf = (wanted: string) =>
    headers.flatMap(({ name, value }) => (name.toLowerCase() === wanted ? value.split(',') : []));
  const lengths = [...new Set(valuesOf('content-length').map((text) => text.trim()))];
  const others = headers.filter(({ name }) => !/^(content-length|transfer-encoding)$/i.test(name));
  if (valuesOf('transfer-encoding').some((coding) => coding.trim().toLowerCase() === 'chunked'))
    return [...others, { name: 'Transfer-Encoding', value: 'chunked' }];
  const told = lengths.filter((text) => lengths.length > 1 || (/^\d+$/.test(text) && Number.isSafeInteger(+text)));
  // At the end: Node garbles a file name that is not ASCII in a Content-Disposition behind it.
  return [...others, ...told.map((value) => ({ name: 'Content-Length', value }))];
}

/** Node writes no other bytes. */
function plain(value: string): string {
  return value.replace(/[^\t\x20-\x7e\x80-\xff]/g, ' ').trim();
}
