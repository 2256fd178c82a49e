import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { after, before, describe, test } from 'node:test';
import fc from 'fast-check';
import { readPlainRequest } from '../../src/http/plain-request.ts';

const plain = 'GET /v3/webpages?page=2 HTTP/1.1\r\nHost: archive.example\r\nAuthorization: Bearer t\r\n\r\n';
const read = (text: string) => readPlainRequest(Buffer.from(text, 'latin1'), undefined);

describe('a plain request', () => {
  test('is a GET with its headers and nothing else', () => {
    const request = read(plain);
    assert.equal(request?.url, '/v3/webpages?page=2');
    assert.deepEqual({ ...request?.headers }, { host: 'archive.example', authorization: 'Bearer t' });
  });

  test('has the headers of the last one if they came to the letter', () => {
    const first = read(plain);
    const second = readPlainRequest(Buffer.from(plain.replace('page=2', 'page=3')), first?.read);
    assert.equal(second?.url, '/v3/webpages?page=3');
    assert.equal(second?.headers, first?.headers);
    const other = readPlainRequest(Buffer.from(plain.replace('Bearer t', 'Bearer u')), first?.read);
    assert.equal(other?.headers.authorization, 'Bearer u');
  });

  const unusual: Record<string, string> = {
    'another method': plain.replace('GET', 'HEAD'),
    'another version': plain.replace('HTTP/1.1', 'HTTP/1.0'),
    'a part of one': plain.slice(0, -2),
    'two at once': plain + plain,
    'something behind it': `${plain}x`,
    'a length': plain.replace('\r\n\r\n', '\r\nContent-Length: 0\r\n\r\n'),
    'a body in chunks': plain.replace('\r\n\r\n', '\r\nTransfer-Encoding: chunked\r\n\r\n'),
    'an expectation': plain.replace('\r\n\r\n', '\r\nExpect: 100-continue\r\n\r\n'),
    'an offer to upgrade': plain.replace('\r\n\r\n', '\r\nUpgrade: h2c\r\n\r\n'),
    'the end of the connection': plain.replace('\r\n\r\n', '\r\nConnection: close\r\n\r\n'),
    'the same header twice': plain.replace('\r\n\r\n', '\r\nHOST: other.example\r\n\r\n'),
    'a folded header': plain.replace('\r\n\r\n', '\r\n folded\r\n\r\n'),
    'a header without a value': plain.replace('Bearer t', ''),
    'a space before the colon': plain.replace('Host:', 'Host :'),
    'a foreign letter': plain.replace('Bearer t', 'Bearer \xe4'),
    'lines that end in half': plain.replaceAll('\r\n', '\n'),
    'a path with other signs': plain.replace('page=2', 'page=<2>'),
    'no headers at all': 'GET /v3/webpages HTTP/1.1\r\n\r\n',
    'four kilobytes': plain.replace('Bearer t', `Bearer ${'t'.repeat(4096)}`),
  };
  for (const [name, text] of Object.entries(unusual)) {
    test(`is none with ${name}`, () => assert.equal(read(text), undefined));
  }

  describe('beside Node’s own parser', () => {
    let seen: IncomingMessage[] = [];
    const server = createServer({ requireHostHeader: false }, (request, response) => {
      seen.push(request);
      response.end();
    });
    before(async () => {
      server.listen(0, '127.0.0.1');
      await once(server, 'listening');
    });
    after(() => server.close());

    async function readByNode(text: string): Promise<IncomingMessage[]> {
      seen = [];
      const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
      socket.write(text, 'latin1');
      await Promise.race([once(socket, 'data'), once(socket, 'close')]);
      socket.destroy();
      return seen;
    }

    test('whatever is taken for one, Node reads as the same single request', async () => {
      const piece = fc.constantFrom(
        ...[
          'GET',
          ' ',
          '/v3/webpages',
          '?a=1&b=%20',
          ' HTTP/1.1',
          '\r\n',
          '\n',
          '\r',
          ':',
          'Host: x',
          'A_b-1: y',
          '\t',
        ],
        ...[
          'Content-Length: 1',
          'content-length : 1',
          'Transfer-Encoding: chunked',
          'Connection: keep-alive',
          '\0',
          'é',
        ],
        ...['Authorization:  Bearer t ', '__proto__: z', 'constructor: z', 'Keep-Alive: 5', ',', '"', 'x'],
      );
      const changed = fc
        .tuple(fc.nat(plain.length), fc.nat(3), fc.array(piece, { maxLength: 4 }))
        .map(([at, dropped, pieces]) => plain.slice(0, at) + pieces.join('') + plain.slice(at + dropped));
      const lines = fc
        .array(piece, { maxLength: 8 })
        .map((pieces) => `GET /v3/webpages HTTP/1.1\r\nHost: x\r\n${pieces.join('')}\r\n\r\n`);
      await fc.assert(
        fc.asyncProperty(fc.oneof(changed, lines), async (text) => {
          const request = read(text);
          if (!request) return;
          const [same, ...more] = await readByNode(text);
          assert.deepEqual(more, []);
          assert.equal(same?.method, 'GET');
          assert.equal(same?.url, request.url);
          assert.deepEqual({ ...same?.headers }, { ...request.headers });
        }),
        { numRuns: 2000 },
      );
    });
  });
});
