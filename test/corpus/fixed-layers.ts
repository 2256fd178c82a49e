import { band, blue, green, page, red, type Sample, white, yellow } from './sample.ts';

const text = '<div style="height:2000px;color:white">Text</div>';
const everywhere = (colour: string) => ({
  height: 2_000,
  pixels: [
    [600, 50, colour],
    [600, 900, colour],
    [600, 1_990, colour],
  ] as const,
});

/** Layers that are fixed behind the content, and others that are not. */
export const fixedLayers: readonly Sample[] = [
  {
    name: 'a layer that is fixed behind the page, the same on every screen',
    body: page(
      '.back{position:fixed;inset:0;z-index:-1;background:linear-gradient(red 50%,blue 50%)}',
      `<div class="back"></div>${text}`,
    ),
    height: 2_000,
    pixels: [
      [600, 399, red],
      [600, 401, blue],
      [600, 801, red],
      [600, 1_599, blue],
      [600, 1_999, red],
    ],
  },
  {
    name: 'an image that is fixed behind the page, and content with a background of its own',
    body: page(
      'img{position:fixed;top:0;left:0;width:100%;height:100vh;object-fit:cover;pointer-events:none}main{position:relative;height:1600px;margin:0 100px;padding:200px 0}article{height:1600px;background:yellow}',
      `<img src="/colour.svg?c=00ff00&w=600&h=600" alt=""><main><article>Text</article></main><script>document.title = 'corpus'</script>`,
    ),
    height: 2_000,
    pixels: [
      [50, 50, green],
      [50, 1_990, green],
      [600, 1_000, yellow],
      [600, 1_900, green],
    ],
  },
  {
    name: 'a pseudo-element that is fixed behind the page',
    body: page(
      'body::before{content:"";position:fixed;inset:0;z-index:-1;background:url("/colour.svg?c=ff0000&w=1280&h=800") center/cover}',
      text,
    ),
    ...everywhere(red),
  },
  {
    name: 'a canvas that is fixed behind the page',
    body: page(
      'canvas{position:fixed;inset:0;z-index:-1;width:100%;height:100%}',
      `<canvas width="1280" height="800"></canvas>${text}<script>const pen = document.querySelector('canvas').getContext('2d');
        pen.fillStyle = '#ff0000'; pen.fillRect(0, 0, 1280, 800)</script>`,
    ),
    ...everywhere(red),
  },
  {
    name: 'a layer behind the content of an application with a stacking context',
    body: page(
      '#root{position:relative;z-index:0}.back{position:fixed;top:0;left:0;width:100vw;height:100vh;z-index:-1;background:red}',
      `<div id="root"><div class="back"></div>${text}</div><script>document.title = 'corpus'</script>`,
    ),
    ...everywhere(red),
  },
  {
    name: 'a sticky layer behind text that is drawn over it',
    body: page(
      'main{position:relative}.back{position:sticky;top:0;height:100vh;background:red}.text{position:relative;margin-top:-100vh;height:2000px;color:white}',
      '<main><div class="back"></div><div class="text">Text</div></main>',
    ),
    ...everywhere(red),
  },
  {
    name: 'a sticky layer in the same place of a grid as the content, between other content',
    body: page(
      'section{display:grid}section>*{grid-area:1/1}.back{position:sticky;top:0;height:100vh;align-self:start;background:red}.text{position:relative;height:1700px}',
      `${band(blue, 500)}<section><div class="back"></div><div class="text">Text</div></section>${band(yellow, 300)}<script>document.title = 'corpus'</script>`,
    ),
    height: 2_500,
    pixels: [
      [600, 499, blue],
      [600, 501, red],
      [600, 2_199, red],
      [600, 2_201, yellow],
    ],
  },
  {
    name: 'sticky screens that later ones cover, each once',
    body: page(
      'section{position:sticky;top:0;height:100vh}',
      `<section style="background:red"></section><section style="background:blue"></section><section style="background:yellow"></section><script>document.title = 'corpus'</script>`,
    ),
    height: 2_400,
    pixels: [
      [600, 700, red],
      [600, 900, blue],
      [600, 1_700, yellow],
    ],
  },
  {
    name: 'a dialog, a sidebar and a shade in front of the page once',
    body: page(
      '.shade{position:fixed;inset:0;background:red}aside{position:fixed;top:0;bottom:0;width:200px;background:yellow}',
      `${band(blue, 1000)}<div style="height:1000px">Text</div><div class="shade">${'A question to the visitor. '.repeat(9)}</div><aside></aside><script>document.title = 'corpus'</script>`,
    ),
    height: 2_000,
    pixels: [
      [600, 400, red],
      [100, 400, yellow],
      [600, 900, blue],
      [600, 1_500, white],
      [100, 1_500, white],
    ],
  },
];
