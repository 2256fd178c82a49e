import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { before, describe, test } from 'node:test';
import type { Camera } from '../../src/domain/capture.ts';
import { shot } from '../browser/cameras.ts';
import { sharedCamera } from '../harness/shared-camera.ts';
import { canary, rawServer } from './socks-client.ts';

const BODY = '<title>whole</title><p>A page';
const LENGTH = `Content-Length: ${BODY.length}`;
const TYPE = 'Content-Type: text/html';

let camera: Camera;
before(async () => {
  camera = await sharedCamera();
});

async function assertShown(port: number, path = '/'): Promise<void> {
  const { title, httpStatus, warnings } = await shot(camera, `http://127.0.0.1:${port}${path}`);
  assert.deepEqual([title, httpStatus, warnings], ['whole', 200, []]);
}

describe('Chromium itself parses every response', { concurrency: 4 }, () => {
  const responses: Record<string, string> = {
    'lines without a carriage return': `HTTP/1.1 200 OK\n${TYPE}\n${LENGTH}\n\n${BODY}`,
    'a folded header': `HTTP/1.1 200 OK\r\nX-Long: one\r\n two\r\n${TYPE}\r\n${LENGTH}\r\n\r\n${BODY}`,
    'the same length twice': `HTTP/1.1 200 OK\r\n${LENGTH}\r\n${LENGTH}\r\n${TYPE}\r\n\r\n${BODY}`,
    'an empty length': `HTTP/1.1 200 OK\r\nContent-Length:\r\n${TYPE}\r\n\r\n${BODY}`,
    'a line without a colon': `HTTP/1.1 200 OK\r\nsome words\r\n${TYPE}\r\n${LENGTH}\r\n\r\n${BODY}`,
    'a space before the colon': `HTTP/1.1 200 OK\r\nContent-Type : text/html\r\n${LENGTH}\r\n\r\n${BODY}`,
    'an invalid header name': `HTTP/1.1 200 OK\r\nX (odd): 1\r\n: 2\r\n${TYPE}\r\n${LENGTH}\r\n\r\n${BODY}`,
    'a control character': `HTTP/1.1 200 OK\r\nX-Odd: a\x01\x7fb\r\n${TYPE}\r\n${LENGTH}\r\n\r\n${BODY}`,
    'lower case and two spaces': `http/1.1  200 OK\r\n${TYPE}\r\n${LENGTH}\r\n\r\n${BODY}`,
    'no status': `HTTP/1\r\n${TYPE}\r\n${LENGTH}\r\n\r\n${BODY}`,
    'a status text that is no text': `HTTP/1.1 200 \x01\x7f\xe9\r\n${TYPE}\r\n${LENGTH}\r\n\r\n${BODY}`,
    'a long head': `HTTP/1.1 200 OK\r\nX-Long: ${'x'.repeat(200_000)}\r\n${TYPE}\r\n${LENGTH}\r\n\r\n${BODY}`,
    'early hints': `HTTP/1.1 103 Early Hints\r\nno header\r\n\r\nHTTP/1.1 200 OK\r\n${TYPE}\r\n${LENGTH}\r\n\r\n${BODY}`,
    'a length and chunks': `HTTP/1.1 200 OK\r\nContent-Length: 2\r\nTransfer-Encoding: chunked\r\n${TYPE}\r\n\r\n1d\r\n${BODY}\r\n0\r\n\r\n`,
    'more bytes than its length': `HTTP/1.1 200 OK\r\n${TYPE}\r\n${LENGTH}\r\n\r\n${BODY} and more`,
    'bytes after the last chunk': `HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n${TYPE}\r\n\r\n1d\r\n${BODY}\r\n0\r\n\r\nand more`,
    'no length': `HTTP/1.1 200 OK\r\n${TYPE}\r\n\r\n${BODY}`,
    'HTTP/1.0': `HTTP/1.0 200 OK\r\n${TYPE}\r\n\r\n${BODY}`,
  };
  for (const [what, response] of Object.entries(responses)) {
    test(what, async (t) => {
      const port = await rawServer(t, (socket) => socket.once('data', () => socket.end(response, 'latin1')));
      await assertShown(port);
    });
  }

  test('a redirect without an end', async (t) => {
    const port = await rawServer(t, (socket) =>
      socket.once('data', (asked) => {
        if (String(asked).includes('/there')) socket.end(`HTTP/1.1 200 OK\r\n${TYPE}\r\n${LENGTH}\r\n\r\n${BODY}`);
        else socket.write('HTTP/1.1 302 Found\r\nLocation: /there\r\n\r\n');
      }),
    );
    await assertShown(port);
  });
});

test('a page with many images needs few connections', async (t) => {
  const images = Array.from({ length: 50 }, (_, n) => `<img src="/${n}.svg" alt="">`).join('');
  const server = await canary(t, (request, response) => {
    if (request.url === '/') response.setHeader('Content-Type', 'text/html').end(BODY + images);
    else response.setHeader('Content-Type', 'image/svg+xml').end('<svg xmlns="http://www.w3.org/2000/svg"/>');
  });
  await assertShown(server.port);
  assert.ok(server.hits.length >= 51);
  assert.ok(server.connections() <= 6, `${server.connections()} connections`);
});

test('a host may close a connection after a response, and Chromium repeats the next request', async (t) => {
  let requests = 0;
  const port = await rawServer(t, (socket) => {
    // The host answers the first request of each connection and closes it at the second.
    socket.once('data', (asked) => {
      requests++;
      const isImage = String(asked).includes('.svg');
      const body = isImage
        ? '<svg xmlns="http://www.w3.org/2000/svg"/>'
        : `${BODY}<img src="/1.svg" alt=""><script>onload = () => { new Image().src = '/2.svg' }</script>`;
      socket.write(
        `HTTP/1.1 200 OK\r\nContent-Type: ${isImage ? 'image/svg+xml' : 'text/html'}\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
      );
      socket.once('data', () => socket.destroy());
    });
  });
  await assertShown(port);
  assert.ok(requests >= 3, `${requests} requests`);
});

test('a WebSocket exchanges messages', async (t) => {
  const page = `${BODY}<script>
    const socket = new WebSocket('ws://' + location.host + '/socket');
    socket.onopen = () => socket.send('hello');
    socket.onmessage = ({ data }) => { document.body.insertAdjacentHTML('beforeend', '<b>' + data + '</b>') };
  </script>`;
  const port = await rawServer(t, (socket) =>
    socket.once('data', (asked) => {
      const key = /^Sec-WebSocket-Key: (.*)\r$/im.exec(String(asked))?.[1];
      if (key === undefined)
        return void socket.end(`HTTP/1.1 200 OK\r\n${TYPE}\r\nContent-Length: ${page.length}\r\n\r\n${page}`);
      // The constant of RFC 6455.
      const accept = createHash('sha1').update(`${key}258EAFA5-E914-47DA-95CA-C5AB0DC85B11`).digest('base64');
      const head = ['HTTP/1.1 101 Switching Protocols', 'Upgrade: websocket', 'Connection: Upgrade'];
      socket.write([...head, `Sec-WebSocket-Accept: ${accept}`, '', ''].join('\r\n'));
      // The answer is a text frame of four bytes.
      socket.once('data', () => socket.write(Buffer.from([0x81, 4, ...Buffer.from('seen')])));
    }),
  );
  const { warnings } = await shot(camera, `http://127.0.0.1:${port}/`, { waitForSelector: 'b' });
  assert.deepEqual(warnings, []);
});
