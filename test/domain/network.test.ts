import assert from 'node:assert/strict';
import { test } from 'node:test';
import { networksOf } from '../../src/domain/network.ts';

test('an IPv4 address is a network of its own, also as an IPv6 address', () => {
  assert.deepEqual(networksOf('192.0.2.7'), ['192.0.2.7']);
  assert.deepEqual(networksOf('::ffff:192.0.2.7'), ['192.0.2.7']);
  assert.deepEqual(networksOf('::FFFF:c000:207'), ['192.0.2.7']);
});

test('an IPv6 address belongs to its /64 and its /48, however it is written', () => {
  const expected = ['2001:db8:1:2::/64', '2001:db8:1::/48'];
  for (const address of ['2001:db8:1:2::9', '2001:DB8:1:2:0:0:0:9', '2001:0db8:0001:0002::', '2001:db8:1:2::9%eth0']) {
    assert.deepEqual(networksOf(address), expected, address);
  }
  assert.deepEqual(networksOf('::1'), ['0:0:0:0::/64', '0:0:0::/48']);
  assert.deepEqual(networksOf('2001:db8::2:0:0:1'), ['2001:db8:0:0::/64', '2001:db8:0::/48']);
});
