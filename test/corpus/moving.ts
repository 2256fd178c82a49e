import { band, green, page, type Sample, white } from './sample.ts';

/** Keeps the page loading until long after the next slide is due. */
const slowImage = '<img src="/colour.svg?c=0000ff&w=100&h=100&delay=4500">';

const slide = (colour: string) => `<div style="background:${colour}"></div>`;
const slides = slide('lime') + slide('red').repeat(20);

/** A page with slides, of which `next` shows the next one. */
const carousel = (script: string) =>
  page(
    '#slides{height:300px;overflow:hidden}#slides div{height:300px}',
    `<div id="slides">${slides}</div><p>A carousel, and a sentence to read</p>${slowImage}<script>
    const next = () => slides.append(slides.firstElementChild);
    ${script}</script>`,
  );

const drawnInView = (context: string, draw: string) =>
  page(
    'canvas{display:block}',
    `<h1 style="height:1000px;margin:0">A drawing below, and a sentence to read</h1><canvas width="600" height="300"></canvas>${band(white, 900)}<script>
    const canvas = document.querySelector('canvas');
    const context = canvas.getContext('${context}');
    let [isInView, n] = [false, 0];
    const draw = () => { if (!isInView) return; n += 1; ${draw}; requestAnimationFrame(draw) };
    new IntersectionObserver(([entry]) => { isInView = entry.isIntersecting; draw() }).observe(canvas)</script>`,
  );

/** Pages that move from the first moment, or as soon as a part of them is in view. */
export const moving: readonly Sample[] = [
  {
    name: 'the first slide of a carousel that an interval moves, although an image takes longer',
    body: carousel('setInterval(next, 3000)'),
    pixels: [[600, 150, green]],
  },
  {
    name: 'the first slide of a carousel that moves by one timeout after the other, although an image takes longer',
    body: carousel('const move = () => { next(); setTimeout(move, 2000) }; setTimeout(move, 2000)'),
    pixels: [[600, 150, green]],
  },
  {
    name: 'a canvas below the first screen that a page draws again and again while it is in view',
    body: drawnInView(
      '2d',
      `context.fillStyle = 'lime'; context.fillRect(0, 0, 600, 300);
      context.fillStyle = 'hsl(' + n + ' 80% 50%)'; context.fillRect(n % 200, 0, 50, 50)`,
    ),
    height: 2_200,
    pixels: [[300, 1_150, green]],
  },
  {
    name: 'a canvas of WebGL below the first screen that a page draws again and again while it is in view',
    body: drawnInView(
      'webgl',
      `context.clearColor(0, 1, 0, 1); context.clear(context.COLOR_BUFFER_BIT);
      context.enable(context.SCISSOR_TEST); context.scissor(n % 200, 0, 50, 50);
      context.clearColor((n % 50) / 50, 0, 0, 1); context.clear(context.COLOR_BUFFER_BIT); context.disable(context.SCISSOR_TEST)`,
    ),
    height: 2_200,
    pixels: [[300, 1_150, green]],
  },
];
