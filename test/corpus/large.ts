import { blue, green, page, red, type Sample, yellow } from './sample.ts';

const colours = [red, green, blue, yellow];
const colourOf = (n: number) => colours[n % colours.length] as string;
const of = <Part>(count: number, part: (n: number) => Part): Part[] => Array.from({ length: count }, (_, n) => part(n));

/** The colours of blocks of the same height, at the beginning, at known limits of Chromium, and at the end. */
function blocksAt(height: number, blockHeight: number, { x = 600, scale = 1 } = {}): Sample['pixels'] {
  const tops = [10, 8_200, 16_400, 21_900, 32_800, 65_600, 100_010, 131_100].filter((top) => top < height - 1_000);
  return [...tops, height - 10].map((top) => [x * scale, top * scale, colourOf(Math.floor(top / blockHeight))]);
}

const block = (n: number, height: number, content = '') =>
  `<section style="display:flow-root;height:${height}px;background:${colourOf(n)}">${content}</section>`;

/** Pages of up to 160,000 px. */
const tall: readonly Sample[] = [
  {
    name: 'a page of 160,000 px with 640 sections',
    body: page('', of(640, (n) => block(n, 250, `<h2>Part ${n}</h2>`)).join('')),
    height: 160_000,
    pixels: blocksAt(160_000, 250),
  },
  {
    name: 'a table of 150,000 px whose head sticks to the window',
    body: page(
      'table{border-spacing:0;width:100%}th{position:sticky;top:0;height:40px;padding:0;background:#fff}td{height:50px;padding:0}',
      `<table><thead><tr><th>Name</th></tr></thead>${of(3_000, (n) => `<tr style="background:${colourOf(n)}"><td>${n}</td></tr>`).join('')}</table>`,
    ),
    height: 150_040,
    pixels: [0, 10, 700, 1_400, 2_100, 2_999].map((n) => [600, 40 + n * 50 + 25, colourOf(n)]),
  },
  {
    name: 'blocks that are placed one by one on layers of their own, on 155,000 px',
    body: page(
      'main{position:relative;height:155000px}section{position:absolute;width:100%;will-change:transform}',
      `<main>${of(155, (n) => `<section style="top:${n * 1_000}px;height:1000px;background:${colourOf(n)}"></section>`).join('')}</main>`,
    ),
    height: 155_000,
    pixels: blocksAt(155_000, 1_000),
  },
  {
    name: 'sections of 120,000 px that are laid out only near the window',
    body: page(
      'section{content-visibility:auto;contain-intrinsic-size:auto 200px}',
      of(300, (n) => block(n, 400, `<p>Part ${n}</p>`)).join(''),
    ),
    height: 120_000,
    pixels: blocksAt(120_000, 400),
  },
  {
    name: 'a list of 152,000 px that a script fills in parts',
    body: page(
      '',
      `<main></main><script>
        const colours = ${JSON.stringify(colours)};
        let n = 0;
        const add = () => {
          for (let end = n + 38; n < end; n += 1) {
            const item = document.createElement('div');
            item.style = 'height:1000px;background:' + colours[n % 4];
            document.querySelector('main').append(item);
          }
          if (n < 152) setTimeout(add, 60);
        };
        add()</script>`,
    ),
    height: 152_000,
    pixels: blocksAt(152_000, 1_000),
  },
  {
    name: 'a frame of 110,000 px that is as high as its document',
    body: page('iframe{display:block;border:0;width:100%;height:110000px}', '<iframe src="inner"></iframe>'),
    files: { inner: page('', of(220, (n) => block(n, 500)).join('')) },
    height: 110_000,
    pixels: blocksAt(110_000, 500),
  },
];

const phone = { options: { viewport: 'phone' }, width: 1_170 };
const mobile = '<meta name="viewport" content="width=device-width">';

/** Pages on a phone with 3 pixels per CSS pixel, higher than 21,845 CSS px. */
const phones: readonly Sample[] = [
  {
    name: 'sections of 24,000 px on a phone',
    body: page('', mobile + of(96, (n) => block(n, 250, `<h2>Part ${n}</h2>`)).join('')),
    ...phone,
    height: 72_000,
    pixels: blocksAt(24_000, 250, { x: 300, scale: 3 }),
  },
  {
    name: 'lazy images of 40,000 px on a phone, below a header that stays',
    body: page(
      'header{position:sticky;top:0;height:50px;background:#fff}img{display:block;width:100%;height:500px}',
      `${mobile}<header>Gallery</header>${of(80, (n) => `<img loading="lazy" src="${n % 4}.svg">`).join('')}`,
    ),
    files: Object.fromEntries(
      colours.map((colour, n) => [
        `${n}.svg`,
        `<svg xmlns="http://www.w3.org/2000/svg" width="390" height="500"><rect width="390" height="500" fill="${colour}"/></svg>`,
      ]),
    ),
    ...phone,
    height: 120_150,
    pixels: [0, 10, 43, 60, 79].map((n) => [900, (50 + n * 500 + 250) * 3, colourOf(n)]),
  },
  {
    name: 'columns of 30,000 px on a phone, with layers',
    body: page(
      'main{display:grid;grid-template-columns:1fr 1fr}section:nth-child(odd){transform:translateZ(0)}',
      `${mobile}<main>${of(240, (n) => block(Math.floor(n / 2), 250)).join('')}</main>`,
    ),
    ...phone,
    height: 90_000,
    pixels: [...blocksAt(30_000, 250, { x: 100, scale: 3 }), ...blocksAt(30_000, 250, { x: 300, scale: 3 })],
  },
];

/** Pages whose pictures take seconds to decode: for the bench only. */
export const largeSamples: readonly Sample[] = [...tall, ...phones];
