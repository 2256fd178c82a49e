import assert from 'node:assert/strict';
import { connect, Socket } from 'node:net';
import { describe, test } from 'node:test';
import { canary, get, guard, names, tunnel } from './proxy-client.ts';

const CLOSING_GET = 'GET /inside HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n';

// None of these is ever dialled: the guard answers before.
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

describe('what is not public is refused', () => {
  test('loopback, in every spelling, by request and by tunnel', async (t) => {
    const server = await canary(t);
    const egress = await guard(t, names({}));
    for (const host of SPELLINGS) {
      const plain = await get(egress, `http://${host}:${server.port}/`);
      assert.deepEqual([plain.status, plain.reason], [403, 'refused'], host);
      assert.match(plain.body, /CAPTURE_ALLOW=\S+ would allow it/, host);
      const tunnelled = await tunnel(egress, `${host}:${server.port}`, CLOSING_GET);
      assert.deepEqual([tunnelled.status, tunnelled.reason], [403, 'refused'], host);
    }
    assert.equal(server.connections(), 0);
  });

  test('names that resolve to such an address, also when others of theirs are public', async (t) => {
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
    const egress = await guard(t, { ...names(table), dial });
    for (const host of Object.keys(table)) {
      assert.equal((await get(egress, `http://${host}/`)).reason, 'refused', host);
      assert.equal((await tunnel(egress, `${host}:443`)).reason, 'refused', host);
    }
    assert.deepEqual(dialled, []);
  });

  test("this machine's own public address", async (t) => {
    const dial = () => new Socket().destroy(Object.assign(new Error('far away'), { code: 'ENETUNREACH' }));
    const egress = await guard(t, { ...names({}), dial, ownAddresses: () => new Set(['93.184.216.34']) });
    // As itself, mapped into IPv6, and through the gateway of a network that has only IPv6.
    for (const own of ['93.184.216.34', '[::ffff:93.184.216.34]', '[64:ff9b::93.184.216.34]'])
      assert.equal((await get(egress, `http://${own}/`)).reason, 'refused', own);
    for (const other of ['93.184.216.35', '[::ffff:93.184.216.35]'])
      assert.equal((await get(egress, `http://${other}/`)).reason, 'unreachable', other);
  });

  test('what a refusal says names the host, the address and the setting', async (t) => {
    const egress = await guard(t, names({ 'wiki.corp': ['10.0.0.1'] }));
    await get(egress, 'http://wiki.corp:8080/page');
    assert.deepEqual(egress.incidentFor('http://wiki.corp:8080/another'), {
      kind: 'refused',
      host: 'wiki.corp',
      port: 8080,
      address: '10.0.0.1',
      addressKind: 'private',
      setting: 'CAPTURE_ALLOW=wiki.corp',
      message:
        'wiki.corp, at 10.0.0.1, is of the kind "private", which captures may not visit; CAPTURE_ALLOW=wiki.corp would allow it.',
    });
    assert.equal(egress.incidentFor('http://wiki.corp/'), undefined);
    assert.equal(egress.incidentFor('not a URL'), undefined);
  });
});

describe('what is allowed gets through', () => {
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
      const egress = await guard(t, { allow, ...names({ 'page.test': ['127.0.0.1'] }) });
      assert.equal((await get(egress, `http://${host}:${server.port}/plain?q=1`)).status, 200);
      const inside = await tunnel(egress, `${host}:${server.port}`, CLOSING_GET);
      assert.match(inside.body, /^HTTP\/1\.1 200 .*the canary$/s);
      assert.deepEqual(server.hits, ['GET /plain?q=1', 'GET /inside']);
      assert.deepEqual(egress.incidents(), []);
    });
  }

  test('an allowed port does not open another', async (t) => {
    const [open, shut] = [await canary(t), await canary(t)];
    const egress = await guard(t, { allow: `127.0.0.1:${open.port}`, ...names({}) });
    assert.equal((await get(egress, `http://127.0.0.1:${open.port}/`)).status, 200);
    assert.equal((await get(egress, `http://127.0.0.1:${shut.port}/`)).status, 403);
    assert.equal(shut.connections(), 0);
  });
});

describe('a name is resolved once for a connection', () => {
  test('and what was checked is what is dialled', async (t) => {
    const server = await canary(t);
    // Allowed at first, somewhere else the second time: who resolves twice connects to what was never checked.
    const answers = [['127.0.0.1'], ['127.0.0.2'], ['127.0.0.1'], ['127.0.0.2']];
    const resolver = names({ 'rebind.test': () => answers.shift() ?? [] });
    const egress = await guard(t, { allow: '127.0.0.1', ...resolver });
    for (const [status, asked] of [
      [200, 1],
      [403, 2],
      [200, 3],
      [403, 4],
    ]) {
      assert.equal((await tunnel(egress, `rebind.test:${server.port}`, CLOSING_GET)).status, status);
      assert.equal(resolver.asked.length, asked);
    }
    assert.equal(server.hits.length, 2);
  });

  test('all of its addresses are dialled, and only they', async (t) => {
    const dialled: unknown[] = [];
    const dial = (addresses: string[], port: number) => {
      dialled.push({ addresses, port });
      return new Socket().destroy(Object.assign(new Error('no'), { code: 'ECONNREFUSED' }));
    };
    const public2 = ['93.184.216.34', '2606:2800:220:1::1'];
    const egress = await guard(t, { ...names({ 'public.example': public2 }), dial });
    assert.equal((await tunnel(egress, 'public.example:443')).reason, 'connection-refused');
    assert.deepEqual(dialled, [{ addresses: public2, port: 443 }]);
  });

  test('a connection that the system made to another address is cut', async (t) => {
    const server = await canary(t);
    const dial = () => connect(server.port, '127.0.0.1');
    const egress = await guard(t, { ...names({ 'public.example': ['93.184.216.34'] }), dial });
    assert.equal((await tunnel(egress, 'public.example:443', CLOSING_GET)).reason, 'refused');
    assert.equal((await get(egress, 'http://public.example/')).reason, 'refused');
    assert.deepEqual(server.hits, []);
  });

  test('the second address is tried when the first is dead', async (t) => {
    const server = await canary(t);
    const egress = await guard(t, { allow: '*.test', ...names({ 'two.test': ['::1', '127.0.0.1'] }) });
    assert.equal((await get(egress, `http://two.test:${server.port}/`)).status, 200);
  });
});
