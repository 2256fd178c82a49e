import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import {
  type FileHandle,
  mkdtemp,
  open,
  readdir,
  readlink,
  realpath,
  rm,
  truncate,
  utimes,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { type TestContext, test } from 'node:test';
import { newImageKey } from '../../src/domain/image-key.ts';
import { Problem } from '../../src/domain/problem.ts';
import { fileProblem } from '../../src/images/file-problem.ts';
import { folderOf, openImages } from '../../src/images/open.ts';

const unavailable = { name: 'Problem', kind: 'unavailable' };

async function newFolder(t: TestContext): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'pagekeep-images-'));
  t.after(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

test('temporary files of an interrupted write are counted and removed, those of a running write are not', async (t) => {
  const folder = await newFolder(t);
  const images = await openImages(`file:${folder}`);
  const unfinished = join(folder, '.unfinished');
  await writeFile(join(unfinished, 'cut-off'), 'half');
  await utimes(join(unfinished, 'cut-off'), 1, 1);
  await writeFile(join(unfinished, 'running'), 'half');
  assert.equal(await images.countUnfinished(new Date()), 1);
  await images.removeUnfinished(new Date());
  assert.deepEqual(await readdir(unfinished), ['running']);
  assert.deepEqual(await Array.fromAsync(images.list()), []);
});

test('an image whose file lost its bytes is read as an empty one', async (t) => {
  const folder = await newFolder(t);
  const images = await openImages(`file:${folder}`);
  const key = newImageKey(randomBytes, 'png');
  await images.put(key, Buffer.from('x'));
  await truncate(join(folder, key));
  const { size, length, stream } = await images.read(key);
  assert.deepEqual([size, length, (await buffer(stream)).length], [0, 0, 0]);
  await assert.rejects(images.read(key, { start: 0 }), { kind: 'invalid' });
});

test('the root folder is refused as the image folder, in every notation', () => {
  for (const url of ['file:///', 'file:////', 'file:/', 'file:///tmp/..']) {
    assert.throws(() => folderOf(url), { kind: 'invalid', message: /^IMAGES_URL=.* is the root folder/ }, url);
  }
});

test('files that are not images are not listed', async (t) => {
  const folder = await newFolder(t);
  const images = await openImages(`file:${folder}`);
  const key = newImageKey(randomBytes, 'png');
  await images.put(key, Buffer.from('x'));
  await writeFile(join(folder, 'README'), 'a note of the operator');
  await writeFile(join(folder, key, '..', '.DS_Store'), 'x');
  assert.deepEqual(
    (await Array.fromAsync(images.list())).map((image) => image.key),
    [key],
  );
});

test('a put leaves no temporary file behind, even if it fails', async (t) => {
  const folder = await newFolder(t);
  const images = await openImages(`file:${folder}`);
  const key = newImageKey(randomBytes, 'png');
  await writeFile(join(folder, key.slice(0, 2)), 'a file in the place of a folder');
  await assert.rejects(images.put(key, Buffer.from('x')), unavailable);
  await images.put(
    newImageKey(() => new Uint8Array(20), 'png'),
    Buffer.from('x'),
  );
  assert.deepEqual(await readdir(join(folder, '.unfinished')), []);
});

test('a missing image folder is unavailable and is not created again, because its disk may be unmounted', async (t) => {
  const folder = await newFolder(t);
  const images = await openImages(`file:${folder}`);
  await rm(folder, { recursive: true });
  await assert.rejects(images.put(newImageKey(randomBytes, 'png'), Buffer.from('x')), unavailable);
  await assert.rejects(Array.fromAsync(images.list()), unavailable);
});

test('a full disk is unavailable and keeps no part of the image', async (t) => {
  const folder = await newFolder(t);
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=128k', 'tmpfs', folder], { stdio: 'ignore' });
  } catch {
    t.skip('only root may mount a disk that is small enough to fill');
    return;
  }
  try {
    const images = await openImages(`file:${folder}`);
    const key = newImageKey(randomBytes, 'png');
    const put = images.put(key, randomBytes(1_000_000));
    await assert.rejects(put, { ...unavailable, message: /no space is left/ });
    await assert.rejects(images.size(key), { kind: 'not-found' });
    assert.deepEqual(await readdir(join(folder, '.unfinished')), []);
  } finally {
    execFileSync('umount', [folder]);
  }
});

test('an error that the operator can fix has a clear message without a path', () => {
  for (const code of ['ENOSPC', 'EDQUOT', 'EACCES', 'EPERM', 'EROFS', 'EIO', 'EMFILE', 'ENOTDIR']) {
    const cause = Object.assign(new Error(`${code}: open '/secret/place'`), { code });
    const problem = fileProblem(cause);
    assert.ok(problem instanceof Problem);
    assert.equal(problem.kind, 'unavailable');
    assert.equal(problem.cause, cause);
    assert.doesNotMatch(problem.message, /secret/);
  }
  const bug = new TypeError('a bug');
  assert.equal(fileProblem(bug), bug);
});

test('an unknown scheme is refused, and the message shows only the scheme', async () => {
  await assert.rejects(openImages('ftp://user:password@host/'), { kind: 'invalid', message: /"ftp:".*file:/ });
  await assert.rejects(openImages('ftp://user:password@host/'), (error: Error) => !error.message.includes('password'));
  for (const url of ['', 'data/images', 'file:', 'file://elsewhere/images']) {
    await assert.rejects(openImages(url), { kind: 'invalid', message: /IMAGES_URL/ });
  }
});

test('a put syncs every folder above the image, with and without a trailing slash in the URL', async (t) => {
  const folder = await realpath(await newFolder(t));
  const handle = await open(folder);
  await handle.close();
  const synced: string[] = [];
  t.mock.method(Object.getPrototypeOf(handle), 'sync', async function sync(this: FileHandle) {
    synced.push(await readlink(`/proc/self/fd/${this.fd}`));
  });
  for (const url of [`file:${folder}`, `file:${folder}/`, `file://${folder}`, `file://${folder}/`]) {
    const images = await openImages(url);
    const key = newImageKey(randomBytes, 'png');
    synced.length = 0;
    await images.put(key, Buffer.from('x'));
    const [first = '', second = ''] = key.split('/');
    assert.deepEqual(synced.slice(1), [join(folder, first, second), join(folder, first), folder], url);
  }
});

test('the image folder can be a relative path, an absolute path or a file URL', async (t) => {
  const folder = await newFolder(t);
  const key = newImageKey(randomBytes, 'png');
  await (await openImages(`file:${folder}/a b`)).put(key, Buffer.from('x'));
  assert.equal(await (await openImages(`file://${folder}/a%20b`)).size(key), 1);
  const up = process
    .cwd()
    .split('/')
    .slice(1)
    .map(() => '..')
    .join('/');
  assert.equal(await (await openImages(`file:./${up}${folder}/a b`)).size(key), 1);
});
