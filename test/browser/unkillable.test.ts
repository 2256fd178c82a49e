import assert from 'node:assert/strict';
import { after, afterEach, before, describe, test } from 'node:test';
import type { OpenedCamera } from '../../src/browser/camera.ts';
import type { Camera, FailureReason, Verdict, Warning } from '../../src/domain/capture.ts';
import { hostile } from '../corpus/hostile.ts';
import { type CorpusServer, serveCorpus } from '../corpus/server.ts';
import { failure, openTestCamera, pixels, shot } from './cameras.ts';

describe('every hostile page ends within its limits', () => {
  let patient: OpenedCamera;
  /** Only the limits that a page must reach are short: a slow machine would reach others, too. */
  let cameraFor: (kinds: readonly Warning['kind'][]) => Camera;
  let used: Camera;
  let server: CorpusServer;
  before(async () => {
    server = await serveCorpus(hostile);
    const bounds = { quiet: 1_000, scroll: 60_000, documentBytes: 4_000_000, maxPictureHeight: 40_000 };
    const [soonLoaded, soonStopped] = [{ load: 2_000 }, { unresponsive: 1_500, settle: 6_000 }];
    patient = await openTestCamera({ concurrency: 1, memory: { renderer: 700_000_000 }, limits: bounds });
    cameraFor = (kinds) =>
      patient.withSettings({
        limits: {
          ...bounds,
          ...(kinds.includes('load-unfinished') && soonLoaded),
          ...(kinds.includes('script-stopped') && soonStopped),
        },
      });
  });
  afterEach(async () => {
    const next = await shot(used, `${server.origin}/fine`, { fullPage: false, consent: false });
    assert.equal(next.verdict, 'fine', 'the next capture works');
    assert.deepEqual([used.status().capturing, used.status().waiting], [0, 0]);
  });
  after(async () => {
    await patient.close();
    await server.close();
  });

  const captured: readonly (readonly [path: string, warnings: readonly Warning['kind'][], verdict?: Verdict])[] = [
    ['/never-ends', ['load-unfinished']],
    ['/image-never-ends', ['load-unfinished', 'images-missing']],
    ['/script-never-comes', ['load-unfinished']],
    ['/style-never-comes', ['load-unfinished']],
    ['/imported-style-never-comes', ['load-unfinished']],
    ['/style-of-24-megabytes', []],
    ['/script-in-head-never-comes', ['load-unfinished']],
    ['/stays-connected', []],
    ['/loops', ['load-unfinished', 'script-stopped']],
    ['/loops-later', ['script-stopped']],
    ['/waits-for-an-answer', ['script-stopped']],
    ['/loops-promises', ['script-stopped']],
    ['/dialogs', []],
    ['/leaves-with-a-question', []],
    ['/pop-ups', []],
    ['/downloads', []],
    ['/history', []],
    ['/reloads', ['kept-going']],
    ['/refreshes', ['kept-going']],
    ['/loops-alerts', ['script-stopped']],
    ['/closes-itself', []],
    ['/grows', ['truncated'], 'truncated'],
    ['/3600000-px', ['truncated'], 'truncated'],
    ['/30000-elements', []],
    ['/nested', []],
    ['/workers', []],
  ];
  for (const [path, kinds, verdict = 'fine'] of captured)
    test(`${path} is captured${kinds.length > 0 ? `, with ${kinds.join(' and ')} recorded` : ''}`, async () => {
      used = cameraFor(kinds);
      const outcome = await shot(used, server.origin + path);
      assert.deepEqual(
        outcome.warnings.map(({ kind }) => kind),
        kinds,
      );
      assert.equal(outcome.verdict, verdict);
      assert.equal((await pixels(outcome.picture)).at(600, 150), '#ff0000');
    });

  const lost: readonly (readonly [path: string, reason: FailureReason, retry: boolean])[] = [
    ['/eats-memory', 'memory', false],
    ['/eats-heap', 'memory', false],
    ['/zip-bomb', 'too-large', false],
  ];
  for (const [path, reason, retry] of lost)
    test(`${path} fails: ${reason}`, async () => {
      used = patient;
      const outcome = await failure(used, server.origin + path);
      assert.deepEqual([outcome.reason, outcome.retry], [reason, retry], outcome.detail);
    });

  test('/never-answers fails at the deadline', async () => {
    used = patient.withSettings({ limits: { whole: 1_500 } });
    const outcome = await failure(used, `${server.origin}/never-answers`);
    used = patient;
    assert.deepEqual([outcome.reason, outcome.retry], ['deadline', true]);
  });

  test('the picture of a very tall page ends at the limit, and its real height is recorded', async () => {
    used = patient;
    const { picture, pageHeight, verdict } = await shot(used, `${server.origin}/100000-px`);
    assert.deepEqual([pageHeight, picture.height, verdict], [100_000, 40_000, 'truncated']);
    const { at } = await pixels(picture);
    assert.deepEqual([at(600, 299), at(600, 300), at(600, 39_999)], ['#ff0000', '#0000ff', '#0000ff']);
  });

  test('a virtual list with a million rows is stretched to the limit of the picture only', async () => {
    used = patient.withSettings({ limits: { maxPictureHeight: 40_000 } });
    const { pageHeight, picture, verdict } = await shot(used, `${server.origin}/list-of-1000000-rows`);
    assert.deepEqual([pageHeight, picture.height, verdict], [40_001, 40_000, 'truncated']);
  });

  test('no permission is granted', async () => {
    used = patient;
    const { picture } = await shot(used, `${server.origin}/asks-permissions`);
    assert.equal((await pixels(picture)).at(600, 500), '#00ff00');
  });
});
