import assert from 'node:assert/strict';
import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { Agent, request } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { describe, test } from 'node:test';
import type { Egress } from '../../src/guard/egress.ts';
import { canary, get, guard, happens, names, rawServer, speak, tunnel } from './proxy-client.ts';

describe('a request arrives as it was sent, and an answer too', () => {
  test('with its method, body and end-to-end headers, and without those of the hop', async (t) => {
    let seen: unknown;
    const server = await canary(t, async (request, response) => {
      seen = { method: request.method, headers: request.rawHeaders, body: (await buffer(request)).toString() };
      response.writeHead(201, 'Made', ['Set-Cookie', 'a=1', 'Set-Cookie', 'b=2', 'Pagekeep-Egress', 'refused']);
      response.end('made');
    });
    const egress = await guard(t, { allow: '127.0.0.1' });
    const at = `127.0.0.1:${server.port}`;
    const raw = await speak(
      egress,
      `POST http://${at}/form HTTP/1.1\r\nHost: lies.example\r\nProxy-Connection: keep-alive\r\nConnection: close\r\n` +
        'X-Mixed: Case\r\nContent-Length: 5\r\n\r\nhello',
    );
    assert.match(raw, /^HTTP\/1\.1 201 Made\r\n/);
    assert.match(raw, /Set-Cookie: a=1\r\nSet-Cookie: b=2\r\n/);
    assert.doesNotMatch(raw, /Pagekeep-Egress/);
    const headers = ['Host', at, 'X-Mixed', 'Case', 'Content-Length', '5', 'Connection', 'keep-alive'];
    assert.deepEqual(seen, { method: 'POST', headers, body: 'hello' });
  });

  test('with its path and query, also an empty one', async (t) => {
    const server = await canary(t);
    const egress = await guard(t, { allow: '127.0.0.1' });
    const paths = ['/?', '/a?', '/a', "//b;c=[|]%zz?d='e'&f?"];
    for (const path of paths) await get(egress, `http://127.0.0.1:${server.port}${path}`);
    assert.deepEqual(
      server.hits,
      paths.map((path) => `GET ${path.replaceAll("'", '%27')}`),
    );
  });

  test('whole, whatever its size and framing', async (t) => {
    const bytes = randomBytes(3_000_000);
    const server = await canary(t, (request, response) => {
      if (request.url === '/sized') response.setHeader('Content-Length', bytes.length);
      response.end(bytes);
    });
    const egress = await guard(t, { allow: '127.0.0.1' });
    for (const path of ['/sized', '/chunked']) {
      const body = await fetchThrough(egress, `http://127.0.0.1:${server.port}${path}`);
      assert.equal(sha256(body), sha256(bytes), path);
    }
  });

  test('many on the same connections, which are kept', async (t) => {
    const server = await canary(t);
    const egress = await guard(t, { allow: '127.0.0.1' });
    const agent = new Agent({ keepAlive: true, maxSockets: 2 });
    t.after(() => agent.destroy());
    const url = `http://127.0.0.1:${server.port}/`;
    await Promise.all(Array.from({ length: 50 }, () => fetchThrough(egress, url, agent)));
    assert.equal(server.hits.length, 50);
    assert.ok(server.connections() <= 2);
  });

  test('also when the host closed the kept connection in the meantime', async (t) => {
    let served = 0;
    const port = await rawServer(t, (socket) => {
      // One answer for each connection; the second request on it meets a closed door.
      socket.once('data', () => {
        served++;
        socket.write('HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok');
        socket.once('data', () => socket.destroy());
      });
    });
    const egress = await guard(t, { allow: '127.0.0.1' });
    for (let i = 0; i < 4; i++) assert.equal((await get(egress, `http://127.0.0.1:${port}/`)).body, 'ok');
    assert.equal(served, 4);
  });

  test('once, also when it takes longer than the host says that it keeps an idle connection', async (t) => {
    const server = await canary(t, (request, response) => {
      // Node takes a second off, to be sure.
      response.setHeader('Keep-Alive', 'timeout=2');
      setTimeout(() => response.end('ok'), request.url === '/slow' ? 1_300 : 0);
    });
    const egress = await guard(t, { allow: '127.0.0.1' });
    for (const path of ['/', '/slow'])
      assert.equal((await get(egress, `http://127.0.0.1:${server.port}${path}`)).body, 'ok');
    assert.deepEqual([server.hits, server.connections()], [['GET /', 'GET /slow'], 1]);
  });

  test('also from a host that writes as hosts once did', async (t) => {
    for (const answer of [
      'HTTP/1.1 200 OK\nContent-Length: 2\n\nok',
      'HTTP/1.1 200 OK\r\nX-Long: one\r\n two\r\nContent-Length: 2\r\n\r\nok',
    ]) {
      const port = await rawServer(t, (socket) => socket.once('data', () => socket.end(answer)));
      const egress = await guard(t, { allow: '127.0.0.1' });
      const { status, body } = await get(egress, `http://127.0.0.1:${port}/`);
      assert.deepEqual([status, body], [200, 'ok'], answer);
    }
  });

  test('whole and alone, whatever length a host tells of a body that ends otherwise', async (t) => {
    for (const [coding, length] of Object.entries({
      chunked: 'Content-Length: 2',
      identity: 'Content-Length: 5',
      unknown: 'X-Length: none',
    })) {
      const body = coding === 'chunked' ? '5\r\nhello\r\n0\r\n\r\n' : 'hello';
      const answer = `HTTP/1.1 200 OK\r\n${length}\r\nTransfer-Encoding: ${coding}\r\n\r\n${body}`;
      const port = await rawServer(t, (socket) =>
        socket.once('data', () => (length.endsWith('5') ? socket.write(answer) : socket.end(answer))),
      );
      const egress = await guard(t, { allow: '127.0.0.1' });
      const received = await fetchThrough(egress, `http://127.0.0.1:${port}/`);
      assert.equal(received.toString(), 'hello', coding);
    }
  });

  test('also when its head is one that only browsers read', async (t) => {
    const heads: Record<string, string> = {
      'a length told twice': 'HTTP/1.1 200 OK\r\nContent-Length: 2\r\ncontent-length: 2\r\nX-Kept: yes\r\n\r\n',
      'a length told twice in one line': 'HTTP/1.1 200 OK\r\nContent-Length: 2, 2\r\nX-Kept: yes\r\n\r\n',
      'a length that is none': 'HTTP/1.1 200 OK\r\nContent-Length:\r\nX-Kept: yes\r\n\r\n',
      'a line without a colon': 'HTTP/1.1 200 OK\r\nsome words\r\nX-Kept: yes\r\nContent-Length: 2\r\n\r\n',
      'a space before the colon': 'HTTP/1.1 200 OK\r\nX-Kept : yes\r\nContent-Length: 2\r\n\r\n',
      'a name that is none': 'HTTP/1.1 200 OK\r\nX (odd): 1\r\n: 2\r\nX-Kept: yes\r\nContent-Length: 2\r\n\r\n',
      'a control character': 'HTTP/1.1 200 OK\r\nX-Odd: a\x01\x7fb\r\nX-Kept: yes\r\nContent-Length: 2\r\n\r\n',
      'two carriage returns': 'HTTP/1.1 200 OK\r\nX-Kept: yes\r\r\nContent-Length: 2\r\n\r\n',
      'an empty last header': 'HTTP/1.1 200 OK\r\nX-Kept: yes\r\nContent-Length: 2\r\nX-Empty: \r\n\r\n',
      'small letters and spaces': 'http/1.1  200 OK\r\nX-Kept: yes\r\nContent-Length: 2\r\n\r\n',
      'a version and status that are none': 'HTTP/1\r\nX-Kept: yes\r\nContent-Length: 2\r\n\r\n',
      'a long head': `HTTP/1.1 200 OK\r\nX-Long: ${'x'.repeat(200_000)}\r\nX-Kept: yes\r\nContent-Length: 2\r\n\r\n`,
      'empty lines before': '\r\n\r\nHTTP/1.1 200 OK\r\nX-Kept: yes\r\nContent-Length: 2\r\n\r\n',
      'early hints': 'HTTP/1.1 103 Early Hints\r\nno header\r\n\r\nHTTP/1.1 200 OK\r\nX-Kept: yes\r\nnone\r\n\r\n',
    };
    for (const [what, head] of Object.entries(heads)) {
      for (const pieces of [[`${head}ok`], [...head.slice(0, 200), `${head.slice(200)}ok`]]) {
        const port = await rawServer(t, (socket) => {
          socket.setNoDelay(true);
          socket.once('data', async () => {
            for (const piece of pieces) await new Promise((resolve) => socket.write(piece, 'latin1', resolve));
            socket.end();
          });
        });
        const egress = await guard(t, { allow: '127.0.0.1' });
        const raw = await speak(
          egress,
          `GET http://127.0.0.1:${port}/ HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n`,
        );
        assert.match(raw, /^HTTP\/1\.1 200 (OK)?\r\n.*X-Kept: yes\r\n.*\r\n\r\n(2\r\n)?ok/s, what);
      }
    }
  });

  test('its head also on a kept connection, and never one that tells two lengths', async (t) => {
    const odd = 'HTTP/1.1 200 OK\r\nno header\r\nContent-Length: 2\r\n\r\nok';
    const port = await rawServer(t, (socket) => {
      socket.on('data', (asked) => {
        socket.write(`${asked}`.includes('/two') ? odd.replace('no header', 'Content-Length: 1') : odd);
      });
    });
    const egress = await guard(t, { allow: '127.0.0.1' });
    for (const [path, status] of Object.entries({ '/1': 200, '/2': 200, '/two': 502, '/3': 200 }))
      assert.equal((await get(egress, `http://127.0.0.1:${port}${path}`)).status, status, path);
  });

  test('with a file name that is not ASCII, byte for byte', async (t) => {
    const named = 'Content-Disposition: inline; filename="\xe6\x97\xa5\xe9.png"';
    const answer = `HTTP/1.1 200 OK\r\nContent-Length: 2\r\n${named}\r\n\r\nok`;
    const port = await rawServer(t, (socket) => socket.once('data', () => socket.write(answer, 'latin1')));
    const egress = await guard(t, { allow: '127.0.0.1' });
    const asked = request({ port: new URL(egress.url).port, path: `http://127.0.0.1:${port}/` }).end();
    const [received] = await once(asked, 'response');
    assert.equal(received.statusCode, 200);
    assert.equal(`Content-Disposition: ${received.headers['content-disposition']}`, named);
    received.destroy();
  });

  test('its head at once, also when the body is long in coming', async (t) => {
    const port = await rawServer(t, (socket) => {
      socket.once('data', () => socket.write('HTTP/1.1 302 Found\r\nLocation: /next\r\n\r\n'));
    });
    const egress = await guard(t, { allow: '127.0.0.1' });
    const asked = request({ port: new URL(egress.url).port, path: `http://127.0.0.1:${port}/` }).end();
    const [received] = await once(asked, 'response', { signal: AbortSignal.timeout(5_000) });
    assert.deepEqual([received.statusCode, received.headers.location], [302, '/next']);
    received.destroy();
  });

  test('also when the host says more than belongs to it', async (t) => {
    for (const answer of [
      'HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello and more',
      'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n0\r\n\r\nand more',
      'HTTP/1.1 204 No Content\r\nContent-Length: 5\r\n\r\nhello',
      'HTTP/1.1 304 Not Modified\r\nContent-Length: 5\r\n\r\nhello',
    ]) {
      const port = await rawServer(t, (socket) => socket.once('data', () => socket.write(answer)));
      const egress = await guard(t, { allow: '127.0.0.1' });
      const { status, body } = await get(egress, `http://127.0.0.1:${port}/`);
      const expected = Number(answer.slice(9, 12));
      assert.equal(status, expected, answer);
      assert.match(body, expected === 200 ? /^(5\r\n)?hello(\r\n0\r\n\r\n)?$/ : /^$/, answer);
      assert.deepEqual(egress.incidents(), []);
    }
  });

  test('without the words behind the status where they are not text', async (t) => {
    for (const words of ['O\x01K', '\x7f', 'caf\xe9']) {
      const answer = `HTTP/1.1 200 ${words}\r\nContent-Length: 2\r\n\r\nok`;
      const port = await rawServer(t, (socket) => socket.once('data', () => socket.write(answer, 'latin1')));
      const egress = await guard(t, { allow: '127.0.0.1' });
      const { status, body } = await get(egress, `http://127.0.0.1:${port}/`);
      assert.deepEqual([status, body], [200, 'ok'], words);
    }
  });

  test('a redirect is not followed but handed to the browser, and its target is checked', async (t) => {
    const secret = await canary(t);
    const server = await canary(t, (_request, response) => {
      response.writeHead(302, { Location: `http://127.0.0.1:${secret.port}/` }).end();
    });
    const egress = await guard(t, { allow: 'page.test', ...names({ 'page.test': ['127.0.0.1'] }) });
    assert.equal((await get(egress, `http://page.test:${server.port}/`)).status, 302);
    assert.equal((await get(egress, `http://127.0.0.1:${secret.port}/`)).status, 403);
    assert.equal(secret.connections(), 0);
  });
});

describe('the proxy itself', () => {
  test('answers 400 to what is not for a proxy', async (t) => {
    const egress = await guard(t, { allow: '127.0.0.1' });
    for (const target of [
      '/',
      '*',
      'https://127.0.0.1/',
      'ftp://127.0.0.1/',
      'file:///etc/passwd',
      'http:///',
      'http://',
    ]) {
      assert.equal((await get(egress, target)).status, 400, target);
    }
    for (const authority of ['127.0.0.1', '127.0.0.1:0', '127.0.0.1:70000', ':80', 'a@127.0.0.1:80', '[::1:80']) {
      assert.equal((await tunnel(egress, authority)).status, 400, authority);
    }
  });

  test('cuts what is open when it hangs up, and goes on', async (t) => {
    let waiting = 0;
    const port = await rawServer(t, (socket) =>
      socket.once('data', (asked) => {
        if (String(asked).includes('/never')) waiting++;
        else socket.end('HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok');
      }),
    );
    const egress = await guard(t, { allow: '127.0.0.1' });
    const open = [get(egress, `http://127.0.0.1:${port}/never`), tunnel(egress, `127.0.0.1:${port}`, 'GET /never')];
    assert.ok(await happens(() => waiting === 2, 20_000));
    egress.hangUp();
    await Promise.allSettled(open);
    assert.equal((await get(egress, `http://127.0.0.1:${port}/`)).body, 'ok');
  });

  test('cuts everything when it closes', async (t) => {
    const port = await rawServer(t, () => {});
    const egress = await guard(t, { allow: '127.0.0.1' });
    const open = [get(egress, `http://127.0.0.1:${port}/`), tunnel(egress, `127.0.0.1:${port}`)];
    const ended = Promise.allSettled(open);
    await egress.close();
    await ended;
    await assert.rejects(get(egress, `http://127.0.0.1:${port}/`), { code: 'ECONNREFUSED' });
  });

  test('keeps a bounded list of incidents, whatever the page asks for', async (t) => {
    const egress = await guard(t, names({}));
    const agent = new Agent({ keepAlive: true, maxSockets: 4 });
    t.after(() => agent.destroy());
    await Promise.all(Array.from({ length: 1100 }, (_, i) => fetchThrough(egress, `http://h${i}.test/`, agent)));
    assert.equal(egress.incidents().length, 1000);
  });
});

function fetchThrough(egress: Egress, url: string, agent?: Agent): Promise<Buffer> {
  const { port } = new URL(egress.url);
  return new Promise((resolve, reject) => {
    const sent = request({ host: '127.0.0.1', port, path: url, agent: agent ?? false }, (response) => {
      resolve(buffer(response));
    });
    sent.on('error', reject).end();
  });
}

const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');
