import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { splitMessages } from '../../src/store/engine/raw-rows.ts';

const integer = (value: number) => {
  const bytes = Buffer.alloc(4);
  bytes.writeInt32BE(value);
  return bytes;
};

const message = (kind: string, content: Buffer) =>
  Buffer.concat([Buffer.from(kind), integer(content.length + 4), content]);

function dataRow(fields: readonly (string | null)[]): Buffer {
  const values = fields.map((field) => {
    const bytes = Buffer.from(field ?? '');
    return Buffer.concat([integer(field === null ? -1 : bytes.length), bytes]);
  });
  return message('D', Buffer.concat([Buffer.from([fields.length >> 8, fields.length & 255]), ...values]));
}

describe('what PostgreSQL sends', () => {
  it('is taken apart alike, in order and whole, into whatever pieces it falls on its way', () => {
    const field = fc.option(fc.string({ unit: 'binary', maxLength: 200 }));
    const sent = fc.oneof(
      fc.record({ row: fc.array(field, { maxLength: 4 }) }),
      fc.record({ kind: fc.constantFrom('T', 'C', 'Z', 'E'), content: fc.uint8Array({ maxLength: 100 }) }),
    );
    fc.assert(
      fc.property(fc.array(sent, { maxLength: 12 }), fc.array(fc.integer({ min: 1, max: 300 })), (messages, sizes) => {
        const stream = Buffer.concat(
          messages.map((each) => ('row' in each ? dataRow(each.row) : message(each.kind, Buffer.from(each.content)))),
        );
        const seen: (Buffer | (string | null)[])[] = [];
        const split = splitMessages({
          row: (fields) => seen.push(fields.map((bytes) => bytes?.toString() ?? null)),
          others: (bytes) => seen.push(Buffer.from(bytes)),
        });
        let at = 0;
        for (const size of [...sizes, stream.length]) {
          // Bytes of their own, as they come from a socket: they are given back once read.
          if (at < stream.length) split(Buffer.from(new Uint8Array(stream.subarray(at, at + size)).buffer));
          at += size;
        }
        const expected = messages.map((each) =>
          'row' in each ? each.row : message(each.kind, Buffer.from(each.content)),
        );
        assert.deepEqual(together(seen), together(expected));
      }),
    );
  });

  it('is given back once its rows are read, but not where pg may still refer to it', () => {
    const [rows, other] = [dataRow(['a']), message('R', Buffer.from('salt'))].map((bytes) =>
      Buffer.from(new Uint8Array(bytes).buffer),
    ) as [Buffer, Buffer];
    const split = splitMessages({ row: () => undefined, others: () => undefined });
    split(other);
    split(rows);
    assert.equal((rows.buffer as ArrayBuffer).detached, true);
    assert.equal((other.buffer as ArrayBuffer).detached, false);
  });
});

/** Messages that are not rows are handed on one by one or several at once. */
function together(seen: readonly (Buffer | readonly (string | null)[])[]): unknown[] {
  const joined: (Buffer | readonly (string | null)[])[] = [];
  for (const each of seen) {
    const last = joined.at(-1);
    if (Buffer.isBuffer(each) && Buffer.isBuffer(last)) joined[joined.length - 1] = Buffer.concat([last, each]);
    else joined.push(each);
  }
  return joined;
}
