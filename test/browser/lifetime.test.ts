import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import type { Camera, CaptureOutcome } from '../../src/domain/capture.ts';
import { defaultCaptureOptions } from '../../src/domain/capture-options.ts';
import { hostile } from '../corpus/hostile.ts';
import { type CorpusServer, serveCorpus } from '../corpus/server.ts';
import { capture, openTestCamera, shot } from './cameras.ts';
import { browsersOf, eventually, mainOf, profilesOf, renderersOf, treeOf } from './processes.ts';

const first = <Value>(values: readonly Value[]): Value => {
  const [value] = values;
  assert.ok(value !== undefined);
  return value;
};

const failureOf = (outcome: CaptureOutcome) => (outcome.kind === 'failed' ? outcome.reason : outcome.kind);

describe('a browser and its processes', () => {
  let server: CorpusServer;
  before(async () => {
    server = await serveCorpus(hostile);
  });
  after(() => server.close());

  async function withCamera(
    config: Parameters<typeof openTestCamera>[0],
    use: (camera: Camera) => Promise<void>,
  ): Promise<void> {
    const camera = await openTestCamera(config);
    try {
      await use(camera);
    } finally {
      await camera.close();
    }
    assert.deepEqual(browsersOf(process.pid), [], 'no browser is left behind');
    assert.deepEqual(profilesOf(process.pid), [], 'no profile is left behind');
  }

  /** Starts a capture that does not end by itself, and waits until its page is loading. */
  async function begin(camera: Camera, signal = new AbortController().signal) {
    const asked = server.requests.length;
    const capturing = camera.capture(`${server.origin}/never-answers`, defaultCaptureOptions, { signal });
    assert.ok(await eventually(() => server.requests.length > asked));
    return { capturing };
  }

  test('closing ends every process of every browser', async () => {
    let trees: number[] = [];
    await withCamera({ concurrency: 8 }, async (camera) => {
      await Promise.all([1, 2, 3, 4, 5, 6, 7, 8].map(() => shot(camera, `${server.origin}/fine`)));
      const browsers = browsersOf(process.pid);
      assert.equal(browsers.length, camera.status().browsers);
      assert.ok(browsers.length >= 2);
      trees = browsers.flatMap(treeOf);
      assert.ok(trees.length >= 6);
    });
    assert.deepEqual(browsersOf(process.pid).flatMap(treeOf), []);
    for (const pid of trees) assert.ok(!treeOf(pid).includes(pid));
  });

  test('a killed browser fails its capture, and the next capture has a new browser', async () => {
    await withCamera({ concurrency: 1 }, async (camera) => {
      const { capturing } = await begin(camera);
      const killed = first(browsersOf(process.pid));
      process.kill(mainOf(killed), 'SIGKILL');
      const outcome = await capturing;
      assert.ok(outcome.kind === 'failed' && outcome.reason === 'browser-crashed' && outcome.retry);
      assert.equal((await shot(camera, `${server.origin}/fine`)).verdict, 'fine');
      assert.notEqual(first(browsersOf(process.pid)), killed);
      assert.deepEqual(treeOf(killed), []);
    });
  });

  test('a browser that was just killed is replaced before the next capture uses it', async () => {
    await withCamera({ concurrency: 1 }, async (camera) => {
      process.kill(mainOf(first(browsersOf(process.pid))), 'SIGKILL');
      assert.equal((await shot(camera, `${server.origin}/fine`)).verdict, 'fine');
    });
  });

  test('a killed page process fails its capture, and the next capture works', async () => {
    await withCamera({ concurrency: 2 }, async (camera) => {
      const browser = first(browsersOf(process.pid));
      const before = renderersOf(browser);
      const asked = server.requests.length;
      const capturing = capture(camera, `${server.origin}/never-ends`);
      assert.ok(await eventually(() => server.requests.length > asked));
      assert.ok(await eventually(() => renderersOf(browser).some((pid) => !before.includes(pid))));
      for (const pid of renderersOf(browser)) if (!before.includes(pid)) process.kill(pid, 'SIGKILL');
      assert.equal(failureOf(await capturing), 'page-crashed');
      assert.equal((await shot(camera, `${server.origin}/fine`)).verdict, 'fine');
      assert.ok(await eventually(() => treeOf(browser).length === 0), 'a browser that lost a page is replaced');
    });
  });

  test('captures work after helper processes of the browser were killed', async () => {
    await withCamera({ concurrency: 1 }, async (camera) => {
      const browser = first(browsersOf(process.pid));
      const kept = [browser, mainOf(browser), ...renderersOf(browser)];
      for (const pid of treeOf(browser)) if (!kept.includes(pid)) process.kill(pid, 'SIGKILL');
      // The browser may end some time later. A capture that fails with it can be retried.
      const outcomes: string[] = [];
      while (outcomes.length < 4 && outcomes.at(-1) !== 'shot')
        outcomes.push(failureOf(await capture(camera, `${server.origin}/fine`)));
      assert.equal(outcomes.at(-1), 'shot', outcomes.join());
    });
  });

  test('when Pagekeep itself is killed, its browsers end', async () => {
    const asked = server.requests.length;
    const child = spawn(process.execPath, [join(import.meta.dirname, 'orphan.ts'), `${server.origin}/never-answers`], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    assert.ok(child.pid);
    const owner = child.pid;
    assert.ok(await eventually(() => server.requests.length > asked));
    const browser = first(browsersOf(owner));
    child.kill('SIGKILL');
    await once(child, 'exit');
    assert.ok(await eventually(() => treeOf(browser).length === 0));
    await withCamera({ concurrency: 1 }, async () => {
      assert.deepEqual(profilesOf(owner), [], 'the next start sweeps what it left');
    });
  });

  test('a browser is replaced after its number of captures, also while others run', async () => {
    await withCamera({ concurrency: 2, recycle: { captures: 3 } }, async (camera) => {
      const old = first(browsersOf(process.pid));
      await Promise.all([1, 2, 3, 4, 5].map(() => shot(camera, `${server.origin}/fine`)));
      assert.ok(await eventually(() => treeOf(old).length === 0));
    });
  });

  test('a browser is replaced when it is old, and when it has grown', async () => {
    for (const config of [{ recycle: { age: 1 } }, { memory: { browser: 1, every: 20 } }])
      await withCamera({ concurrency: 1, ...config }, async (camera) => {
        const seen = new Set<number>();
        // The memory of a browser may not be measured during a short capture.
        for (let n = 0; n < 20 && seen.size < 2; n++) {
          const outcome = await camera.capture(`${server.origin}/fine`, defaultCaptureOptions, {
            signal: new AbortController().signal,
            onPhase: () => browsersOf(process.pid).forEach((pid) => void seen.add(pid)),
          });
          assert.equal(outcome.kind, 'shot');
        }
        assert.ok(seen.size >= 2);
      });
  });

  test('an aborted capture fails as aborted, also in the queue', async () => {
    await withCamera({ concurrency: 1 }, async (camera) => {
      const [one, two] = [new AbortController(), new AbortController()];
      const { capturing: running } = await begin(camera, one.signal);
      const waiting = camera.capture(`${server.origin}/fine`, defaultCaptureOptions, { signal: two.signal });
      assert.equal(camera.status().waiting, 1);
      two.abort();
      assert.equal(failureOf(await waiting), 'aborted');
      one.abort();
      assert.equal(failureOf(await running), 'aborted');
      assert.equal((await shot(camera, `${server.origin}/fine`)).verdict, 'fine');
    });
  });

  test('closing ends running and queued captures', async () => {
    const camera = await openTestCamera({ concurrency: 1 });
    const { capturing: running } = await begin(camera);
    const waiting = capture(camera, `${server.origin}/fine`);
    await camera.close();
    assert.deepEqual([await running, await waiting, await capture(camera, `${server.origin}/fine`)].map(failureOf), [
      'aborted',
      'aborted',
      'aborted',
    ]);
    assert.deepEqual(browsersOf(process.pid), []);
  });

  test('after ten captures there are as many processes as after one', async () => {
    await withCamera({ concurrency: 2 }, async (camera) => {
      await Promise.all([1, 2].map(() => shot(camera, `${server.origin}/fine`)));
      const browsers = browsersOf(process.pid);
      const count = () => browsers.flatMap(treeOf).length;
      const processes = count();
      await Promise.all(Array.from({ length: 10 }, () => shot(camera, `${server.origin}/pop-ups`)));
      assert.ok(await eventually(() => count() <= processes + 1));
      assert.deepEqual(browsersOf(process.pid), browsers);
    });
  });
});
