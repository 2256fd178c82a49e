import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { describe, type TestContext, test } from 'node:test';
import { openGuardedBrowser } from './guarded-browser.ts';
import { canary, guardProxy, happens, names } from './socks-client.ts';

// Each run has its own address, because the port of a name server is fixed.
const NAME_SERVER = `127.53.${(process.pid >> 8) & 255}.${process.pid & 255}`;

const NAMES = ['image', 'socket', 'turn', 'turn-udp', 'stun', 'prefetched', 'preconnected', 'transport'];
const PAGE = `<!doctype html>
  <link rel="dns-prefetch" href="//prefetched.example"><link rel="preconnect" href="https://preconnected.example">
  <img src="http://image.example/">
  <script>
    const login = { username: 'u', credential: 'c' };
    const peer = new RTCPeerConnection({ iceServers: [
      { urls: 'stun:stun.example' },
      { urls: 'turn:turn-udp.example', ...login },
      { urls: 'turn:turn.example?transport=tcp', ...login },
    ] });
    peer.createDataChannel('x');
    peer.createOffer().then((offer) => peer.setLocalDescription(offer));
    new WebSocket('ws://socket.example');
    new WebTransport('https://transport.example:4433');
  </script>`;

const mayMount = (() => {
  try {
    execFileSync('unshare', ['-m', 'true'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
})();

/** A name server that records the queries and knows no name. */
async function nameServer(t: TestContext): Promise<Set<string>> {
  const asked = new Set<string>();
  const socket = createSocket('udp4');
  socket.on('message', (query, { port, address }) => {
    for (const name of NAMES)
      if (query.includes(`${String.fromCharCode(name.length)}${name}\x07example`)) asked.add(name);
    // NXDOMAIN, made from the query.
    socket.send(Buffer.concat([query.subarray(0, 2), Buffer.of(0x81, 0x83), query.subarray(4)]), port, address);
  });
  socket.bind(53, NAME_SERVER);
  await once(socket, 'listening');
  t.after(() => socket.close());
  return asked;
}

/** Opens a page with many names. Returns the names that the browser looked up at the name server. */
async function askedBy(t: TestContext, flags: string[]) {
  const ofNameServer = await nameServer(t);
  const page = await canary(t, (_request, response) =>
    response.writeHead(200, { 'Content-Type': 'text/html' }).end(PAGE),
  );
  const resolver = names({});
  const proxy = await guardProxy(t, { allow: 'page.localhost', ...resolver });
  const browser = await openGuardedBrowser(flags, NAME_SERVER);
  t.after(() => browser.close());
  await browser.visit(`http://page.localhost:${page.port}/`, proxy);
  const guarded = ['image.example', 'socket.example', 'turn.example'];
  assert.ok(await happens(() => guarded.every((name) => resolver.asked.includes(name)), 20_000));
  return ofNameServer;
}

describe('the browser resolves no name itself', {
  skip: !mayMount && 'only root can give a browser its own resolv.conf',
}, () => {
  test('with the flags of the product', async (t) => {
    const asked = await askedBy(t, []);
    await happens(() => asked.size > 0, 1500);
    assert.deepEqual([...asked], []);
  });

  test('but without the rule for the resolver it resolves the name of a TURN server', async (t) => {
    const asked = await askedBy(t, ['--host-resolver-rules=']);
    assert.ok(await happens(() => asked.has('turn'), 20_000));
  });
});
