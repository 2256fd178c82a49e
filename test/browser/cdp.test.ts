import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { PassThrough } from 'node:stream';
import { describe, it } from 'node:test';
import { Connection } from '../../src/browser/chromium/cdp.ts';

describe('a screenshot is decoded from the pipe', () => {
  /** Returns the result of a screenshot whose reply arrives in pieces of this size. */
  async function receive(bytes: Buffer, pieceSize: number): Promise<unknown> {
    const output = new PassThrough();
    const connection = new Connection(new PassThrough().resume(), output);
    const shot = connection.send('Page.captureScreenshot', {});
    const reply = Buffer.from(`{"id":1,"result":{"data":"${bytes.toString('base64')}"},"sessionId":"A"}\0`);
    // Each piece has its own memory, as from a pipe.
    for (let at = 0; at < reply.length; at += pieceSize)
      output.write(Buffer.from(Uint8Array.from(reply.subarray(at, at + pieceSize)).buffer));
    return (await shot).data;
  }

  for (const length of [57, 58, 59, 500])
    it(`of ${length} bytes is whole, wherever it was cut`, async () => {
      const bytes = randomBytes(length);
      for (let pieceSize = 100; pieceSize < 200; pieceSize += 1)
        assert.deepEqual(await receive(bytes, pieceSize), bytes, `in pieces of ${pieceSize}`);
    });

  it('is whole when it is larger than the room that is kept', async () => {
    const bytes = randomBytes(5_000_001);
    assert.deepEqual(await receive(bytes, 65_536), bytes);
  });
});

describe('an endless message', () => {
  it('ends the connection, and what waits for it', async () => {
    const output = new PassThrough();
    const connection = new Connection(new PassThrough().resume(), output);
    const evaluated = connection.send('Runtime.evaluate', { expression: 'document.title' });
    const ended = assert.rejects(evaluated, { name: 'CdpError' });
    output.write('{"id":1,"result":{"result":{"value":"');
    const piece = Buffer.alloc(1024 * 1024, 'x');
    for (let megabytes = 0; megabytes < 130; megabytes += 1) output.write(piece);
    output.write('"}}}\0');
    await ended;
    assert.equal(connection.closed, true);
  });
});
