import assert from 'node:assert/strict';
import { mkdir, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import sharp from 'sharp';
import { compareCommand } from '../../src/cli/compare.ts';
import { temporaryFolder } from '../harness/engines.ts';

/** A white page with a box of a colour. */
const picture = (box: string) => {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="200" height="150"><rect width="200" height="150" fill="#fff"/><rect x="40" y="60" width="80" height="30" fill="${box}"/></svg>`;
  return sharp(Buffer.from(svg)).png().toBuffer();
};

let folder = '';

before(async () => {
  folder = await temporaryFolder('compare');
  const [red, blue] = [await picture('#c00'), await picture('#00c')];
  await writeFile(join(folder, 'red.png'), red);
  await writeFile(join(folder, 'blue.png'), blue);
  await writeFile(join(folder, 'half.png'), blue.subarray(0, blue.length / 2));
  await writeFile(join(folder, 'empty.png'), '');
  await writeFile(join(folder, 'text.png'), 'not a picture');
  await mkdir(join(folder, 'album'));
  await symlink('/dev/zero', join(folder, 'endless.png'));
});

after(() => rm(folder, { recursive: true }));

/** Runs the command in this process; a name is a file of the folder. */
function compare(older: string, newer: string, ...options: readonly string[]): Promise<unknown> {
  return compareCommand().parseAsync([join(folder, older), join(folder, newer), ...options], { from: 'user' });
}

test('prints what changed, and draws it', async (t) => {
  const log = t.mock.method(console, 'log', () => undefined);
  const drawn = join(folder, 'drawn.png');
  await compare('red.png', 'blue.png', '--json', '--picture', drawn);
  const { word, regions } = JSON.parse(String(log.mock.calls[0]?.arguments[0]));
  assert.deepEqual([word, regions.length, regions[0].after], ['changed', 1, { x: 40, y: 60, width: 80, height: 30 }]);
  const { width, height, format } = await sharp(drawn).metadata();
  assert.deepEqual([width, height, format], [424, 150, 'png']);
});

const refused: [what: string, newer: string, message: RegExp][] = [
  ['is missing', 'gone.png', /gone\.png cannot be read: it does not exist\.$/],
  ['is a folder', 'album', /album cannot be read: it is a folder\.$/],
  ['is below a file', 'red.png/x.png', /x\.png cannot be read: a part of its path is a file\.$/],
  ['is a device without an end', 'endless.png', /endless\.png cannot be read: it is a device\.$/],
  ['is empty', 'empty.png', /empty\.png is not an image that can be read\.$/],
  ['is a text', 'text.png', /text\.png is not an image that can be read\.$/],
  ['is cut off', 'half.png', /half\.png is damaged\.$/],
];
for (const [what, newer, message] of refused) {
  test(`names a file that ${what}`, async () => {
    await assert.rejects(compare('red.png', newer), { kind: 'invalid', message });
  });
}

test('prints the result before it says that the picture cannot be written', async (t) => {
  const log = t.mock.method(console, 'log', () => undefined);
  const unwritable: [string, RegExp][] = [
    [join(folder, 'none/drawn.png'), /drawn\.png cannot be written: its folder does not exist\.$/],
    [join(folder, 'album'), /album cannot be written: it is a folder\.$/],
    [join(folder, 'red.png/drawn.png'), /drawn\.png cannot be written: a part of its path is a file\.$/],
  ];
  for (const [path, message] of unwritable) {
    log.mock.resetCalls();
    await assert.rejects(compare('red.png', 'blue.png', '--picture', path), { kind: 'invalid', message });
    assert.match(String(log.mock.calls[0]?.arguments[0]), /^changed: 8\.0 % of the page, 1 region\n/);
  }
});

test('does not write the picture over one of the compared files', async () => {
  const same = join(folder, 'album/../blue.png');
  await assert.rejects(compare('red.png', 'blue.png', '--picture', same), {
    kind: 'invalid',
    message: /is one of the pictures to compare/,
  });
  await assert.rejects(compare('red.png', 'blue.png', '--picture', ''), { kind: 'invalid', message: /is empty\.$/ });
  assert.equal((await sharp(same).metadata()).width, 200);
});
