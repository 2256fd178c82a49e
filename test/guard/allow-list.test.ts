import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseAddress } from '../../src/guard/address.ts';
import { allowSetting, isAllowed, readAllow } from '../../src/guard/allow-list.ts';

function allows(text: string, host: string, { at = host, port = 80 } = {}): boolean {
  const address = parseAddress(at);
  assert.ok(address);
  return isAllowed(readAllow(text), { host, port, address });
}

test('an empty list allows nothing', () => {
  assert.deepEqual(readAllow(''), []);
  assert.deepEqual(readAllow('  '), []);
  assert.equal(allows('', '127.0.0.1'), false);
});

test('a name allows that name at any address, and no other name', () => {
  assert.equal(allows('wiki.corp', 'wiki.corp', { at: '10.0.0.1' }), true);
  assert.equal(allows(' WIKI.corp. ', 'wiki.corp', { at: 'fd00::1' }), true);
  assert.equal(allows('wiki.corp', 'a.wiki.corp', { at: '10.0.0.1' }), false);
  assert.equal(allows('wiki.corp', 'evilwiki.corp', { at: '10.0.0.1' }), false);
  assert.equal(allows('localhost', '127.0.0.1'), false);
});

test('a suffix allows the names below it, and not itself', () => {
  assert.equal(allows('*.corp', 'wiki.corp', { at: '10.0.0.1' }), true);
  assert.equal(allows('*.corp', 'a.b.corp', { at: '10.0.0.1' }), true);
  assert.equal(allows('*.corp', 'corp', { at: '10.0.0.1' }), false);
  assert.equal(allows('*.corp', 'evilcorp', { at: '10.0.0.1' }), false);
});

test('an address or a range allows every name that resolves to it', () => {
  assert.equal(allows('10.0.0.0/8', 'wiki.corp', { at: '10.255.0.1' }), true);
  assert.equal(allows('10.0.0.0/8', 'wiki.corp', { at: '11.0.0.1' }), false);
  assert.equal(allows('192.168.4.0/22', '192.168.7.255'), true);
  assert.equal(allows('192.168.4.0/22', '192.168.8.0'), false);
  assert.equal(allows('0x7f.1', '127.0.0.1'), true);
  assert.equal(allows('127.0.0.1', '::ffff:7f00:1'), true);
  assert.equal(allows('fd00::/8', 'fd12::1'), true);
  assert.equal(allows('fd00::/8', 'fc00::1'), false);
  assert.equal(allows('::1', '::1'), true);
  assert.equal(allows('[::1]', '::1'), true);
  assert.equal(allows('0.0.0.0/0', '10.1.1.1'), true);
  assert.equal(allows('0.0.0.0/0', '::1'), false);
});

test('a port allows only that port', () => {
  for (const entry of ['10.0.0.5:8080', '10.0.0.0/8:8080']) {
    assert.equal(allows(entry, '10.0.0.5', { port: 8080 }), true);
    assert.equal(allows(entry, '10.0.0.5', { port: 80 }), false);
  }
  assert.equal(allows('wiki.corp:8080', 'wiki.corp', { at: '10.0.0.1', port: 8080 }), true);
  assert.equal(allows('*.corp:8080', 'wiki.corp', { at: '10.0.0.1', port: 80 }), false);
  assert.equal(allows('[::1]:8080', '::1', { port: 8080 }), true);
  assert.equal(allows('[fd00::/8]:8080', 'fd00::1', { port: 8080 }), true);
  assert.equal(allows('[fd00::/8]:8080', 'fd00::1', { port: 81 }), false);
});

test('one matching entry is enough', () => {
  assert.equal(allows('a.corp, 10.0.0.0/8 ,[::1]:80', '10.0.0.1'), true);
});

test('a metadata service is allowed by its address, never by a name', () => {
  assert.equal(allows('*.corp,evil.corp', 'evil.corp', { at: '169.254.169.254' }), false);
  assert.equal(allows('169.254.169.254', 'evil.corp', { at: '169.254.169.254' }), true);
  assert.equal(allowSetting('evil.corp', '169.254.169.254'), 'CAPTURE_ALLOW=169.254.169.254');
  assert.equal(allowSetting('wiki.corp', '10.0.0.1'), 'CAPTURE_ALLOW=wiki.corp');
});

test('every setting that a refusal proposes is valid and allows the refused host', () => {
  for (const [host, at] of [
    ['wiki.corp', '10.0.0.1'],
    ['::1', '::1'],
    ['127.0.0.1', '127.0.0.1'],
    ['evil.corp', 'fd00:ec2::254'],
  ] as const) {
    assert.equal(allows(allowSetting(host, at).slice('CAPTURE_ALLOW='.length), host, { at }), true, host);
  }
});

test('the error for an invalid entry names the entry and the valid forms', () => {
  const bad = [
    'http://wiki.corp/',
    'wiki.corp/path',
    '*',
    '*.',
    '*.*',
    'a.*.corp',
    '10.0.0.0/33',
    'fd00::/129',
    '10.0.0.5/8',
  ];
  for (const entry of [
    ...bad,
    '10.0.0.0/',
    '/8',
    'a b',
    'wiki:0',
    'wiki:99999',
    'wiki:x',
    ':80',
    '::g',
    '*.10.0.0.1',
    '::ffff:10.0.0.0/104',
  ]) {
    assert.throws(
      () => readAllow(`ok.corp,${entry}`),
      (error: Error) => error.message.includes(JSON.stringify(entry)) && /allowed are host names/.test(error.message),
      entry,
    );
  }
  assert.throws(() => readAllow('a,,b'), { name: 'Problem', kind: 'invalid' });
});
