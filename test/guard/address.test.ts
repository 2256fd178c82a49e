import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { type AddressKind, addressKind, normaliseHost, parseAddress } from '../../src/guard/address.ts';

// A fixed seed, so that every run has the same cases.
fc.configureGlobal({ seed: 1, numRuns: 500 });

function kindOf(text: string): AddressKind {
  const address = parseAddress(normaliseHost(text) ?? '');
  assert.ok(address, `${text} is no address`);
  return addressKind(address);
}

const KINDS: [AddressKind, string[]][] = [
  ['public', ['1.1.1.1', '93.184.216.34', '172.32.0.1', '100.128.0.0', '192.0.1.1', '198.20.0.0', '223.255.255.255']],
  ['public', ['2606:4700::1111', '2a00:1450:4001::200e', '::ffff:1.1.1.1', '64:ff9b::1.1.1.1']],
  ['unspecified', ['0.0.0.0', '0.1.2.3', '::', '0', '::ffff:0.0.0.0']],
  ['loopback', ['127.0.0.1', '127.255.255.255', '::1', '::ffff:127.0.0.1', '64:ff9b::7f00:1', '64:ff9b::127.0.0.1']],
  ['loopback', ['2130706433', '0x7f000001', '0x7f.1', '017700000001', '0177.0.0.1', '127.1', '127.0.1', '127.0.0.1.']],
  [
    'loopback',
    ['0X7F.0.0.01', '%31%32%37.0.0.1', '１２７.0.0.1', '127。0。0。1', '0:0:0:0:0:0:0:1', '0:0:0:0:0:ffff:7f00:1'],
  ],
  [
    'private',
    ['10.0.0.0', '10.255.255.255', '172.16.0.0', '172.31.255.255', '192.168.1.1', '167772161', '::ffff:10.0.0.1'],
  ],
  ['private', ['fc00::', 'fd12:3456::1', 'fdff:ffff::', 'fec0::1', '64:ff9b::192.168.0.1']],
  ['link-local', ['169.254.0.1', '169.254.255.255', 'fe80::1', 'febf::1', '::ffff:169.254.1.1']],
  ['shared', ['100.64.0.0', '100.127.255.255']],
  ['metadata', ['169.254.169.254', '169.254.170.2', '168.63.129.16', '100.100.100.200', '192.0.0.192', '2852039166']],
  ['metadata', ['fd00:ec2::254', 'fd20:ce::254', '::ffff:169.254.169.254', '64:ff9b::a9fe:a9fe', '0xa9fea9fe']],
  ['multicast', ['224.0.0.1', '239.255.255.255', 'ff02::1']],
  ['documentation', ['192.0.2.1', '198.51.100.1', '203.0.113.1', '2001:db8::1', '3fff::1']],
  ['benchmark', ['198.18.0.1', '198.19.255.255', '2001:2::1']],
  [
    'tunnel',
    ['2002:7f00:1::', '2002:c0a8:1::1', '2001::1', '2001:0:7f00:1::', '192.88.99.1', '2606:4700::5efe:127.0.0.1'],
  ],
  ['tunnel', ['2606:4700::200:5efe:a00:1']],
  [
    'reserved',
    ['240.0.0.1', '255.255.255.255', '192.0.0.1', '::127.0.0.1', '::7f00:1', '64:ff9b:1::1', '100::1', '4000::1'],
  ],
  ['reserved', ['5f00::1', '3ffe::1', '2001:10::1', '::ffff:0:127.0.0.1', 'e000::1']],
];

for (const [kind, addresses] of KINDS) {
  test(`${addresses.slice(0, 2).join(', ')} and similar addresses are ${kind}`, () => {
    for (const address of addresses) assert.equal(kindOf(address), kind, address);
  });
}

test('invalid hosts are refused', () => {
  const bad = [
    '',
    ' ',
    '.',
    'a b',
    'a/b',
    'a@b',
    'a?b',
    'a#b',
    'a\\b',
    'a:80',
    '[::1',
    '::1]',
    '[::1]:80',
    '::g',
    '1.2.3.256',
  ];
  for (const text of [...bad, 'fe80::1%eth0', '[fe80::1%25eth0]', '1.2.3.4.5', '0x100000000', 'a\tb', '%2f', 'a%00b']) {
    assert.equal(normaliseHost(text), undefined, text);
  }
});

test('a host has one normal form', () => {
  assert.equal(normaliseHost('EXAMPLE.com.'), 'example.com');
  assert.equal(normaliseHost('bücher.example'), 'xn--bcher-kva.example');
  assert.equal(normaliseHost('[0:0::1]'), '::1');
  assert.equal(normaliseHost('::FFFF:127.0.0.1'), '::ffff:7f00:1');
});

const ipv4 = fc.integer({ min: 0, max: 0xffff_ffff });
const dotted = (value: number) => [24, 16, 8, 0].map((shift) => (value >>> shift) & 255).join('.');

test('every spelling of an IPv4 address has the same normal form', () => {
  fc.assert(
    fc.property(ipv4, (value) => {
      const expected = { family: 4, value: BigInt(value) };
      const parts = [24, 16, 8, 0].map((shift) => (value >>> shift) & 255);
      const [a = 0, b = 0] = parts;
      const spellings = [
        dotted(value),
        String(value),
        `0x${value.toString(16)}`,
        `0${value.toString(8)}`,
        parts.map((part) => `0x${part.toString(16)}`).join('.'),
        parts.map((part) => `0${part.toString(8)}`).join('.'),
        `${a}.${value & 0xffffff}`,
        `${a}.${b}.${value & 0xffff}`,
        `${dotted(value)}.`,
        `::ffff:${dotted(value)}`,
        `[::ffff:${(value >>> 16).toString(16)}:${(value & 0xffff).toString(16)}]`,
      ];
      for (const text of spellings) assert.deepEqual(parseAddress(normaliseHost(text) ?? ''), expected, text);
    }),
  );
});

test('an IPv4 address that is not public is public in no IPv6 form', () => {
  fc.assert(
    fc.property(ipv4, (value) => {
      const v4 = dotted(value);
      const [high, low] = [(value >>> 16).toString(16), (value & 0xffff).toString(16)];
      assert.equal(kindOf(`::ffff:${v4}`), kindOf(v4));
      assert.equal(kindOf(`64:ff9b::${v4}`), kindOf(v4));
      for (const form of [`::${v4}`, `2002:${high}:${low}::1`, `2001:0:1:2:3:4:${high}:${low}`, `64:ff9b:1::${v4}`]) {
        assert.notEqual(kindOf(form), 'public', form);
      }
    }),
  );
});

test('an IPv6 address is public only within 2000::/3, or as a public IPv4 address', () => {
  const ipv6 = fc.array(fc.integer({ min: 0, max: 0xffff }), { minLength: 8, maxLength: 8 });
  fc.assert(
    fc.property(ipv6, (groups) => {
      const text = groups.map((group) => group.toString(16)).join(':');
      const value = groups.reduce((sum, group) => (sum << 16n) | BigInt(group), 0n);
      assert.deepEqual(parseAddress(text), { family: 6, value });
      const first = groups[0] ?? 0;
      if (kindOf(text) === 'public') assert.ok(first >= 0x2000 && first < 0x4000, text);
    }),
  );
});

test('a name is not an address', () => {
  for (const text of ['example.com', 'localhost', '1.2.3', 'a.1.2.3.4', 'dead.beef', ''])
    assert.equal(parseAddress(text), undefined);
});
