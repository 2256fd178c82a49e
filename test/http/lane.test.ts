import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { describe, type TestContext, test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import type { Answering } from '../../src/http/exchange.ts';
import { addLane, type Lane } from '../../src/http/lane.ts';

/** Paths below /lane are answered there, at once or when told to; all others by Node. */
interface LaneServer {
  readonly server: Server;
  readonly lane: Lane;
  readonly waiting: Answering[];
  /** What a client gets who sends this, piece by piece, until it has seen so many answers or the end. */
  talk(pieces: readonly string[], options?: { answers?: number; thenEnd?: boolean }): Promise<string>;
  open(): Promise<Socket>;
}

async function serveLane(t: TestContext, firstMs = 5_000): Promise<LaneServer> {
  const waiting: Answering[] = [];
  const server = createServer((request, response) => response.end(`node ${request.url}`));
  const lane = addLane(server, {
    firstMs,
    keepAliveMs: 5_000,
    take({ url = '' }, response) {
      if (!url.startsWith('/lane')) return false;
      const body = Buffer.from(`lane ${url}`);
      response.writeHead(200, ['Content-Length', String(body.length)]);
      if (url === '/lane/later') waiting.push(response);
      else response.end(url.endsWith('text') ? String(body) : body);
      return true;
    },
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.after(() => {
    lane.close();
    server.close();
    server.closeAllConnections();
  });

  async function open(): Promise<Socket> {
    const socket = connect({ port: (server.address() as AddressInfo).port, host: '127.0.0.1', allowHalfOpen: true });
    t.after(() => socket.destroy());
    await once(socket, 'connect');
    return socket;
  }

  return {
    server,
    lane,
    waiting,
    open,
    async talk(pieces, { answers = pieces.length, thenEnd = false } = {}) {
      const socket = await open();
      let came = '';
      const enough = new Promise<string>((resolve) => {
        socket.on('data', (piece) => {
          came += piece;
          if (came.split('HTTP/1.1 ').length > answers) resolve(came);
        });
        socket.on('end', () => resolve(came));
      });
      for (const piece of pieces) {
        socket.write(piece);
        await delay(20);
      }
      if (thenEnd) socket.end();
      return enough;
    },
  };
}

const get = (path: string, more = '') => `GET ${path} HTTP/1.1\r\nHost: x\r\n${more}\r\n`;
const bodies = (came: string) => came.match(/(lane|node) \/[a-z/]*/g);

describe('the lane for plain requests', () => {
  test('answers one after the other on one connection, and says that it stays', async (t) => {
    const { talk } = await serveLane(t);
    const came = await talk([get('/lane/bytes'), get('/lane/text')]);
    assert.deepEqual(bodies(came), ['lane /lane/bytes', 'lane /lane/text']);
    assert.match(
      came,
      /^HTTP\/1\.1 200 OK\r\nContent-Length: 16\r\nDate: \w{3}, .* GMT\r\nConnection: keep-alive\r\nKeep-Alive: timeout=5\r\n\r\nlane/,
    );
  });

  test('leaves what is not its own to Node, with all that follows on that connection', async (t) => {
    const { talk } = await serveLane(t);
    const came = await talk([get('/lane/one'), get('/other'), get('/lane/two')]);
    assert.deepEqual(bodies(came), ['lane /lane/one', 'node /other', 'node /lane/two']);
  });

  test('leaves two requests in one piece, and one in two, to Node', async (t) => {
    const { talk } = await serveLane(t);
    assert.deepEqual(bodies(await talk([get('/lane/one') + get('/lane/two')], { answers: 2 })), [
      'node /lane/one',
      'node /lane/two',
    ]);
    const [begin, end] = [get('/lane/one').slice(0, 9), get('/lane/one').slice(9)];
    assert.deepEqual(bodies(await talk([begin, end], { answers: 1 })), ['node /lane/one']);
  });

  test('leaves a request to Node that comes before the last one is answered, and loses neither', async (t) => {
    const { talk, waiting } = await serveLane(t);
    const came = talk([get('/lane/later'), get('/lane/next'), get('/lane/third')], { answers: 3 });
    await delay(100);
    waiting[0]?.end('lane /lane/later');
    assert.deepEqual(bodies(await came), ['lane /lane/later', 'node /lane/next', 'node /lane/third']);
  });

  test('answers whoever has said already that nothing more will come', async (t) => {
    const { talk, waiting } = await serveLane(t);
    assert.deepEqual(bodies(await talk([get('/lane/one')], { answers: 2, thenEnd: true })), ['lane /lane/one']);
    const came = talk([get('/lane/later')], { answers: 2, thenEnd: true });
    await delay(100);
    waiting[0]?.end('lane /lane/later');
    assert.deepEqual(bodies(await came), ['lane /lane/later']);
  });

  test('bears that a caller goes away before the answer', async (t) => {
    const { open, talk, waiting } = await serveLane(t);
    const socket = await open();
    socket.write(get('/lane/later'));
    await delay(50);
    socket.resetAndDestroy();
    await delay(50);
    waiting[0]?.end('lane /lane/later');
    assert.deepEqual(bodies(await talk([get('/lane/next')])), ['lane /lane/next']);
  });

  test('hands no connection to Node whose caller asked again and went away before the answer', async (t) => {
    const { server, open, waiting } = await serveLane(t);
    const connected = once(server, 'connection') as Promise<[Socket & { parser?: unknown }]>;
    const socket = await open();
    const [theirs] = await connected;
    socket.write(get('/lane/later'));
    await delay(50);
    socket.write(get('/lane/next'));
    await delay(50);
    const gone = new Promise((resolve) => theirs.once('close', resolve));
    socket.resetAndDestroy();
    await gone;
    waiting[0]?.end('lane /lane/later');
    assert.equal(theirs.parser, undefined, 'Node would keep it for ever: no connection closes twice');
  });

  test('ends a connection that never asks for anything', async (t) => {
    const { open } = await serveLane(t, 50);
    const socket = await open();
    await once(socket.resume(), 'end');
  });

  test('gives the last answers when it closes, says so, and lets nobody wait', async (t) => {
    const { lane, server, open, talk, waiting } = await serveLane(t);
    const quiet = await open();
    const idle = once(quiet.resume(), 'end');
    const came = talk([get('/lane/later')], { answers: 2 });
    await delay(50);
    lane.close();
    await idle;
    const closed = once(server, 'close');
    server.close();
    waiting[0]?.end('lane /lane/later');
    assert.match(await came, /Connection: close\r\n\r\nlane \/lane\/later$/);
    await closed;
  });
});
