import assert from 'node:assert/strict';
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { rm, writeFile } from 'node:fs/promises';
import type { RequestListener } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, type TestContext, test } from 'node:test';
import type { GuardProxy } from '../../src/guard/proxy.ts';
import { ATTACKS, type Attack, UDP_ATTACKS } from './attacks.ts';
import { type GuardedBrowser, openGuardedBrowser } from './guarded-browser.ts';
import { canary, guardProxy, happens, names } from './socks-client.ts';

// By default WebRTC does not use loopback, but the canaries listen there.
const LOOPBACK_RTC = '--allow-loopback-in-peer-connection';

const ALL = '*.localhost,localhost,127.0.0.0/8,::1,*.test';
const PAGE_ONLY = 'page.localhost';

let browser: GuardedBrowser;
before(async () => {
  browser = await openGuardedBrowser([LOOPBACK_RTC]);
});
after(() => browser.close());

function servesAttack(attack: Attack, at: string, targets: { port: number; udpPort: number }): RequestListener {
  return (request, response) => {
    const url = new URL(request.url ?? '/', 'http://page.localhost');
    const to = url.searchParams.get('to');
    const code = attack.scripts?.(at)[url.pathname.slice(1)];
    if (to !== null) response.writeHead(302, { Location: to }).end();
    else if (code !== undefined) response.writeHead(200, { 'Content-Type': 'text/javascript' }).end(code);
    else {
      response.writeHead(200, { 'Content-Type': 'text/html', ...attack.headers?.(at) });
      response.end(`<!doctype html><title>page</title>${attack.html(at, targets)}`);
    }
  };
}

type Trial = { proxy: GuardProxy; reached: () => boolean; attempted: () => boolean };

/** Opens an attacking page through a proxy that allows the addresses of `allow`. */
async function attackWith(t: TestContext, attack: Attack, allow: string, shown = browser): Promise<Trial> {
  const target = await canary(t);
  const udp = await udpCanary(t);
  const at = `http://127.0.0.1:${target.port}/secret`;
  const targets = { port: target.port, udpPort: udp.port };
  const page = await canary(t, servesAttack(attack, at, targets));
  const proxy = await guardProxy(t, { allow, ...names({}) });
  const visit = await shown.visit(`http://page.localhost:${page.port}/`, proxy);
  t.after(() => visit.close());
  assert.ok(await happens(() => page.hits.length > 0, 60_000), 'the page itself was not visited');
  if (attack.click) await visit.click(attack.click(at));
  return {
    proxy,
    reached: () => target.connections() + udp.datagrams() > 0,
    attempted: () => proxy.incidents().some(({ port, kind }) => port === target.port && kind === 'refused'),
  };
}

async function udpCanary(t: TestContext) {
  const socket = createSocket('udp4');
  let datagrams = 0;
  socket.on('message', () => datagrams++);
  socket.bind(0, '127.0.0.1');
  await once(socket, 'listening');
  t.after(() => socket.close());
  return { port: socket.address().port, datagrams: () => datagrams };
}

describe('a page cannot reach an address that is not allowed', () => {
  for (const attack of ATTACKS) {
    test(attack.name, async (t) => {
      const { attempted, reached } = await attackWith(t, attack, PAGE_ONLY);
      assert.ok(await happens(attempted, 60_000), 'the guard has seen no request: this attack tests nothing');
      assert.equal(reached(), false);
    });
  }
});

describe('the same attacks succeed if the address is allowed, so they are real', () => {
  for (const attack of ATTACKS) {
    test(attack.name, async (t) => {
      const { reached } = await attackWith(t, attack, ALL);
      assert.ok(await happens(reached, 60_000));
    });
  }
});

describe('the browser sends no UDP, whatever is allowed', () => {
  for (const attack of UDP_ATTACKS) {
    test(attack.name, async (t) => {
      const { reached } = await attackWith(t, attack, ALL);
      assert.equal(await happens(reached, 1500), false);
    });
  }
});

describe('without the WebRTC policy the browser sends UDP', () => {
  let open: GuardedBrowser;
  before(async () => {
    // With this feature the browser would use multicast on the local network.
    const features = '--disable-features=WebRtcHideLocalIpsWithMdns';
    open = await openGuardedBrowser([LOOPBACK_RTC, features, '--force-webrtc-ip-handling-policy=default']);
  });
  after(() => open.close());

  for (const attack of UDP_ATTACKS) {
    test(attack.name, async (t) => {
      const { reached } = await attackWith(t, attack, ALL, open);
      assert.ok(await happens(reached, 60_000));
    });
  }
});

describe('no navigation reaches a forbidden address', () => {
  const spellings = [
    '127.0.0.1',
    '127.1',
    '2130706433',
    '0x7f000001',
    '017700000001',
    '0177.0.0.1',
    '127.0.0.1.',
    '0',
    '0.0.0.0',
  ];
  const hosts = [
    ...spellings,
    'localhost',
    'a.localhost',
    '[::1]',
    '[::]',
    '[::ffff:127.0.0.1]',
    '[::ffff:7f00:1]',
    'inside.test',
  ];
  const schemes = ['http://', 'https://', 'view-source:http://', 'http://user:password@'];

  for (const scheme of schemes) {
    test(`${scheme}…, in every spelling`, async (t) => {
      const [v4, v6] = [await canary(t), await canary(t, undefined, '::1')];
      const proxy = await guardProxy(t, { allow: PAGE_ONLY, ...names({ 'inside.test': ['127.0.0.1'] }) });
      for (const host of hosts) {
        for (const { port } of [v4, v6]) {
          const visit = await browser.visit(`${scheme}${host}:${port}/`, proxy);
          const asked = await happens(() => proxy.incidentFor(`http://${host}:${port}/`)?.kind === 'refused', 60_000);
          assert.ok(asked, `the guard has seen no request for ${host}`);
          await visit.close();
        }
      }
      assert.equal(v4.connections() + v6.connections(), 0);
    });
  }

  test('but all of them work if they are allowed', async (t) => {
    const proxy = await guardProxy(t, { allow: `${ALL},0.0.0.0,::`, ...names({ 'inside.test': ['127.0.0.1'] }) });
    for (const host of [
      '127.1',
      '2130706433',
      '0x7f000001',
      '0177.0.0.1',
      'localhost',
      '[::ffff:127.0.0.1]',
      'inside.test',
    ]) {
      const v4 = await canary(t);
      const visit = await browser.visit(`http://${host}:${v4.port}/`, proxy);
      assert.ok(await happens(() => v4.hits.length > 0, 60_000), host);
      await visit.close();
    }
  });

  test('a redirect of the page itself; the incident names the target', async (t) => {
    const target = await canary(t);
    const to = `http://127.0.0.1:${target.port}/`;
    const page = await canary(t, (_request, response) => response.writeHead(302, { Location: to }).end());
    const proxy = await guardProxy(t, { allow: PAGE_ONLY });
    const visit = await browser.visit(`http://page.localhost:${page.port}/`, proxy);
    assert.ok(await happens(() => proxy.incidentFor(to) !== undefined, 60_000));
    assert.partialDeepStrictEqual(proxy.incidentFor(to), { kind: 'refused', setting: 'CAPTURE_ALLOW=127.0.0.1' });
    assert.equal(target.connections(), 0);
    await visit.close();
  });

  test('a context without a proxy of its own reaches no host', async (t) => {
    const target = await canary(t);
    const visit = await browser.visit(`http://127.0.0.1:${target.port}/`, undefined);
    const asked = () => browser.leadsNowhere.incidentFor(`http://127.0.0.1:${target.port}/`) !== undefined;
    assert.ok(await happens(asked, 60_000));
    assert.equal(target.connections(), 0);
    await visit.close();
  });
});

test('a page cannot read a file of the machine', async (t) => {
  const secret = join(tmpdir(), `pagekeep-secret-${process.pid}`);
  await writeFile(secret, 'document.title = told = "secret"');
  t.after(() => rm(secret));
  const file = `file://${secret}`;
  let told: string | undefined;
  const page = await canary(t, (request, response) => {
    const url = new URL(request.url ?? '/', 'http://page.localhost');
    if (url.pathname === '/tell') told = url.searchParams.get('what') ?? '';
    response.writeHead(200, { 'Content-Type': 'text/html' }).end(`<!doctype html><body><script>
      let told = 'nothing';
      const tries = [
        fetch('${file}').then((r) => r.text()).then((text) => { told = text; }),
        new Promise((done) => { const s = document.createElement('script'); s.src = '${file}'; s.onload = s.onerror = done; document.body.append(s); }),
        new Promise((done) => { const f = document.createElement('iframe'); f.src = '${file}'; f.onload = done; document.body.append(f); window.setTimeout(done, 300); })
          .then(() => { told = frames[0].document.body.textContent || told; }),
      ];
      Promise.allSettled(tries).then(() => fetch('/tell?what=' + encodeURIComponent(told)));
    </script>`);
  });
  const proxy = await guardProxy(t, { allow: ALL });
  const visit = await browser.visit(`http://page.localhost:${page.port}/`, proxy);
  assert.ok(await happens(() => told !== undefined, 60_000));
  assert.equal(told, 'nothing');
  await visit.close();
});

test('DNS rebinding: a name that changes its address does not reach the new one', async (t) => {
  // The page and the canary have the same port. The name of the page moves to the canary after the page is served.
  const target = await canary(t);
  const page = await canary(t, rebindingPage, '127.0.0.2', target.port);
  for (const [allow, moved] of [
    ['127.0.0.2', false],
    ['127.0.0.0/8', true],
  ] as const) {
    page.hits.length = 0;
    const resolver = names({ 'rebind.test': () => [page.hits.length === 0 ? '127.0.0.2' : '127.0.0.1'] });
    const proxy = await guardProxy(t, { allow, ...resolver });
    const url = `http://rebind.test:${target.port}/`;
    const visit = await browser.visit(url, proxy);
    assert.ok(await happens(() => proxy.incidentFor(url) !== undefined || target.hits.includes('GET /secret'), 60_000));
    assert.equal(target.connections() > 0, moved);
    assert.deepEqual(page.hits, ['GET /']);
    await visit.close();
  }
});

const rebindingPage: RequestListener = (_request, response) => {
  response.writeHead(200, { 'Content-Type': 'text/html', Connection: 'close' });
  response.end(`<!doctype html><link rel="icon" href="data:,"><script>fetch('/secret');</script>`);
};
