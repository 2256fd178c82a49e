import assert from 'node:assert/strict';
import { Writable } from 'node:stream';
import { test } from 'node:test';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { makeLinks } from '../../src/api/links.ts';
import type { Store } from '../../src/domain/ports/store.ts';
import { makeStreamEvents } from '../../src/manage/event-stream.ts';

/** A response whose client reads nothing. */
class StuckResponse extends Writable {
  constructor() {
    super({ highWaterMark: 100, write: () => undefined });
  }
  writeHead(): this {
    return this;
  }
}

test('a stop ends the stream of a client that reads nothing', { timeout: 60_000 }, async () => {
  const stop = new AbortController();
  const raw = new StuckResponse();
  const blocked = Promise.withResolvers<void>();
  const after = async () => {
    blocked.resolve();
    return [
      {
        number: 1,
        owner: 'ann',
        kind: 'added',
        at: '2026-06-01T12:00:00.000Z',
        webpageId: 'w',
        url: 'https://example.org/',
      },
    ];
  };
  const store = { events: { last: async () => 1, after } } as unknown as Store;
  const ended = makeStreamEvents()(
    { store, links: makeLinks('https://archive.example', 'https://archive.example') },
    { headers: {}, query: { after: '0' }, standAside() {}, log: { warn() {} } } as unknown as FastifyRequest,
    { raw, hijack() {}, getHeaders: () => ({}) } as unknown as FastifyReply,
    { owner: 'ann', signal: stop.signal, link: '', admit: async () => undefined },
  );
  await blocked.promise;
  while (!raw.writableNeedDrain) await new Promise(setImmediate);
  stop.abort();
  await ended;
  assert.ok(raw.destroyed, 'the server would wait for this client');
});
