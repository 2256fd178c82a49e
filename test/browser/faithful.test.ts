import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { after, before, describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import type { Camera } from '../../src/domain/capture.ts';
import { consentBanners } from '../corpus/consent.ts';
import { distantFrames } from '../corpus/distant-frames.ts';
import { faithful } from '../corpus/faithful.ts';
import { feeds } from '../corpus/feeds.ts';
import { fixedLayers } from '../corpus/fixed-layers.ts';
import { restyled } from '../corpus/restyled.ts';
import { scripting } from '../corpus/scripting.ts';
import { type CorpusServer, html, serveCorpus, typed } from '../corpus/server.ts';
import { slowImages } from '../corpus/slow.ts';
import { topState } from '../corpus/top-state.ts';
import { unfinished } from '../corpus/unfinished.ts';
import { videos } from '../corpus/videos.ts';
import { visitor } from '../corpus/visitor.ts';
import { widePages } from '../corpus/wide.ts';
import { openTestCamera, pixels, shot } from './cameras.ts';

const samples = [
  ...faithful,
  ...scripting,
  ...restyled,
  ...distantFrames,
  ...slowImages,
  ...unfinished,
  ...topState,
  ...visitor,
  ...fixedLayers,
  ...widePages,
  ...feeds,
  ...videos,
  ...consentBanners,
];

const types: Readonly<Record<string, string>> = { css: 'text/css', svg: 'image/svg+xml' };

describe('a picture shows', { concurrency: 2 }, () => {
  let camera: Camera;
  let server: CorpusServer;
  before(async () => {
    const font = await readFile(
      fileURLToPath(import.meta.resolve('@expo-google-fonts/arimo/400Regular/Arimo_400Regular.ttf')),
    );
    server = await serveCorpus({
      ...Object.fromEntries(samples.map(({ body, headers }, n) => [`/${n}/`, html(body, headers)])),
      ...Object.fromEntries(
        samples.flatMap(({ files = {} }, n) =>
          Object.entries(files).map(([path, body]) => [
            `/${n}/${path}`,
            typed(types[path.split('.')[1] ?? ''] ?? 'text/html; charset=utf-8', body),
          ]),
        ),
      ),
      '/late-font.ttf': (_request, response) => void setTimeout(() => response.end(font), 600),
    });
    // The usual limits end a capture too early on a machine that is busy with other tests.
    camera = await openTestCamera({ limits: { motion: 12_000, scrollReveal: 32_000 } });
  });
  after(async () => {
    await camera.close();
    await server.close();
  });

  for (const [
    n,
    { name, options, width = 1280, height, pixels: expected, verdict: judged = 'fine' },
  ] of samples.entries())
    test(name, async () => {
      const { picture, verdict, warnings } = await shot(camera, `${server.origin}/${n}/`, options);
      const { width: wide, height: tall, at } = await pixels(picture);
      assert.equal(wide, width);
      if (height !== undefined) assert.equal(tall, height);
      const found = expected.map(([x, y]) => [x, y, at(x, y)]);
      assert.deepEqual(found, expected);
      assert.deepEqual([verdict, warnings], [judged, []]);
    });
});
