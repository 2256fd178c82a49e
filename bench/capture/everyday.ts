import { readFileSync } from 'node:fs';
import { createServer, type ServerResponse } from 'node:http';
import sharp from 'sharp';

/**
 * Five everyday pages in their own process: a short text, 20,007 px with lazy images, a gallery of photographs,
 * web fonts and animations, and an application that renders late. `node bench/capture/everyday.ts PORT`
 *
 * `shown` in the query is part of the text of a page, so that it changes the pixels. Without it, a page shows the number
 * of visits, so that it changes each time.
 */
const FONT = new URL(
  '../../node_modules/@fontsource-variable/noto-sans-jp/files/noto-sans-jp-latin-wght-normal.woff2',
  import.meta.url,
);

const SENTENCE = 'The quick brown fox jumps over the lazy dog while seven wizards make toxic brew for the evil queen. ';

const paragraphs = (count: number) =>
  Array.from({ length: count }, (_, n) => `<p>${n}. ${SENTENCE.repeat(2 + (n % 3))}</p>`).join('');

const whole = (title: string, style: string, body: string) =>
  `<!doctype html><html lang="en"><meta charset="utf-8"><title>${title}</title>
  <style>body{margin:0 auto;font:16px/1.5 sans-serif;max-width:1000px}${style}</style>${body}</html>`;

const lazy = (n: number) =>
  n % 2 === 0
    ? `<section><img loading="lazy" src="/colour.svg?n=${n}" width="1000" height="400"></section>`
    : `<section><img data-src="/colour.svg?n=${n}" width="1000" height="400"></section>`;

const pages: Record<string, (shown: string) => string> = {
  '/text': (shown) => whole('A short text', '', `<h1>A short text</h1><p>${shown}</p>${paragraphs(12)}`),
  '/long': (shown) =>
    whole(
      'A long page',
      'header{height:507px}section{height:500px}',
      `<header><h1>A long page</h1><p>${shown}</p></header>${Array.from({ length: 39 }, (_, n) => lazy(n)).join('')}<script>
      const seen = new IntersectionObserver((entries) => {
        for (const { isIntersecting, target } of entries) if (isIntersecting) target.src ||= target.dataset.src;
      });
      for (const image of document.querySelectorAll('[data-src]')) seen.observe(image);</script>`,
    ),
  '/photos': (shown) =>
    whole(
      'Photographs',
      'main{display:grid;grid-template-columns:repeat(3,1fr);gap:8px}img{width:100%}',
      `<h1>Photographs</h1><p>${shown}</p><main>${Array.from({ length: 12 }, (_, n) => `<img src="/photo.jpg?n=${n % 4}">`).join('')}</main>`,
    ),
  '/fonts': (shown) =>
    whole(
      'Fonts and animations',
      `@font-face{font-family:Web;src:url(/font.woff2) format("woff2")}body{font-family:Web}
      @keyframes turn{to{transform:rotate(360deg)}}@keyframes come{from{opacity:0}to{opacity:1}}
      .turn{width:80px;height:80px;background:#36c;animation:turn 2s linear infinite}.come{animation:come 3s both}`,
      `<h1>Fonts and animations</h1><p>${shown}</p><div class="turn"></div><div class="come">${paragraphs(15)}</div>`,
    ),
  '/application': (shown) =>
    whole(
      'An application',
      '.card{height:120px;margin:12px;border:1px solid #999}',
      `<div id="root"></div><script type="module">
      const cards = await (await fetch('/data.json')).json();
      setTimeout(() => {
        document.querySelector('#root').innerHTML = '<h1>An application</h1><p>${shown}</p>' +
          cards.map((text) => '<div class="card">' + text + '</div>').join('');
      }, 250);</script>`,
    ),
};

const photos = await Promise.all([0, 1, 2, 3].map(photograph));
const font = readFileSync(FONT);
const cards = JSON.stringify(Array.from({ length: 20 }, (_, n) => `Card ${n}: ${SENTENCE}`));

/** Noise over smooth shapes. It compresses as badly as a photograph, and is the same in every run. */
async function photograph(seed: number): Promise<Buffer> {
  const [width, height] = [900, 600];
  const pixels = Buffer.alloc(width * height * 3);
  let state = seed + 1;
  for (let at = 0; at < pixels.length; at += 1) {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fff_ffff;
    const [x, y] = [Math.floor(at / 3) % width, Math.floor(at / 3 / width)];
    const shape = 128 + 90 * Math.sin((x + seed * 97) / 70) * Math.cos(y / (50 + 10 * (at % 3)));
    pixels[at] = Math.max(0, Math.min(255, shape + (state % 24) - 12));
  }
  return sharp(pixels, { raw: { width, height, channels: 3 } })
    .jpeg({ quality: 82 })
    .toBuffer();
}

function send(response: ServerResponse, type: string, body: string | Buffer, afterMs = 0): void {
  setTimeout(() => response.setHeader('content-type', type).end(body), afterMs);
}

let visits = 0;
const server = createServer((request, response) => {
  const { pathname, searchParams } = new URL(request.url ?? '/', 'http://pages.test');
  const n = Number(searchParams.get('n') ?? 0);
  visits += 1;
  const made = pages[pathname]?.(searchParams.get('shown') ?? `Visitor ${visits}`);
  if (made !== undefined) send(response, 'text/html; charset=utf-8', made, 10);
  else if (pathname === '/photo.jpg') send(response, 'image/jpeg', photos[n] ?? '', 20);
  else if (pathname === '/font.woff2') send(response, 'font/woff2', font, 20);
  else if (pathname === '/data.json') send(response, 'application/json', cards, 100);
  else if (pathname === '/colour.svg')
    send(
      response,
      'image/svg+xml',
      `<svg xmlns="http://www.w3.org/2000/svg" width="1000" height="400"><rect width="100%" height="100%" fill="hsl(${n * 9} 60% 50%)"/></svg>`,
      15,
    );
  else response.end();
});
server.listen(Number(process.argv[2]), '127.0.0.1');
process.once('SIGTERM', () => process.exit(0));
