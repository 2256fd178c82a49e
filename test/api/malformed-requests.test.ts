import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { connect, createServer } from 'node:net';
import { text } from 'node:stream/consumers';
import { describe, test } from 'node:test';
import { answerMalformedRequests } from '../../src/api/malformed-requests.ts';
import { newImageKey } from '../../src/domain/image-key.ts';
import { sqlite } from '../harness/engines.ts';
import { assertError } from '../harness/expect.ts';
import { type Answer, askRaw } from '../harness/http.ts';
import { addWebpage } from '../harness/records.ts';
import { useService } from '../harness/service.ts';

/** Malformed requests are answered with an Error record too. They do not reach the database. */

describe('malformed requests', () => {
  const service = useService(sqlite);
  const refused = async (bytes: string | Buffer, status: number): Promise<Answer> => {
    const answer = await service.askRaw(bytes);
    assertError(answer, service.link, status);
    return answer;
  };

  test('what is not HTTP is 400', async () => {
    for (const bytes of [
      'nonsense\r\n\r\n',
      '\0\0\0\0',
      'GET\r\n\r\n',
      'GET /v3/webpages HTTP/9.9\r\n\r\n',
      'GET /v3/webpages FTP/1.1\r\n\r\n',
      'BREW /v3/webpages HTTP/1.1\r\nHost: x\r\n\r\n',
      'get /v3/webpages HTTP/1.1\r\nHost: x\r\n\r\n',
      'GET /v3/web pages HTTP/1.1\r\nHost: x\r\n\r\n',
      'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n',
      Buffer.from([0x16, 0x03, 0x01, 0x02, 0x00, 0x01, 0x00]),
    ]) {
      const { headers } = await refused(bytes, 400);
      assert.equal(headers.connection, 'close');
    }
  });

  test('broken headers are 400', async () => {
    for (const header of [
      'No colon here',
      ': no name',
      'Na me: x',
      'Name : x',
      'Name: a\0b',
      'Content-Length: -1',
      'Content-Length: 1e3',
      'Content-Length: 1\r\nContent-Length: 2',
      'Content-Length: 5\r\nTransfer-Encoding: chunked',
      'Transfer-Encoding: gzip',
      'Name: one\r\n folded',
    ]) {
      await refused(`GET /v3/webpages HTTP/1.1\r\nHost: x\r\n${header}\r\n\r\n`, 400);
    }
  });

  test('a request of HTTP/1.1 without Host is 400', async () => {
    await refused('GET /v3/contexts HTTP/1.1\r\n\r\n', 400);
    await refused('GET /v3/webpages HTTP/1.1\r\nAuthorization: Bearer x\r\n\r\n', 400);
  });

  test('two Host headers, or an invalid one, are 400', async () => {
    for (const host of [
      'Host: x\r\nHost: x',
      'Host: x\r\nhost: y',
      'Host:',
      'Host: a b',
      'Host: x/y',
      'Host: a@b',
      'Host: x:port',
      'Host: x:99999',
      'Host: a%zz',
    ]) {
      await refused(`GET /v3/contexts HTTP/1.1\r\n${host}\r\n\r\n`, 400);
      await refused(`GET /v3/%zz HTTP/1.1\r\n${host}\r\n\r\n`, 400);
      for (const path of ['/', '/healthz']) {
        const answer = await service.askRaw(`GET ${path} HTTP/1.1\r\n${host}\r\n\r\n`);
        assert.equal(answer.status, 400, `${path} ${host}`);
      }
    }
  });

  test('host names, addresses and ports are valid in Host', async () => {
    for (const host of [
      'archive.example',
      'archive.example:8080',
      '127.0.0.1:80',
      '[::1]:8080',
      '[::1]',
      'my_host',
      'm%C3%BCnchen',
    ]) {
      const answer = await service.askRaw(`GET /v3/contexts HTTP/1.1\r\nHost: ${host}\r\n\r\n`);
      assert.equal(answer.status, 200, host);
    }
  });

  test('a request of HTTP/1.0 needs no Host', async () => {
    const answer = await service.askRaw('GET /v3/contexts HTTP/1.0\r\n\r\n');
    assert.equal(answer.status, 200);
  });

  test('an expectation that cannot be met is 417, and 100-continue is met', async () => {
    await refused('GET /v3/contexts HTTP/1.1\r\nHost: x\r\nExpect: the-unexpected\r\n\r\n', 417);
    const answer = await service.askRaw('GET /v3/contexts HTTP/1.1\r\nHost: x\r\nExpect: 100-continue\r\n\r\n');
    assert.equal(answer.status, 100);
  });

  test('CONNECT is 405: this is no proxy', async () => {
    const { headers } = await refused('CONNECT example.org:443 HTTP/1.1\r\nHost: example.org\r\n\r\n', 405);
    assert.equal(headers.allow, 'GET, HEAD, OPTIONS');
  });

  test('an offer to upgrade the connection is not taken', async () => {
    const upgrade = 'Connection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\nHTTP2-Settings: AAMAAABk';
    const answer = await service.askRaw(`GET /v3/contexts HTTP/1.1\r\nHost: x\r\n${upgrade}\r\n\r\n`);
    assert.equal(answer.status, 200);
  });

  test('headers that are too long are 431', async () => {
    await refused(`GET /v3/webpages HTTP/1.1\r\nHost: x\r\nX-Long: ${'a'.repeat(20_000)}\r\n\r\n`, 431);
    const many = Array.from({ length: 1500 }, (_, index) => `X-${index}: some value`).join('\r\n');
    await refused(`GET /v3/webpages HTTP/1.1\r\nHost: x\r\n${many}\r\n\r\n`, 431);
    await refused(`GET /v3/webpages HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${'a'.repeat(17_000)}\r\n\r\n`, 431);
  });

  test('a URL that is too long is 414, whether or not the rest of the request came with it', async () => {
    const long = `/v3/webpages?x=${'a'.repeat(20_000)}`;
    await refused(`GET ${long} HTTP/1.1\r\nHost: x\r\n\r\n`, 414);
    await refused(`GET ${long}`, 414);
    await refused(`DELETE /v3/webpages/${'a'.repeat(200_000)} HTTP/1.1\r\nHost: x\r\n\r\n`, 414);
    await refused(`\r\nGET ${long} HTTP/1.1\r\nHost: x\r\n\r\n`, 414);
  });

  test('a URL that is long, but not too long, is read to its end', async () => {
    const ann = await service.newPerson();
    await addWebpage(service.store, ann.owner);
    const answer = await service.ask(`/webpages?x=${'a'.repeat(15_000)}&limit=1`, { as: ann });
    assert.equal(answer.json().view.id, `${service.base}/webpages?limit=1`);
  });

  test('a broken chunk is an Error record, and the next connection is served', async () => {
    const { token } = await service.newPerson();
    const head = `GET /v3/webpages HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${token}\r\nTransfer-Encoding: chunked`;
    await refused(`${head}\r\n\r\nnot a size\r\n`, 400);
    assert.equal((await service.ask('/contexts')).status, 200);
  });

  test('a caller who goes away in the middle of a body leaves no error behind', async () => {
    const logged = service.log.length;
    const { token } = await service.newPerson();
    const head = `GET /v3/webpages HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${token}\r\nTransfer-Encoding: chunked`;
    await assert.rejects(askRawThenLeave(service.port, `${head}\r\n\r\n`));
    assert.equal((await service.ask('/contexts')).status, 200);
    assert.deepEqual(
      service.log.slice(logged).filter(({ level }) => Number(level) >= 50),
      [],
    );
  });

  test('nothing that was sent is sent back', async () => {
    const answer = await service.askRaw('GET /<i>mirror</i> HTTP/1.1\r\nHost: x\r\n<i>mirror</i>\r\n\r\n');
    assert.doesNotMatch(answer.text, /mirror/);
  });

  test('a request that does not arrive in time is 408', async (t) => {
    const slow = Object.assign(new Error('slow'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' });
    const server = createServer((socket) => answerMalformedRequests(service.link).answerParserError(slow, socket));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    t.after(() => server.close());
    const address = server.address();
    assert.ok(address && typeof address === 'object');
    assertError(await askRaw(address.port, ''), service.link, 408);
  });

  test('garbage behind a request is answered after the whole answer to the request', async () => {
    const key = newImageKey(randomBytes, 'png');
    const image = Buffer.alloc(8 * 1024 * 1024, 'image ');
    await service.images.put(key, image);
    const came = await new Promise<Buffer>((resolve) => {
      const chunks: Buffer[] = [];
      const socket = connect(service.port, '127.0.0.1');
      socket.write(`GET /images/${key} HTTP/1.1\r\nHost: x\r\n\r\n`);
      socket.once('data', () => socket.write('nonsense\r\n\r\n'));
      socket.on('data', (chunk) => chunks.push(Buffer.from(chunk)));
      socket.once('close', () => resolve(Buffer.concat(chunks)));
    });
    const body = came.indexOf('\r\n\r\n') + 4;
    assert.ok(came.subarray(body, body + image.length).equals(image));
    assert.match(came.subarray(body + image.length).toString(), /^HTTP\/1\.1 400 /);
  });

  test('a DELETE that was carried out is answered 204, also if garbage follows in the same packet', async () => {
    const ann = await service.newPerson();
    const { id } = await addWebpage(service.store, ann.owner);
    const head = `DELETE /v3/webpages/${id} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${ann.token}\r\n\r\n`;
    const answers = await readAll(service.port, `${head}nonsense\r\n\r\n`);
    assert.deepEqual(statusesIn(answers), ['204', '400']);
    assert.equal(await service.store.webpages.find(ann.owner, id), undefined);
  });

  test('a DELETE before a CONNECT is answered before it', async () => {
    const ann = await service.newPerson();
    const { id } = await addWebpage(service.store, ann.owner);
    const head = `DELETE /v3/webpages/${id} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${ann.token}\r\n\r\n`;
    const answers = await readAll(service.port, `${head}CONNECT a:1 HTTP/1.1\r\nHost: a:1\r\n\r\n`);
    assert.deepEqual(statusesIn(answers), ['204', '405']);
  });

  test('a request whose body breaks off after its answer gets no second answer', async () => {
    const head = 'POST /v3/contexts HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n';
    const socket = connect(service.port, '127.0.0.1');
    socket.write(head);
    socket.once('data', () => socket.write('not a size\r\n'));
    assert.deepEqual(statusesIn(await text(socket)), ['405']);
  });

  test('pipelined requests are answered in their order before the garbage behind them', async () => {
    const get = 'GET /v3/contexts HTTP/1.1\r\nHost: x\r\n\r\n';
    const answers = await readAll(service.port, `${get}${get}nonsense\r\n\r\n`);
    assert.deepEqual(statusesIn(answers), ['200', '200', '400']);
  });
});

function statusesIn(answers: string): (string | undefined)[] {
  return [...answers.matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, status]) => status);
}

/** Sends these bytes, and reads until the server closes the connection. */
async function readAll(port: number, bytes: string): Promise<string> {
  const socket = connect(port, '127.0.0.1');
  socket.write(bytes);
  return text(socket);
}

/** Sends these bytes and hangs up at once. */
async function askRawThenLeave(port: number, bytes: string): Promise<void> {
  await new Promise<void>((_resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => {
      socket.write(bytes, () => socket.destroy());
    });
    socket.once('close', () => reject(new Error('left')));
  });
}
