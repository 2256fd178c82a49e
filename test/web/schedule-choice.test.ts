import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readSchedule, SCHEDULE_NAMES } from '../../src/domain/schedule.ts';
import { choiceOf, describeChoice, scheduleText } from '../../src/web/schedule-choice.ts';

const CHOICES = [
  ...SCHEDULE_NAMES.map((name) => ({ name, time: '', cron: '' })),
  { name: 'daily', time: '06:30', cron: '' },
  { name: 'weekly', time: '00:00', cron: '' },
  { name: 'monthly', time: '23:59', cron: '' },
  { name: 'custom', time: '', cron: '*/5 8-18 * * MON-FRI' },
];

test('every choice of the form is a valid schedule and is read back as the same choice', () => {
  for (const choice of CHOICES) {
    const { text } = readSchedule(scheduleText(choice), 'Europe/Berlin');
    assert.deepEqual(choiceOf(text), choice);
  }
});

test('a choice is described in words', () => {
  assert.equal(describeChoice(choiceOf('daily')), 'Daily');
  assert.equal(describeChoice(choiceOf('15m')), 'Every 15 minutes');
  assert.equal(describeChoice(choiceOf('5 6 * * *')), 'Daily at 06:05');
  assert.equal(describeChoice(choiceOf('5 6 1-7 * *')), '5 6 1-7 * *');
});

test('a time of day that is not valid is refused with its text', () => {
  for (const time of ['25:00', '6', 'noon']) {
    assert.throws(() => readSchedule(scheduleText({ name: 'daily', time, cron: '' }), 'UTC'), new RegExp(time));
  }
});

test('a schedule without a time of day ignores the time', () => {
  assert.equal(scheduleText({ name: 'hourly', time: '06:30', cron: '' }), 'hourly');
});
