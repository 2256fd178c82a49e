import assert from 'node:assert/strict';
import { chmod, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { launchChromium } from '../../src/browser/chromium/chromium.ts';
import { findBrowser } from '../../src/browser/chromium/find.ts';
import { makeFolderOnce } from '../../src/browser/chromium/make-folder-once.ts';
import { Problem } from '../../src/domain/problem.ts';
import { cacheDir } from '../harness/chromium.ts';
import { openTestCamera } from './cameras.ts';

/** The npm package has a Chromium for this platform only. */
const comesWithInstall = process.platform === 'linux' && process.arch === 'x64';

describe('a browser is found', () => {
  let folder: string;
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'pagekeep-find-'));
  });
  after(() => rm(folder, { recursive: true }));

  async function program(name: string, script = 'exit 0'): Promise<string> {
    await writeFile(join(folder, name), `#!/bin/sh\n${script}\n`);
    await chmod(join(folder, name), 0o755);
    return join(folder, name);
  }

  test('at CHROMIUM_PATH, before all others', async () => {
    await program('chromium-headless-shell');
    const chromiumPath = await program('my-chromium');
    const found = await findBrowser({ chromiumPath, cacheDir, searchPath: [folder] });
    assert.deepEqual([found.path, found.shell], [chromiumPath, false]);
  });

  test('as a headless shell of the system, before the one of the npm package', async () => {
    const path = await program('chromium-headless-shell');
    assert.deepEqual(await findBrowser({ cacheDir, searchPath: [folder] }), { path, shell: true, env: {} });
  });

  test('in the npm package, before a Chrome of the system', { skip: !comesWithInstall }, async () => {
    await rm(join(folder, 'chromium-headless-shell'), { force: true });
    await program('google-chrome');
    const found = await findBrowser({ cacheDir, searchPath: [folder] }, []);
    assert.ok(found.path.startsWith(cacheDir) && found.shell);
  });

  test('as a Chrome of the system, if the npm package has none', { skip: comesWithInstall }, async () => {
    await rm(join(folder, 'chromium-headless-shell'), { force: true });
    const path = await program('google-chrome');
    const found = await findBrowser({ cacheDir, searchPath: [folder] }, []);
    assert.deepEqual(found, { path, shell: false, env: {} });
  });

  test('or else the problem names the searched places and CHROMIUM_PATH', { skip: comesWithInstall }, async () => {
    await assert.rejects(findBrowser({ cacheDir, searchPath: [] }, []), (problem: Problem) => {
      assert.ok(problem instanceof Problem && problem.kind === 'unavailable');
      assert.match(problem.message, /^No browser was found: .* Install chromium-headless-shell, or set CHROMIUM_PATH/);
      return true;
    });
  });

  test('or else the problem names the invalid CHROMIUM_PATH', async () => {
    const chromiumPath = join(folder, 'missing');
    await assert.rejects(findBrowser({ chromiumPath, cacheDir, searchPath: [] }), (problem: Problem) => {
      assert.ok(problem instanceof Problem && problem.kind === 'unavailable');
      assert.match(problem.message, /CHROMIUM_PATH is ".*missing", which is not an executable file/);
      return true;
    });
  });

  test('but the problem of one that does not start has its error output', async () => {
    const chromiumPath = await program('broken', 'echo "no such display" >&2; exit 3');
    await assert.rejects(openTestCamera({ chromiumPath }), (problem: Problem) => {
      assert.ok(problem instanceof Problem && problem.kind === 'unavailable');
      assert.match(problem.message, /does not start: no such display/);
      return true;
    });
  });

  test('and the problem of one that may not use its sandbox says what to do', async () => {
    const path = await program('forbidden', 'echo "FATAL: No usable sandbox!" >&2; exit 1');
    const options = {
      executable: { path, shell: true, env: {} },
      fontConfig: '',
      searchPath: [],
      proxyUrl: 'direct://',
    };
    await assert.rejects(
      launchChromium({ ...options, sandbox: true }),
      /No usable sandbox!\n.* docs\/operations\.md says how to allow them.* CHROMIUM_SANDBOX=off/,
    );
    await assert.rejects(launchChromium({ ...options, sandbox: false }), /No usable sandbox!$/);
  });

  test('several concurrent callers create a complete folder once', async () => {
    const target = join(folder, 'made');
    let fills = 0;
    const make = () =>
      makeFolderOnce(target, async (staging) => {
        fills++;
        await writeFile(join(staging, 'one'), '1');
        await new Promise((resolve) => setTimeout(resolve, 20));
        await writeFile(join(staging, 'two'), '2');
      });
    assert.deepEqual(new Set(await Promise.all([make(), make(), make()])), new Set([target]));
    assert.deepEqual((await readdir(target)).sort(), ['one', 'two']);
    const { mtimeMs } = await stat(target);
    const before = fills;
    await make();
    assert.deepEqual([fills, (await stat(target)).mtimeMs], [before, mtimeMs]);
    assert.deepEqual(
      (await readdir(folder)).filter((name) => name.startsWith('.making-')),
      [],
    );
  });

  test('a folder whose creation fails does not exist', async () => {
    const target = join(folder, 'failed');
    await assert.rejects(
      makeFolderOnce(target, async () => {
        throw new Error('disk full');
      }),
      /disk full/,
    );
    await assert.rejects(stat(target), { code: 'ENOENT' });
  });
});
