import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import {
  latestDue,
  nextRun,
  nextRunAfterCapture,
  readSchedule,
  retryAt,
  SCHEDULE_NAMES,
} from '../../src/domain/schedule.ts';

// A fixed seed, so that every run checks the same cases.
fc.configureGlobal({ seed: 1, numRuns: 500 });

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

const zone = fc.constantFrom(
  'UTC',
  'Europe/Berlin',
  'America/New_York',
  'Asia/Kolkata',
  'Australia/Lord_Howe',
  'Africa/Cairo',
);
const written = fc.constantFrom(
  ...SCHEDULE_NAMES,
  '30 2 * * *',
  '0 12 * * MON-FRI',
  '17 */4 * * *',
  '0 0 29 2 *',
  '59 23 31 12 *',
);
const moment = fc.date({ min: new Date('2020-01-01'), max: new Date('2040-01-01'), noInvalidDate: true });
const seed = fc.uuid();

/** Consecutive runs without jitter, each computed from the previous one. */
function ticks(text: string, timeZone: string, from: string, count: number): string[] {
  const schedule = { ...readSchedule(text, timeZone), windowMs: 0 };
  const runs: Date[] = [];
  for (let after = new Date(from); runs.length < count; after = runs.at(-1) ?? after) {
    runs.push(nextRun(schedule, { after, jitterSeed: 'x' }));
  }
  return runs.map((run) => run.toISOString().slice(0, 16));
}

describe('a schedule', () => {
  test('can be a name, with any spacing and capitalisation', () => {
    for (const name of SCHEDULE_NAMES) assert.equal(readSchedule(` ${name.toUpperCase()} `, 'UTC').text, name);
  });

  test('can be a cron line', () => {
    for (const line of ['* * * * *', '30 6 * * MON-FRI', '0 0 L * *', '*/7 1,2,3 1-7 JAN,feb sun', '0  0  29 2  *']) {
      assert.equal(readSchedule(line, 'Europe/Berlin').text, line.replace(/\s+/g, ' '));
    }
  });

  test('that is neither is refused with its value and the allowed values', () => {
    const bad = [
      '',
      'sometimes',
      '7m',
      '61 * * * *',
      '* * * *',
      '* * * * * *',
      '*/0 * * * *',
      '5-1 * * * *',
      'a b c d e',
    ];
    for (const text of [
      ...bad,
      '? * * * *',
      '@daily',
      '0 0 30 2 *',
      '2030-01-01T00:00:00',
      '0 0 0 * *',
      '__proto__',
      'constructor',
    ]) {
      assert.throws(
        () => readSchedule(text, 'UTC'),
        (error: Error & { kind?: string }) =>
          error.kind === 'invalid' &&
          error.message.includes(JSON.stringify(text)) &&
          /hourly, .*cron line/.test(error.message),
        text,
      );
    }
  });

  test('of more than 200 characters is refused, although every minute written out is accepted', () => {
    const minutes = Array.from({ length: 60 }, (_, minute) => minute).join(',');
    assert.equal(readSchedule(`${minutes} * * * *`, 'UTC').cron, `${minutes} * * * *`);
    assert.throws(() => readSchedule(`${'0,'.repeat(150_000)}0 0 * * *`, 'UTC'), /300009 characters, but at most 200/);
  });

  test('in an unknown time zone is refused with the name of the zone', () => {
    for (const timeZone of ['', 'Europe/Nowhere', '+02:00', '02:00', 'Berlin', 'local']) {
      assert.throws(() => readSchedule('daily', timeZone), {
        kind: 'invalid',
        message: /is not a time zone; .*Europe\/Berlin/,
      });
    }
  });
});

describe('the next run', () => {
  test('is strictly later, and within the window after a tick', () => {
    fc.assert(
      fc.property(written, zone, moment, seed, (text, timeZone, after, jitterSeed) => {
        const schedule = readSchedule(text, timeZone);
        const run = nextRun(schedule, { after, jitterSeed });
        assert.ok(run > after);
        const unjittered = { ...schedule, windowMs: 0 };
        const tick = nextRun(unjittered, { after: new Date(run.getTime() - schedule.windowMs), jitterSeed });
        assert.ok(tick <= run && run.getTime() - tick.getTime() < schedule.windowMs);
      }),
    );
  });

  test('is the same for every time before it', () => {
    fc.assert(
      fc.property(
        written,
        zone,
        moment,
        seed,
        fc.double({ min: 0, max: 0.999, noNaN: true }),
        (text, timeZone, after, jitterSeed, part) => {
          const schedule = readSchedule(text, timeZone);
          const run = nextRun(schedule, { after, jitterSeed });
          const between = new Date(after.getTime() + Math.floor((run.getTime() - after.getTime()) * part));
          assert.deepEqual(nextRun(schedule, { after: between, jitterSeed }), run);
        },
      ),
    );
  });

  test('after a capture is at least half a period away, except for a cron line', () => {
    fc.assert(
      fc.property(written, zone, moment, seed, (text, timeZone, capturedAt, jitterSeed) => {
        const schedule = readSchedule(text, timeZone);
        const run = nextRunAfterCapture(schedule, { capturedAt, jitterSeed });
        if (text.includes(' ')) assert.deepEqual(run, nextRun(schedule, { after: capturedAt, jitterSeed }));
        else assert.ok(run.getTime() - capturedAt.getTime() >= schedule.windowMs / 2);
      }),
    );
  });

  test('after a regular capture is the next regular one', () => {
    fc.assert(
      fc.property(written, zone, moment, seed, (text, timeZone, after, jitterSeed) => {
        const schedule = readSchedule(text, timeZone);
        const run = nextRun(schedule, { after, jitterSeed });
        assert.deepEqual(
          nextRunAfterCapture(schedule, { capturedAt: run, jitterSeed }),
          nextRun(schedule, { after: run, jitterSeed }),
        );
      }),
    );
  });

  test('of a thousand daily pages is spread over the day', () => {
    const schedule = readSchedule('daily', 'Europe/Berlin');
    const after = new Date('2026-06-01T10:00:00Z');
    const perHour = new Map<number, number>();
    const seconds = new Set<number>();
    for (let i = 0; i < 1000; i++) {
      const run = nextRun(schedule, { after, jitterSeed: `page-${i}` });
      perHour.set(run.getUTCHours(), (perHour.get(run.getUTCHours()) ?? 0) + 1);
      seconds.add(Math.floor(run.getTime() / 1000));
    }
    assert.equal(perHour.size, 24);
    assert.ok(Math.max(...perHour.values()) < 80);
    assert.ok(seconds.size > 950);
  });

  test('of a cron line is within the minute that it names', () => {
    const schedule = readSchedule('30 6 * * *', 'UTC');
    const after = new Date('2026-06-01T10:00:00Z');
    const runs = Array.from({ length: 200 }, (_, i) =>
      nextRun(schedule, { after, jitterSeed: `page-${i}` }).toISOString(),
    );
    assert.ok(runs.every((run) => run.startsWith('2026-06-02T06:30')));
    assert.ok(new Set(runs).size > 190);
  });
});

describe('daylight saving time', () => {
  test('a run at a skipped local time happens right after the gap, and the next day at the usual time', () => {
    assert.deepEqual(ticks('30 2 * * *', 'Europe/Berlin', '2026-03-28T12:00:00Z', 2), [
      '2026-03-29T01:00',
      '2026-03-30T00:30',
    ]);
  });

  test('a local time that occurs twice runs once', () => {
    assert.deepEqual(ticks('30 2 * * *', 'Europe/Berlin', '2026-10-24T12:00:00Z', 2), [
      '2026-10-25T00:30',
      '2026-10-26T01:30',
    ]);
  });

  test('a half-hourly schedule runs in both of the repeated hours', () => {
    const expected = [
      '2026-10-25T00:00',
      '2026-10-25T00:30',
      '2026-10-25T01:00',
      '2026-10-25T01:30',
      '2026-10-25T02:00',
    ];
    assert.deepEqual(ticks('30m', 'Europe/Berlin', '2026-10-24T23:30:00Z', 5), expected);
  });

  test('a day whose midnight is skipped still has its run', () => {
    assert.deepEqual(ticks('daily', 'Africa/Cairo', '2026-04-22T12:00:00Z', 3), [
      '2026-04-22T22:00',
      '2026-04-23T22:00',
      '2026-04-24T21:00',
    ]);
  });

  test('noon stays noon', () => {
    assert.deepEqual(ticks('0 12 * * *', 'America/New_York', '2026-03-07T00:00:00Z', 3), [
      '2026-03-07T17:00',
      '2026-03-08T16:00',
      '2026-03-09T16:00',
    ]);
  });

  test('a daily page is captured every day of the year, and no day twice', () => {
    fc.assert(
      fc.property(zone, seed, (timeZone, jitterSeed) => {
        const schedule = readSchedule('daily', timeZone);
        const end = new Date('2027-01-01T00:00:00Z');
        const gaps: number[] = [];
        for (let after = new Date('2026-01-01T00:00:00Z'); after < end; ) {
          const run = nextRun(schedule, { after, jitterSeed });
          gaps.push(run.getTime() - after.getTime());
          after = run;
        }
        assert.ok(gaps.slice(1).every((gap) => gap >= 23 * HOUR && gap <= 25 * HOUR));
      }),
      { numRuns: 6 },
    );
  });
});

describe('a page that keeps failing', () => {
  const failedAt = new Date('2026-06-01T10:00:00Z');
  const waits = (text: string) => {
    const schedule = readSchedule(text, 'UTC');
    const at = (failures: number) => retryAt({ schedule, failures, failedAt, jitterSeed: 'x' }).getTime();
    return [1, 2, 3, 9, 15, 40, 2000].map((failures) => at(failures) - failedAt.getTime());
  };

  test('is retried soon at first, then at most once a day, or once in its own longer period', () => {
    for (const [text, longest] of [
      ['5m', DAY],
      ['daily', DAY],
      ['weekly', 7 * DAY],
      ['monthly', 31 * DAY],
    ] as const) {
      const [first = 0, ...others] = waits(text);
      assert.ok(first >= 5 * 60_000 && first < 6 * 60_000);
      const last = others.at(-1) ?? 0;
      assert.ok(last >= 0.9 * longest && last <= 1.1 * longest, `${text}: ${last / DAY} days`);
    }
  });

  test('is retried less and less often, without end', () => {
    fc.assert(
      fc.property(
        written,
        zone,
        moment,
        seed,
        fc.integer({ min: 1, max: 5000 }),
        (text, timeZone, failedAt, jitterSeed, failures) => {
          const schedule = readSchedule(text, timeZone);
          const earlier = retryAt({ schedule, failures, failedAt, jitterSeed });
          const later = retryAt({ schedule, failures: failures + 1, failedAt, jitterSeed });
          assert.ok(earlier > failedAt);
          assert.ok(later >= earlier);
          assert.ok(Number.isFinite(later.getTime()));
        },
      ),
    );
  });

  test('is not retried in the same second as a thousand other pages of the same server', () => {
    const schedule = readSchedule('hourly', 'UTC');
    const at = Array.from({ length: 1000 }, (_, i) =>
      retryAt({ schedule, failures: 5, failedAt, jitterSeed: `page-${i}` }),
    );
    assert.ok(new Set(at.map((date) => Math.floor(date.getTime() / 1000))).size > 300);
  });
});

test('a due time that was set after an earlier capture is not later than the latest one that can be set now', () => {
  const passed = fc.integer({ min: 0, max: 40 * DAY });
  fc.assert(
    fc.property(written, zone, moment, seed, passed, (text, timeZone, now, jitterSeed, ms) => {
      const schedule = readSchedule(text, timeZone);
      const capturedAt = new Date(now.getTime() - ms);
      const due = nextRunAfterCapture(schedule, { capturedAt, jitterSeed });
      assert.ok(due <= latestDue({ schedule, failures: 0, now, jitterSeed }));
    }),
  );
});
