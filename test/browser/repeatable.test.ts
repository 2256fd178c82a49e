import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Camera } from '../../src/domain/capture.ts';
import { page } from '../corpus/sample.ts';
import { type CorpusServer, html, serveCorpus } from '../corpus/server.ts';
import { sharedCamera } from '../harness/shared-camera.ts';
import { shot } from './cameras.ts';

/** Pages that move without end, and are the same at every visit. */
const moving: Readonly<Record<string, string>> = {
  'particles on a canvas that the mouse moves': page(
    '',
    `<canvas width="1200" height="600"></canvas><script>
      const context = document.querySelector('canvas').getContext('2d');
      const dots = Array.from({ length: 60 }, () => ({ x: Math.random() * 1200, y: Math.random() * 600, v: Math.random() }));
      let pointer = 0;
      addEventListener('mousemove', ({ clientY }) => { pointer = clientY });
      const draw = (time) => {
        context.clearRect(0, 0, 1200, 600);
        for (const dot of dots) dot.x += 0.01 * pointer;
        for (const { x, y, v } of dots) context.fillRect((x + v * time) % 1200, y, 9, 9);
        requestAnimationFrame(draw);
      };
      requestAnimationFrame(draw)</script>`,
  ),
  'elements that a timer moves': page(
    'i{position:absolute;width:40px;height:40px;background:red}',
    `<h1>Orbits</h1><i></i><i></i><script>
      const begin = Date.now();
      setInterval(() => {
        const time = (Date.now() - begin) / 700;
        for (const [n, element] of document.querySelectorAll('i').entries())
          element.style.transform = 'translate(' + (400 + 200 * Math.cos(time + n)) + 'px,' + (300 + 200 * Math.sin(time + n)) + 'px)';
      }, 16)</script>`,
  ),
  'a colour that WebGL draws, with frames that wait for a promise': page(
    '',
    `<canvas width="600" height="300"></canvas><script>
      const gl = document.querySelector('canvas').getContext('webgl');
      const draw = async (time) => {
        gl.clearColor((time / 3_000) % 1, 0, 0, 1);
        gl.clear(gl.COLOR_BUFFER_BIT);
        await undefined;
        requestAnimationFrame((next) => draw(next));
      };
      requestAnimationFrame(draw)</script>`,
  ),
  'a canvas below the first screen that moves only while it is in view': page(
    '',
    `<h1 style="height:1000px">A drawing below</h1><canvas width="600" height="300"></canvas><script>
      const canvas = document.querySelector('canvas');
      const context = canvas.getContext('2d');
      let [isInView, n] = [false, 0];
      const draw = () => {
        if (!isInView) return;
        context.fillStyle = 'hsl(' + (n += 3) + ' 80% 50%)';
        context.fillRect(n % 500, 0, 80, 300);
        requestAnimationFrame(draw);
      };
      new IntersectionObserver(([entry]) => { isInView = entry.isIntersecting; draw() }).observe(canvas)</script>`,
  ),
  'a canvas that a worker draws': page(
    '',
    `<canvas width="600" height="300"></canvas><script>
      const drawing = \`onmessage = ({ data }) => {
        const context = data.getContext('2d');
        const draw = (time) => {
          context.fillStyle = 'white';
          context.fillRect(0, 0, 600, 300);
          context.fillStyle = 'red';
          context.fillRect((time / 9) % 560, 100 + 80 * Math.random(), 40, 40);
          requestAnimationFrame(draw);
        };
        requestAnimationFrame(draw);
      }\`;
      const canvas = document.querySelector('canvas').transferControlToOffscreen();
      new Worker(URL.createObjectURL(new Blob([drawing]))).postMessage(canvas, [canvas])</script>`,
  ),
  'the controls of a video that does not load': page(
    '',
    '<h1>A film</h1><video controls preload="none" width="640" height="264"><source src="/nothing.mp4" type="video/mp4"></video><script>1</script>',
  ),
};

/** A page that no two visits see alike. */
const changing = page(
  '',
  `<h1>Price</h1><p></p><script>
    const source = 'let n = 0; setInterval(() => postMessage(++n), 50)';
    new Worker(URL.createObjectURL(new Blob([source]))).onmessage = ({ data }) => {
      document.querySelector('p').textContent = data;
    }</script>`,
);

describe('a page that moves without end has equal pictures', { concurrency: 2 }, () => {
  let camera: Camera;
  let server: CorpusServer;
  before(async () => {
    const pages = Object.entries([...Object.values(moving), changing]);
    server = await serveCorpus(Object.fromEntries(pages.map(([n, body]) => [`/${n}`, html(body)])));
    camera = (await sharedCamera()).withSettings({ limits: { motion: 3_500 } });
  });
  after(() => server.close());

  for (const [n, name] of Object.keys(moving).entries())
    test(name, async () => {
      const hashes = new Set<string>();
      for (let visit = 0; visit < 2; visit += 1)
        hashes.add((await shot(camera, `${server.origin}/${n}`)).picture.sha256);
      assert.equal(hashes.size, 1);
    });
  test('but one that the messages of a worker change has a warning', async () => {
    const { warnings } = await shot(camera, `${server.origin}/${Object.keys(moving).length}`);
    assert.deepEqual(
      warnings.map(({ kind }) => kind),
      ['script-stopped'],
    );
  });
});
