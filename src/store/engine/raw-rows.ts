import { EventEmitter } from 'node:events';
import pg from 'pg';
import { giveBack } from '../../domain/give-back.ts';

/** The part of pg's connection that reads. */
interface Connection extends EventEmitter {
  attachListeners(stream: EventEmitter): void;
}

/**
 * A client whose rows reach the type parsers of a query as the bytes that PostgreSQL sent, good until the parser returns.
 * pg would make a text of each value first, of which a list of 50 is only made into bytes again: with a thousand lists a
 * second the garbage collector took a quarter of this process's CPU.
 */
export class RawRowsClient extends pg.Client {
  constructor(config?: string | pg.ClientConfig) {
    super(config);
    readRowsRaw((this as unknown as { connection: Connection }).connection);
  }
}

/** A message begins with its kind and its length, which counts itself but not the kind. */
const HEADER = 5;
const DATA_ROW = 'D'.charCodeAt(0);

/** Rows are taken out of what PostgreSQL sends; all else, always whole messages, is pg's to read. */
function readRowsRaw(connection: Connection): void {
  const attach = connection.attachListeners.bind(connection);
  connection.attachListeners = (stream) => {
    const others = new EventEmitter();
    attach(others);
    const split = splitMessages({
      row: (fields) => connection.emit('dataRow', { name: 'dataRow', fields }),
      others: (messages) => others.emit('data', messages),
    });
    stream.on('data', split);
    stream.on('end', () => others.emit('end'));
  };
}

interface Received {
  row(fields: readonly (Buffer | null)[]): void;
  others(messages: Buffer): void;
}

/** Takes a stream apart as it comes, in whatever pieces. */
export function splitMessages({ row, others }: Received): (chunk: Buffer) => void {
  // The beginning of a message, until it has come whole.
  let begun: Buffer[] = [];
  let held = 0;
  let needed = HEADER;

  /** Answers where the first message begins that is not whole, and how much of it is needed to go on. */
  function splitWhole(bytes: Buffer): { end: number; needed: number; hasRows: boolean } {
    let [from, at, hasRows] = [0, 0, false];
    let length = HEADER;
    while (at + HEADER <= bytes.length) {
      length = 1 + bytes.readUInt32BE(at + 1);
      if (at + length > bytes.length) break;
      if (bytes[at] === DATA_ROW) {
        if (from < at) others(bytes.subarray(from, at));
        row(fieldsOf(bytes, at + HEADER));
        from = at + length;
        hasRows = true;
      }
      at += length;
      length = HEADER;
    }
    if (from < at) others(bytes.subarray(from, at));
    return { end: at, needed: length, hasRows };
  }

  return (chunk) => {
    begun.push(chunk);
    held += chunk.length;
    if (held < needed) return;
    const bytes = begun.length === 1 ? chunk : Buffer.concat(begun, held);
    const whole = splitWhole(bytes);
    begun = whole.end < bytes.length ? [Buffer.from(bytes.subarray(whole.end))] : [];
    held = bytes.length - whole.end;
    needed = whole.needed;
    // What came without rows may be kept by pg: when it signs in, it refers to a part of it later.
    if (whole.hasRows) giveBack(bytes);
  };
}

function fieldsOf(bytes: Buffer, begin: number): (Buffer | null)[] {
  let at = begin + 2;
  return Array.from({ length: bytes.readInt16BE(begin) }, () => {
    const length = bytes.readInt32BE(at);
    at += 4;
    if (length === -1) return null;
    at += length;
    return bytes.subarray(at - length, at);
  });
}
