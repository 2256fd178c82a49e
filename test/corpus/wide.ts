import { band, blue, green, page, red, type Sample, white } from './sample.ts';

const strip =
  '<section style="background:red">Text</section><section style="background:lime">Text</section><section style="background:blue">Text</section>';

/** Pages that are wider than the window. */
const wider: readonly Sample[] = [
  {
    name: 'content that is wider than the window',
    body: page('', `<div style="width:3000px;height:200px;background:red"></div>${band(blue, 1000)}`),
    width: 3_000,
    height: 1_200,
    pixels: [
      [2_999, 100, red],
      [600, 1_199, blue],
      [2_000, 1_199, white],
    ],
  },
  {
    name: 'all columns of a table, and lines that do not wrap',
    body: page(
      'td{min-width:200px;height:50px;padding:0;background:lime}pre{font:20px monospace;margin:0}',
      `<table style="border-spacing:0"><tr>${'<td>Cell</td>'.repeat(10)}</tr></table><pre>${'x'.repeat(150)}</pre><script>document.title = 'corpus'</script>`,
    ),
    width: 2_000,
    pixels: [[1_999, 25, green]],
  },
  {
    name: 'sections beside each other that scroll sideways',
    body: page('body{display:flex;width:3600px}section{width:1200px;height:800px}', strip),
    width: 3_600,
    height: 800,
    pixels: [
      [600, 400, red],
      [3_599, 400, blue],
    ],
  },
];

/** Pages with something outside of the window that does not belong to the picture. */
const normal: readonly Sample[] = [
  {
    name: 'no stray element far beside the page',
    body: page(
      '.stray{position:absolute;top:0;left:9000px;width:500px;height:500px;background:red}',
      `${band(blue, 1000, 'Text')}<div class="stray">Text</div><script>document.title = 'corpus'</script>`,
    ),
    height: 1_000,
    pixels: [[1_279, 500, blue]],
  },
  {
    name: 'no clipped slides, no empty margin and no small decoration beside the page',
    body: page(
      '.slides{display:flex;overflow:hidden}.slides div{flex:none;width:1280px;height:400px}.row{width:1310px;height:100px}i{position:absolute;top:500px;left:1240px;width:80px;height:80px;border-radius:50%;background:red}',
      `<div class="slides"><div style="background:lime">1</div><div style="background:red">2</div></div><div class="row">Text</div>${band(blue, 500)}<i></i>`,
    ),
    height: 1_000,
    pixels: [
      [1_279, 200, green],
      [1_279, 999, blue],
    ],
  },
];

/** Pages that do not begin at the upper left corner. */
const reversed: readonly Sample[] = [
  {
    name: 'a page from right to left with a link that is hidden beside it',
    body: page('a{position:absolute;left:-9999px}', `<a href="#">Skip</a>${band(red, 900, 'Text')}`).replace(
      'lang="en"',
      'dir="rtl"',
    ),
    height: 900,
    pixels: [
      [0, 899, red],
      [1_279, 899, red],
    ],
  },
  {
    name: 'a page from right to left that is wider than the window, and the viewport only',
    body: page(
      '',
      '<div style="width:3000px;height:900px;background:linear-gradient(90deg,red 1000px,blue 1000px)">Text</div>',
    ).replace('lang="en"', 'dir="rtl"'),
    width: 3_000,
    height: 900,
    pixels: [
      [999, 500, red],
      [1_001, 500, blue],
      [2_999, 500, blue],
    ],
  },
  {
    name: 'the beginning of a page from right to left, without the option fullPage',
    body: page(
      '',
      '<div style="width:3000px;height:900px;background:linear-gradient(90deg,red 1800px,blue 1800px)">Text</div>',
    ).replace('lang="en"', 'dir="rtl"'),
    options: { fullPage: false },
    height: 800,
    pixels: [
      [79, 500, red],
      [81, 500, blue],
    ],
  },
  {
    name: 'lines from top to bottom, from right to left',
    body: page('html{writing-mode:vertical-rl}section{width:1000px;height:100%}', strip),
    width: 3_000,
    height: 800,
    pixels: [
      [2_999, 400, red],
      [1_500, 400, green],
      [0, 400, blue],
    ],
  },
  {
    name: 'lines from top to bottom, from right to left, in the body of a page with a script',
    body: page(
      'body{writing-mode:vertical-rl;height:100vh}section{width:1000px;height:100%}',
      `${strip}<script>document.title = 'corpus'</script>`,
    ),
    width: 3_000,
    height: 800,
    pixels: [
      [2_999, 400, red],
      [0, 400, blue],
    ],
  },
  {
    name: 'lines from top to bottom, from left to right',
    body: page('html{writing-mode:vertical-lr}section{width:1000px;height:100%}', strip),
    width: 3_000,
    height: 800,
    pixels: [
      [0, 400, red],
      [2_999, 400, blue],
    ],
  },
];

export const widePages: readonly Sample[] = [...wider, ...normal, ...reversed];
