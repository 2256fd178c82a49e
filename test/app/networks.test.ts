import assert from 'node:assert/strict';
import { test } from 'node:test';
import { coversNetworks, isWithinNetworks, readNetworks } from '../../src/app/networks.ts';

test('addresses and ranges of both versions of IP are read', () => {
  assert.deepEqual(readNetworks([' 192.0.2.7 ', '10.0.0.0/8', '2001:DB8::/32', '::1', '', '10.0.0.0/8']), [
    '192.0.2.7',
    '10.0.0.0/8',
    '2001:db8::/32',
    '::1',
  ]);
});

test('anything else is refused by its name', () => {
  for (const entry of ['intranet', '10.0.0.0/33', '10.0.0/8', '300.1.1.1', '::1/129', '10.0.0.1-9', '10.0.0.0/', '*']) {
    assert.throws(() => readNetworks([entry]), { kind: 'invalid', message: /is not an address or a range/ });
  }
  assert.throws(() => readNetworks(Array.from({ length: 21 }, (_, n) => `10.0.0.${n}`)), { message: /at most 20/ });
});

test('an address is within its ranges only', () => {
  const networks = ['192.0.2.0/24', '2001:db8::/32', '198.51.100.7'];
  for (const address of ['192.0.2.0', '192.0.2.255', '::ffff:192.0.2.9', '2001:db8:1::5', '198.51.100.7']) {
    assert.ok(isWithinNetworks(networks, address), address);
  }
  for (const address of ['192.0.3.0', '2001:db9::1', '198.51.100.8', '::ffff:192.0.3.9', '', 'nonsense', '127.0.0.1']) {
    assert.ok(!isWithinNetworks(networks, address), address);
  }
});

test('a range covers narrower ranges of the same version', () => {
  assert.ok(coversNetworks(['10.0.0.0/8', '2001:db8::/32'], ['10.1.0.0/16', '10.0.0.7', '2001:db8:7::/48']));
  assert.ok(!coversNetworks(['10.0.0.0/8'], ['10.1.0.0/16', '11.0.0.0/16']));
  assert.ok(!coversNetworks(['10.0.0.0/16'], ['10.0.0.0/8']));
  assert.ok(coversNetworks(['0.0.0.0/0'], ['10.0.0.7']));
});
