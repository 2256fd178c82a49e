import assert from 'node:assert/strict';
import { test } from 'node:test';
import { completeAddress } from '../../src/domain/address.ts';
import { Problem } from '../../src/domain/problem.ts';
import { readAddress } from '../../src/domain/webpage.ts';

test('an address without a scheme is completed: https, or http for local hosts and IP addresses', () => {
  for (const [typed, understood] of [
    ['example.org', 'https://example.org/'],
    ['  example.org/a?b#c ', 'https://example.org/a?b#c'],
    ['Example.org:8443/a', 'https://example.org:8443/a'],
    ['example.org?q=1', 'https://example.org/?q=1'],
    ['bücher.example/ä', 'https://xn--bcher-kva.example/%C3%A4'],
    ['пример.xn--p1ai', 'https://xn--e1afmkfd.xn--p1ai/'],
    ['localhost:9310/x', 'http://localhost:9310/x'],
    ['localhost', 'http://localhost/'],
    ['app.localhost:3000', 'http://app.localhost:3000/'],
    ['printer.local/status', 'http://printer.local/status'],
    ['wiki:8080/Main', 'http://wiki:8080/Main'],
    ['192.168.1.20/admin', 'http://192.168.1.20/admin'],
    ['[::1]:8080/a', 'http://[::1]:8080/a'],
    ['HTTP://Example.org', 'http://example.org/'],
    ['https://localhost:9310/x', 'https://localhost:9310/x'],
  ] as const) {
    assert.equal(readAddress(typed), understood, typed);
  }
});

test('text that is not an address is left alone and refused', () => {
  for (const typed of [
    'nonsense',
    'two words',
    '1.5',
    '12',
    '.',
    '...',
    'mailto:a@b.example',
    'javascript:x',
    '/path',
  ]) {
    assert.equal(completeAddress(typed), typed);
    assert.throws(() => readAddress(typed), Problem, typed);
  }
});
