import assert from 'node:assert/strict';
import { test } from 'node:test';
import { dayOf, isTimeZone, rangeOfDay } from '../../src/domain/day.ts';

test('a time belongs to the day of its time zone', () => {
  const at = '2026-11-18T23:30:00.000Z';
  assert.equal(dayOf(at, 'UTC'), '2026-11-18');
  assert.equal(dayOf(at, 'Europe/Berlin'), '2026-11-19');
  assert.equal(dayOf(new Date(at), 'America/New_York'), '2026-11-18');
});

test('a day begins at its first minute, also with summer time', () => {
  const range = (day: string, timeZone: string) =>
    Object.values(rangeOfDay(day, timeZone)).map((at) => at.slice(0, 16));
  assert.deepEqual(range('2026-11-18', 'UTC'), ['2026-11-18T00:00', '2026-11-19T00:00']);
  assert.deepEqual(range('2026-11-18', 'Asia/Kathmandu'), ['2026-11-17T18:15', '2026-11-18T18:15']);
  assert.deepEqual(range('2026-11-18', 'Pacific/Kiritimati'), ['2026-11-17T10:00', '2026-11-18T10:00']);
  assert.deepEqual(range('2026-10-25', 'Europe/Berlin'), ['2026-10-24T22:00', '2026-10-25T23:00'], '25 hours');
  assert.deepEqual(range('2026-03-29', 'Asia/Beirut'), ['2026-03-28T22:00', '2026-03-29T21:00'], 'begins at 01:00');
});

test('only names of time zones are known', () => {
  const known = ['UTC', 'Europe/Berlin', 'Etc/GMT+5', 'Nowhere/Here', '', '+02:00', `E${'/a'.repeat(60)}`].filter(
    isTimeZone,
  );
  assert.deepEqual(known, ['UTC', 'Europe/Berlin', 'Etc/GMT+5']);
});
