import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Camera } from '../../src/domain/capture.ts';
import { samples, serveSamples } from '../corpus/samples.ts';
import type { CorpusServer } from '../corpus/server.ts';
import { openTestCamera, pixels, shot } from './cameras.ts';

describe('a picture shows', { concurrency: 2 }, () => {
  let camera: Camera;
  let server: CorpusServer;
  before(async () => {
    server = await serveSamples();
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
