import assert from 'node:assert/strict';
import { connect, Socket } from 'node:net';
import { describe, test } from 'node:test';
import { ConnectionProblem } from '../../src/domain/ports/guard.ts';
import { makeGuard } from '../../src/guard/guard.ts';
import { ask, canary, guardProxy, names } from './socks-client.ts';

const NOT_ALLOWED = 2;

// The guard refuses each of these before it connects.
const SPELLINGS = [
  '127.0.0.1',
  '127.1',
  '127.0.1',
  '2130706433',
  '0x7f000001',
  '0x7f.0.0.1',
  '017700000001',
  '0177.0.0.01',
  '127.0.0.1.',
  '127.255.255.254',
  '0',
  '0.0.0.0',
  'localhost',
  'LOCALHOST.',
  'anything.localhost',
  '[::1]',
  '[::]',
  '[0:0:0:0:0:0:0:1]',
  '[::ffff:127.0.0.1]',
  '[::ffff:7f00:1]',
  '[::127.0.0.1]',
  '[64:ff9b::127.0.0.1]',
  '[2002:7f00:1::]',
];

const unaborted = () => new AbortController().signal;

describe('the guard refuses addresses that are not public', () => {
  test('loopback, in every spelling', async (t) => {
    const server = await canary(t);
    const proxy = await guardProxy(t, names({}));
    for (const host of SPELLINGS) {
      const { status, body } = await ask(proxy, `${host}:${server.port}`);
      assert.deepEqual([status, body], [NOT_ALLOWED, ''], host);
      const incident = proxy.incidentFor(`http://${host}:${server.port}/`);
      assert.match(incident?.message ?? '', /CAPTURE_ALLOW=\S+ would allow it/, host);
    }
    assert.equal(server.connections(), 0);
  });

  test('names that resolve to such an address, also if their other addresses are public', async () => {
    const table = {
      'inside.example': ['10.0.0.1'],
      'mixed.example': ['93.184.216.34', '192.168.0.1'],
      'mapped.example': ['::ffff:127.0.0.1'],
      'metadata.example': ['169.254.169.254'],
      'zone.example': ['fe80::1%eth0'],
      'nonsense.example': ['not an address'],
    };
    const dialled: string[][] = [];
    const dial = (addresses: string[]) => {
      dialled.push(addresses);
      return new Socket();
    };
    const guard = makeGuard({ allow: [], ...names(table), dial });
    for (const host of Object.keys(table))
      await assert.rejects(guard.connect({ host, port: 80 }, unaborted()), { kind: 'unprocessable' }, host);
    assert.deepEqual(dialled, []);
  });

  test("this machine's own public address", async () => {
    const dial = () => new Socket().destroy(Object.assign(new Error('far away'), { code: 'ENETUNREACH' }));
    const guard = makeGuard({ allow: [], ...names({}), dial, ownAddresses: () => new Set(['93.184.216.34']) });
    const attempt = (host: string) => guard.connect({ host, port: 80 }, unaborted());
    // As itself, mapped into IPv6, and through NAT64.
    for (const own of ['93.184.216.34', '::ffff:93.184.216.34', '64:ff9b::93.184.216.34'])
      await assert.rejects(attempt(own), { kind: 'unprocessable' }, own);
    for (const other of ['93.184.216.35', '::ffff:93.184.216.35'])
      await assert.rejects(attempt(other), { kind: 'unavailable' }, other);
  });

  test('a refusal names the host, the address and the setting', async (t) => {
    const proxy = await guardProxy(t, names({ 'wiki.corp': ['10.0.0.1'] }));
    await ask(proxy, 'wiki.corp:8080');
    assert.deepEqual(proxy.incidentFor('http://wiki.corp:8080/another'), {
      kind: 'refused',
      host: 'wiki.corp',
      port: 8080,
      address: '10.0.0.1',
      addressKind: 'private',
      setting: 'CAPTURE_ALLOW=wiki.corp',
      message:
        'wiki.corp, at 10.0.0.1, is a private address, which captures may not visit; CAPTURE_ALLOW=wiki.corp would allow it.',
    });
    assert.equal(proxy.incidentFor('http://wiki.corp/'), undefined);
    assert.equal(proxy.incidentFor('not a URL'), undefined);
  });
});

describe('the guard connects to allowed addresses', () => {
  const ways: [string, string, string][] = [
    ['a name', 'page.test', 'page.test'],
    ['a suffix', '*.test', 'page.test'],
    ['an address', '127.0.0.1', '127.0.0.1'],
    ['a range', '127.0.0.0/8', 'page.test'],
    ['a range, in another spelling', '127.0.0.0/8', '0x7f.1'],
    ['a mapped address', '127.0.0.1', '[::ffff:127.0.0.1]'],
    ['localhost', 'localhost', 'localhost'],
  ];
  for (const [what, allow, host] of ways) {
    test(`${what}: CAPTURE_ALLOW=${allow} and the host ${host}`, async (t) => {
      const server = await canary(t);
      const proxy = await guardProxy(t, { allow, ...names({ 'page.test': ['127.0.0.1'] }) });
      const { body } = await ask(proxy, `${host}:${server.port}`);
      assert.match(body, /^HTTP\/1\.1 200 .*the canary$/s);
      assert.deepEqual(server.hits, ['GET /inside']);
      assert.deepEqual(proxy.incidents(), []);
    });
  }

  test('an allowed port does not open another', async (t) => {
    const [open, shut] = [await canary(t), await canary(t)];
    const proxy = await guardProxy(t, { allow: `127.0.0.1:${open.port}`, ...names({}) });
    assert.match((await ask(proxy, `127.0.0.1:${open.port}`)).body, /^HTTP\/1\.1 200/);
    assert.equal((await ask(proxy, `127.0.0.1:${shut.port}`)).status, NOT_ALLOWED);
    assert.equal(shut.connections(), 0);
  });
});

describe('the guard resolves a name once for a connection', () => {
  test('and connects to the address that it checked', async (t) => {
    const server = await canary(t);
    // Allowed at first, forbidden at the second lookup: a guard that resolves twice connects to an unchecked address.
    const answers = [['127.0.0.1'], ['127.0.0.2'], ['127.0.0.1'], ['127.0.0.2']];
    const resolver = names({ 'rebind.test': () => answers.shift() ?? [] });
    const proxy = await guardProxy(t, { allow: '127.0.0.1', ...resolver });
    for (const [status, asked] of [
      [0, 1],
      [NOT_ALLOWED, 2],
      [0, 3],
      [NOT_ALLOWED, 4],
    ]) {
      assert.equal((await ask(proxy, `rebind.test:${server.port}`)).status, status);
      assert.equal(resolver.asked.length, asked);
    }
    assert.equal(server.hits.length, 2);
  });

  test('and dials all of its addresses and no others', async () => {
    const dialled: unknown[] = [];
    const dial = (addresses: string[], port: number) => {
      dialled.push({ addresses, port });
      return new Socket().destroy(Object.assign(new Error('no'), { code: 'ECONNREFUSED' }));
    };
    const public2 = ['93.184.216.34', '2606:2800:220:1::1'];
    const guard = makeGuard({ allow: [], ...names({ 'public.example': public2 }), dial });
    await assert.rejects(guard.connect({ host: 'public.example', port: 443 }, unaborted()), ConnectionProblem);
    assert.deepEqual(dialled, [{ addresses: public2, port: 443 }]);
  });

  test('and cuts a connection that the system made to another address', async (t) => {
    const server = await canary(t);
    const dial = () => connect(server.port, '127.0.0.1');
    const proxy = await guardProxy(t, { ...names({ 'public.example': ['93.184.216.34'] }), dial });
    assert.equal((await ask(proxy, 'public.example:443')).status, NOT_ALLOWED);
    assert.deepEqual(server.hits, []);
  });

  test('and tries the second address if the first is dead', async (t) => {
    const server = await canary(t);
    const proxy = await guardProxy(t, { allow: '*.test', ...names({ 'two.test': ['::1', '127.0.0.1'] }) });
    assert.match((await ask(proxy, `two.test:${server.port}`)).body, /^HTTP\/1\.1 200/);
  });
});
