import sharp from 'sharp';
import { band, blue, green, page, red, type Sample, white, yellow } from './sample.ts';

/** The colour of the n-th band. All bands of a page differ. */
const nth = (n: number) => `#${(0x100000 + n * 0x001357).toString(16).slice(-6)}`;

const bands = (count: number, height: number) => Array.from({ length: count }, (_, n) => band(nth(n), height)).join('');

const bandPixels = (count: number, height: number): Sample['pixels'] =>
  Array.from({ length: count }, (_, n) => [
    [600, n * height + 1, nth(n)] as const,
    [600, (n + 1) * height - 1, nth(n)] as const,
  ]).flat();

const lazyBand = (n: number, attributes: string) =>
  `<div style="height:500px"><img ${attributes.replace('URL', `/colour.svg?c=${nth(n).slice(1)}&w=1280&h=500&delay=20&n=${n}`)} width="1280" height="500" style="display:block"></div>`;

/** Red for a moment, then blue for longer than a capture. */
const movingImage = await sharp(
  await Promise.all(
    [red, blue].map((background) =>
      sharp({ create: { width: 64, height: 64, channels: 3, background } })
        .png()
        .toBuffer(),
    ),
  ),
  { join: { animated: true } },
)
  .gif({ delay: [20, 60_000] })
  .toBuffer();

/** Decoding takes a third of a second, and JPEG keeps this colour unchanged. */
const grey = '#808080';
const largeImage = await sharp({ create: { width: 8_000, height: 6_000, channels: 3, background: grey } })
  .jpeg()
  .toBuffer();

const sections = (count: number) =>
  Array.from({ length: count }, (_, n) => `<section style="background:${nth(n)}"></section>`).join('');

/** Twenty rows of 500 px, rendered a moment after they come into view. */
const rowsInView = {
  style: '#list{position:relative;height:10000px}#list div{position:absolute;width:100%;height:500px}',
  list: `<div id="list"></div><script>
    const list = document.querySelector('#list');
    const colours = ${JSON.stringify(Array.from({ length: 20 }, (_, n) => nth(n)))};
    const draw = () => {
      const top = list.getBoundingClientRect().top;
      const isInView = (n) => top + n * 500 < innerHeight && top + n * 500 + 500 > 0;
      list.innerHTML = colours.map((colour, n) => isInView(n)
        ? '<div style="top:' + n * 500 + 'px;background:' + colour + '"><p>' + n + '</p></div>' : '').join('');
    };
    const soon = () => setTimeout(draw, 20);
    addEventListener('scroll', soon); addEventListener('resize', soon); draw();</script>`,
};

export const faithful: readonly Sample[] = [
  { name: 'bands from top to bottom', body: page('', bands(10, 500)), height: 5000, pixels: bandPixels(10, 500) },
  {
    name: 'a short page fills the viewport',
    body: page('', band(red, 100)),
    height: 800,
    pixels: [
      [0, 99, red],
      [1279, 100, white],
    ],
  },
  {
    name: 'only the viewport without the option fullPage',
    body: page('', bands(10, 500)),
    options: { fullPage: false },
    height: 800,
    pixels: bandPixels(1, 500),
  },
  {
    name: 'images that load when they come near the viewport',
    body: page('', Array.from({ length: 39 }, (_, n) => lazyBand(n, 'loading="lazy" src="URL"')).join('')),
    height: 19_500,
    pixels: bandPixels(39, 500),
  },
  {
    name: 'large images, which Chromium may decode late',
    body: page(
      'img{display:block;width:1280px;height:500px}',
      `<body><script>const url = 'data:image/jpeg;base64,${largeImage.toString('base64')}';
      for (const decoding of ['async', 'sync', 'auto']) document.body.append(Object.assign(new Image(), { decoding, src: url }));
      document.body.insertAdjacentHTML('beforeend', '${band(red, 10)}')</script>`,
    ),
    height: 1_510,
    pixels: [
      [600, 1, grey],
      [600, 499, grey],
      [600, 501, grey],
      [600, 1_499, grey],
      [600, 1_501, red],
    ],
  },
  {
    name: 'images that a script loads when they are in view',
    body: page(
      '',
      `${Array.from({ length: 20 }, (_, n) => lazyBand(n, 'data-src="URL"')).join('')}<script>
        const seen = new IntersectionObserver((entries) => {
          for (const { isIntersecting, target } of entries) if (isIntersecting) target.src = target.dataset.src;
        });
        for (const image of document.images) seen.observe(image);</script>`,
    ),
    height: 10_000,
    pixels: bandPixels(20, 500),
  },
  {
    name: 'images that a script loads when they are in view, between hundreds of scrollable boxes',
    body: page(
      'pre{height:16px;margin:0 0 4px;overflow-x:auto}img{display:block;width:1280px;height:100px}',
      `${Array.from({ length: 20 }, (_, n) => `<img data-src="/colour.svg?c=${nth(n).slice(1)}&w=1280&h=100" alt="">${`<pre>${'a long line of code '.repeat(20)}</pre>`.repeat(45)}`).join('')}<script>
        const seen = new IntersectionObserver((entries) => {
          for (const { isIntersecting, target } of entries) if (isIntersecting) target.src = target.dataset.src;
        });
        for (const image of document.images) seen.observe(image);</script>`,
    ),
    height: 20_000,
    pixels: Array.from({ length: 20 }, (_, n) => [600, n * 1_000 + 50, nth(n)] as const),
  },
  {
    name: 'images that a script cancels when they leave the view before they are loaded',
    body: page(
      '',
      `${Array.from({ length: 10 }, (_, n) => lazyBand(n, 'data-src="URL"').replace('delay=20', 'delay=300')).join('')}<script>
        const seen = new IntersectionObserver((entries) => {
          for (const { isIntersecting, target } of entries) {
            if (isIntersecting && !target.src) target.src = target.dataset.src;
            if (!isIntersecting && !target.complete) target.removeAttribute('src');
          }
        });
        for (const image of document.images) seen.observe(image);</script>`,
    ),
    height: 5000,
    pixels: bandPixels(10, 500),
  },
  {
    name: 'images that a script cancels right after their start, because they have left the view',
    body: page(
      '',
      `${Array.from({ length: 10 }, (_, n) => lazyBand(n, 'data-src="URL"')).join('')}<script>
        const isInView = (image) => image.getBoundingClientRect().bottom > 0 && image.getBoundingClientRect().top < innerHeight;
        const seen = new IntersectionObserver((entries) => {
          for (const { isIntersecting, target } of entries) if (isIntersecting && !target.src) setTimeout(() => {
            target.src = target.dataset.src;
            if (!isInView(target)) target.removeAttribute('src');
          }, 100);
        });
        for (const image of document.images) seen.observe(image);</script>`,
    ),
    height: 5000,
    pixels: bandPixels(10, 500),
  },
  {
    name: 'images and backgrounds of a loader that checks the view only a few times a second',
    body: page(
      'img,section{display:block;width:1280px;height:500px}',
      `${Array.from({ length: 6 }, (_, n) => `<img data-src="/colour.svg?c=${nth(n).slice(1)}&w=1280&h=500&delay=20&n=${n}" src="data:,">`).join('')}
      ${Array.from({ length: 6 }, (_, n) => `<section data-bg="/colour.svg?c=${nth(6 + n).slice(1)}&w=1280&h=500"></section>`).join('')}<script>
        const look = () => { for (const part of document.querySelectorAll('img, section')) {
          const { top, bottom } = part.getBoundingClientRect();
          if (top >= innerHeight || bottom <= 0) continue;
          if (part.dataset.src) part.src = part.dataset.src; else part.style.backgroundImage = 'url(' + part.dataset.bg + ')';
        } };
        let waiting;
        addEventListener('scroll', () => { clearTimeout(waiting); waiting = setTimeout(look, 125); }); look();</script>`,
    ),
    height: 6000,
    pixels: bandPixels(12, 500),
  },
  {
    name: 'the end of a chart that a script animates',
    body: page(
      'canvas{display:block}',
      `<canvas width="1280" height="600"></canvas><script>
        const pen = document.querySelector('canvas').getContext('2d');
        const begin = performance.now();
        const draw = () => {
          const done = Math.min(1, (performance.now() - begin) / 1800);
          pen.fillStyle = '${red}';
          pen.fillRect(0, 0, 1280 * done, 600);
          if (done < 1) requestAnimationFrame(draw);
        };
        draw();</script>`,
    ),
    pixels: [
      [1, 1, red],
      [1278, 599, red],
    ],
  },
  {
    name: 'the end of a counter that starts when it is in view',
    body: page(
      'section{height:500px;background:linear-gradient(currentcolor,currentcolor) no-repeat 0/0 100%}',
      `${sections(6).replaceAll('background:', 'color:')}<script>
        const grow = (section, begin) => requestAnimationFrame((now) => {
          const done = Math.min(1, (now - begin) / 1500);
          section.style.backgroundSize = done * 100 + '% 100%';
          if (done < 1) grow(section, begin);
        });
        const seen = new IntersectionObserver((entries) => {
          for (const { isIntersecting, target } of entries) if (isIntersecting) {
            seen.unobserve(target);
            grow(target, performance.now());
          }
        });
        for (const section of document.querySelectorAll('section')) seen.observe(section);</script>`,
    ),
    height: 3000,
    pixels: bandPixels(6, 500).map(([, y, colour]) => [1279, y, colour] as const),
  },
  {
    name: 'backgrounds that a scroll handler sets',
    body: page(
      '',
      `${Array.from({ length: 10 }, (_, n) => `<section style="height:500px" data-n="${n}"></section>`).join('')}<script>
        const colours = ${JSON.stringify(Array.from({ length: 10 }, (_, n) => nth(n)))};
        const look = () => { for (const section of document.querySelectorAll('section')) {
          const { top, bottom } = section.getBoundingClientRect();
          if (top < innerHeight && bottom > 0) section.style.background = colours[section.dataset.n];
        } };
        addEventListener('scroll', look); look();</script>`,
    ),
    height: 5000,
    pixels: bandPixels(10, 500),
  },
  {
    name: 'sections that a page hides again when it scrolls back',
    body: page(
      `section{height:500px;opacity:0;transform:translateY(300px);transition:all .6s}
      section:nth-child(4n+1){opacity:1;transform:translateX(100%)}
      section:nth-child(4n+2){opacity:1;transform:perspective(2500px) rotateY(-100deg);backface-visibility:hidden}
      section:nth-child(4n+3){visibility:hidden}
      section:nth-child(n).seen{opacity:1;transform:none;visibility:visible}`,
      `${sections(8)}<script>
      let waiting = false;
      const look = () => {
        waiting = false;
        for (const section of document.querySelectorAll('section'))
          section.classList.toggle('seen', section.offsetTop < scrollY + innerHeight - 100);
      };
      addEventListener('scroll', () => { waiting ||= setTimeout(look, 99) });
      look();</script>`,
    ),
    height: 4000,
    pixels: bandPixels(8, 500),
  },
  {
    name: 'sections that a script fades in when they come into view, and out when they leave it',
    body: page(
      'section{height:500px}',
      `${sections(8)}<script>
      const wanted = new Map();
      const seen = new IntersectionObserver((entries) => {
        for (const { isIntersecting, target } of entries) wanted.set(target, isIntersecting ? 1 : 0);
      }, { threshold: 0.3 });
      for (const section of document.querySelectorAll('section')) {
        section.style.opacity = 0;
        seen.observe(section);
      }
      const move = () => {
        for (const [section, to] of wanted) {
          const now = Number(section.style.opacity);
          section.style.opacity = now + Math.sign(to - now) * Math.min(0.05, Math.abs(to - now));
          section.style.transform = section.style.opacity === '1' ? '' : 'translateX(300px)';
        }
        requestAnimationFrame(move);
      };
      move();</script>`,
    ),
    height: 4000,
    pixels: bandPixels(8, 500),
  },
  {
    name: 'no elements that appear only under the mouse or while scrolling',
    body: page(
      'section{height:500px;position:relative}b{position:absolute;inset:0;background:red;opacity:0}section:hover b{opacity:1}nav{position:fixed;inset:auto 0 0;height:60px;background:red;opacity:0;transform:translateY(60px)}.scrolled{opacity:1;transform:none}',
      `${sections(6).replaceAll('</section>', '<b></b></section>')}<nav></nav><script>
      addEventListener('scroll', () => document.querySelector('nav').classList.toggle('scrolled', scrollY > 0));</script>`,
    ),
    height: 3000,
    pixels: bandPixels(6, 500),
  },
  {
    name: 'a fixed header once',
    body: page(
      'header{position:fixed;top:0;left:0;width:100%;height:60px;background:red}',
      `<header></header>${bands(10, 500)}`,
    ),
    height: 5000,
    pixels: [[600, 30, red], ...bandPixels(10, 500).filter(([, y]) => y > 60)],
  },
  {
    name: 'a sticky header once',
    body: page('header{position:sticky;top:0;height:60px;background:red}', `<header></header>${band(blue, 4000)}`),
    height: 4060,
    pixels: [
      [600, 59, red],
      [600, 60, blue],
      [600, 830, blue],
      [600, 2000, blue],
      [600, 4059, blue],
    ],
  },
  {
    name: 'a bar at the bottom of the screen at the end of the page',
    body: page(
      '.bar{position:fixed;bottom:0;left:50%;translate:-50% 0;width:100%;height:100px;background:red}.buttons{position:sticky;bottom:0;height:50px;background:yellow}',
      `<div>${bands(4, 500)}<div class="buttons"></div></div>${band(blue, 450)}<div class="bar"></div>`,
    ),
    height: 2500,
    pixels: [
      [600, 749, nth(1)],
      [600, 799, nth(1)],
      [600, 2001, yellow],
      [600, 2399, blue],
      [600, 2400, red],
      [600, 2499, red],
    ],
  },
  {
    name: 'a sticky element at the bottom of its scrollable box, and an element in a fixed bar',
    body: page(
      '.box{height:400px;overflow:auto}.sum{position:sticky;bottom:0;height:50px;background:red}nav{position:fixed;bottom:0;width:100%;height:100px;background:yellow}i{position:fixed;bottom:100px;width:100%;height:50px;background:lime}',
      `<div class="box">${band(blue, 900)}<div class="sum"></div></div>${band(blue, 1600)}<nav><i></i></nav>`,
    ),
    height: 2000,
    pixels: [
      [600, 349, blue],
      [600, 399, red],
      [600, 799, blue],
      [600, 1849, blue],
      [600, 1899, green],
      [600, 1900, yellow],
    ],
  },
  {
    name: 'a bar at the bottom of the screen, without the option fullPage',
    body: page(
      '.bar{position:fixed;bottom:0;width:100%;height:100px;background:red}',
      `${bands(4, 500)}<div class="bar"></div>`,
    ),
    options: { fullPage: false },
    height: 800,
    pixels: [
      [600, 699, nth(1)],
      [600, 700, red],
    ],
  },
  {
    name: 'a section as high as the viewport',
    body: page('section{height:100vh;background:red}', `<section></section>${band(blue, 3000)}`),
    height: 3800,
    pixels: [
      [600, 799, red],
      [600, 800, blue],
      [600, 3799, blue],
    ],
  },
  {
    name: 'a finite animation at its end',
    body: page(
      '@keyframes go{from{background:red}to{background:lime}}div{height:400px;animation:go 30s forwards}',
      '<div></div>',
    ),
    pixels: [[600, 200, green]],
  },
  {
    name: 'content that a page reveals only to visitors who want motion',
    body: page(
      'section{height:500px;opacity:0}@keyframes show{to{opacity:1}}@media (prefers-reduced-motion:no-preference){section{animation:show .4s .2s forwards}}',
      `${sections(4)}<script>1</script>`,
    ),
    height: 2_000,
    pixels: bandPixels(4, 500),
  },
  {
    name: 'a transition that a script started at its end',
    body: page(
      'div{height:400px;background:red;transition:background 20s}div.on{background:blue}',
      `<div></div><script>setTimeout(() => document.querySelector('div').classList.add('on'), 100)</script>`,
    ),
    pixels: [[600, 200, blue]],
  },
  {
    name: 'an endless animation at its beginning',
    body: page(
      '@keyframes spin{to{transform:translateX(600px)}}div{width:100px;height:100px;background:red;animation:spin 1s infinite}',
      '<div></div>',
    ),
    pixels: [
      [50, 50, red],
      [150, 50, white],
    ],
  },
  {
    name: 'an animation inside a shadow tree at its end',
    body: page(
      '',
      `<x-box></x-box><script>customElements.define('x-box', class extends HTMLElement {
        connectedCallback() {
          this.attachShadow({ mode: 'open' }).innerHTML = '<style>@keyframes go{from{background:red}to{background:lime}}' +
            'div{height:300px;animation:go 30s forwards}</style><div></div>';
        } })</script>`,
    ),
    pixels: [[600, 150, green]],
  },
  {
    name: 'an animation by script at its end',
    body: page(
      'div{height:300px}',
      `<div></div><script>document.querySelector('div').animate(
        { background: ['red', 'lime'] }, { duration: 30000, fill: 'forwards' })</script>`,
    ),
    pixels: [[600, 150, green]],
  },
  {
    name: 'a carousel between two of its moves',
    body: page(
      '.frame{overflow:hidden;width:1280px;height:300px}.row{display:flex;width:6400px;transition:transform 10s}.row div{width:1280px;height:300px;background:blue}',
      `<div class="frame"><div class="row"><div></div><div></div><div></div><div></div><div style="background:red"></div></div></div><script>
        setTimeout(() => { document.querySelector('.row').style.transform = 'translateX(-5120px)' }, 200)</script>`,
    ),
    pixels: [
      [1, 150, red],
      [1279, 150, red],
    ],
  },
  {
    name: 'a marquee at its beginning',
    body: page(
      'marquee{display:block;height:100px}b{display:inline-block;width:200px;height:100px;background:red}',
      `<marquee scrollamount="40"><b></b><b></b></marquee>${band(blue, 100)}<script>document.title = 'corpus'</script>`,
    ),
    pixels: [
      [1, 50, red],
      [420, 50, white],
      [600, 150, blue],
    ],
  },
  {
    name: 'a paused animation where the page has paused it',
    body: page(
      '@keyframes go{from{background:lime}to{background:red}}div{height:300px;animation:go 30s forwards paused}',
      '<div></div>',
    ),
    pixels: [[600, 150, green]],
  },
  {
    name: 'animations inside a frame at their end and at their beginning',
    body: page(
      'iframe{display:block;border:0;width:1280px;height:400px}',
      `<iframe srcdoc="<style>body{margin:0}@keyframes go{from{background:red}to{background:lime}}@keyframes spin{from{transform:none}to{transform:translateX(9000px)}}
        div{height:200px;animation:go 30s forwards}p{margin:0;width:100px;height:200px;background:blue;animation:spin 2s infinite}</style><div></div><p></p>"></iframe>`,
    ),
    pixels: [
      [600, 100, green],
      [1, 300, blue],
      [101, 300, white],
    ],
  },
  {
    name: 'the first frame of an animated image',
    body: page(
      'img,div{display:block;width:400px;height:300px}',
      `<img src="data:image/gif;base64,${movingImage.toString('base64')}" alt=""><script>document.title = 'corpus'</script>`,
    ),
    pixels: [[200, 150, red]],
  },
  {
    name: 'the end of an SVG animation, or its beginning if it is endless or waits for a click',
    body: page(
      'svg{display:block}.styled{fill:red}',
      `<svg width="1280" height="500"><rect width="1280" height="100" fill="red">
          <animate attributeName="fill" from="red" to="lime" dur="30s" fill="freeze"/></rect>
        <rect y="100" width="1280" height="100" class="styled"><animate attributeName="fill" values="red;blue;lime;" begin="1s" dur="30s" fill="freeze"/></rect>
        <rect y="200" width="100" height="100" fill="blue">
          <animateTransform attributeName="transform" type="translate" from="0 0" to="500 0" dur="30s" fill="freeze"/></rect>
        <rect y="300" width="100" height="100" fill="blue"><animate attributeName="x" from="0" to="9000" dur="2s" repeatCount="indefinite"/></rect>
        <rect y="400" width="1280" height="100" fill="lime"><animate attributeName="fill" to="red" begin="click" dur="1s" fill="freeze"/></rect></svg>`,
    ),
    pixels: [
      [600, 50, green],
      [600, 150, green],
      [1, 250, white],
      [550, 250, blue],
      [1, 350, blue],
      [101, 350, white],
      [600, 450, green],
    ],
  },
  {
    name: 'lazy images in the shadow tree of a page without a script',
    body: page(
      '',
      `<main><template shadowrootmode="open"><style>section{content-visibility:auto;contain-intrinsic-size:auto 500px}</style>
        ${Array.from({ length: 12 }, (_, n) => `<section>${band(nth(n), 500)}</section>`).join('')}
        ${Array.from({ length: 8 }, (_, n) => lazyBand(12 + n, 'loading="lazy" src="URL"')).join('')}</template></main>`,
    ),
    height: 10_000,
    pixels: bandPixels(20, 500),
  },
  {
    name: 'all of an application with an inner scroller, with its surroundings',
    body: page(
      'body{height:100vh;overflow:hidden;display:flex;flex-direction:column}header,footer{height:50px;background:red}main{flex:1;min-height:0;overflow:auto}',
      `<header></header><main>${Array.from({ length: 8 }, (_, n) => lazyBand(n, 'loading="lazy" src="URL"')).join('')}</main><footer></footer>`,
    ),
    height: 4100,
    pixels: [
      [600, 49, red],
      ...bandPixels(8, 500).map(([x, y, colour]) => [x, y + 50, colour] as const),
      [600, 4050, red],
      [600, 4099, red],
    ],
  },
  {
    name: 'all of an application that is fixed to the viewport',
    body: page(
      'div{position:fixed;inset:0}main{position:absolute;inset:0;overflow-y:scroll}section{height:500px}',
      `<div><main>${sections(6)}</main></div>`,
    ),
    height: 3000,
    pixels: bandPixels(6, 500),
  },
  {
    name: 'sections as high as the viewport that snap inside a box of its height',
    body: page(
      'main{height:100vh;overflow-y:scroll;scroll-snap-type:y mandatory;scroll-behavior:smooth}section{height:100vh;scroll-snap-align:start}',
      `<main>${sections(5)}</main><script>document.querySelector('main').scrollTo(0, 1600)</script>`,
    ),
    height: 4000,
    pixels: bandPixels(5, 800),
  },
  {
    name: 'sections as high as the box that they snap in',
    body: page(
      'main{height:100vh;overflow-y:scroll;scroll-snap-type:y mandatory}section{height:100%;scroll-snap-align:start}',
      `<main>${sections(5)}</main><script>document.title = 'corpus'</script>`,
    ),
    height: 4000,
    pixels: bandPixels(5, 800),
  },
  {
    name: 'a box whose content grows with it, stretched only once',
    body: page(
      'main{position:relative;height:100vh;overflow:auto;background:red}div{position:absolute;top:100%;width:100%;height:200px;background:blue}',
      `<main>here<div></div></main><script>document.title = 'corpus'</script>`,
    ),
    height: 1000,
    pixels: [[600, 999, red]],
  },
  {
    name: 'the content that an inner scroller loads at its end',
    body: page(
      'main{height:100vh;overflow:auto}section{height:500px}',
      `<main>${sections(4)}</main><script>const main = document.querySelector('main');
        const seen = new IntersectionObserver(([{ isIntersecting, target }]) => { if (!isIntersecting) return;
          seen.unobserve(target); main.insertAdjacentHTML('beforeend', '${sections(6).slice(sections(4).length)}') });
        seen.observe(main.lastElementChild)</script>`,
    ),
    height: 3000,
    pixels: bandPixels(6, 500),
  },
  {
    name: 'images that an inner scroller loads only when it scrolls',
    body: page(
      'body{height:100vh;overflow:hidden}main{height:100vh;overflow:auto}img{display:block;width:1280px;height:500px}',
      `<main><h1 style="position:absolute;margin:0">Pictures</h1>${'<img data-src="/colour.svg?c=00ff00&w=1280&h=500">'.repeat(6)}</main><script>const main = document.querySelector('main');
        const load = () => { for (const image of document.images)
          if (image.offsetTop < main.scrollTop + main.clientHeight) image.src = image.dataset.src };
        main.addEventListener('scroll', load); load()</script>`,
    ),
    height: 3000,
    pixels: [0, 1, 2, 3, 4, 5].map((n) => [600, n * 500 + 250, green] as const),
  },
  {
    name: 'the content that an inner scroller requests at its end, each time that it scrolls',
    body: page(
      'html,body{height:100%;overflow:hidden}main{height:100%;overflow:auto}section{height:500px}',
      `<main>${sections(2)}</main><script>const main = document.querySelector('main');
        let [n, isBusy] = [2, false];
        const more = async () => { if (isBusy || n === 6 || main.scrollTop + main.clientHeight < main.scrollHeight - 300) return;
          isBusy = true; await fetch('/colour.svg?delay=300'); n += 2; isBusy = false;
          main.innerHTML = n === 4 ? '${sections(4)}' : '${sections(6)}' };
        main.addEventListener('scroll', more)</script>`,
    ),
    height: 3000,
    pixels: bandPixels(6, 500),
  },
  {
    name: 'all of an application in a shadow tree',
    body: page(
      'main{height:100%;overflow:auto}section{height:500px}',
      `<div><template shadowrootmode="open"><style>div{height:100vh;overflow:hidden}</style><div><slot></slot></div></template>
        <main>${sections(6)}</main></div>`,
    ),
    height: 3000,
    pixels: bandPixels(6, 500),
  },
  {
    name: 'all of an application that is a little higher than the viewport',
    body: page(
      'main{height:100vh;overflow:auto}section{height:500px}footer{height:10px;background:red}',
      `<main>${sections(6)}</main><footer></footer>`,
    ),
    height: 3010,
    pixels: [...bandPixels(6, 500), [600, 3009, red]],
  },
  {
    name: 'all of the longer of two scrollable halves',
    body: page(
      'body{display:flex;height:100vh}body>div{width:50%;overflow:auto}section{height:500px}',
      `<div>${band(red, 1000)}</div><div>${sections(6)}</div>`,
    ),
    height: 3000,
    pixels: [[600, 999, red], ...bandPixels(6, 500).map(([x, y, colour]) => [x + 300, y, colour] as const)],
  },
  {
    name: 'all screens of a page that a script moves through the viewport',
    body: page(
      'html,body{height:100%;overflow:hidden}main{height:100%}section{height:100vh}',
      `<main>${sections(5).replaceAll('</', 'A screen</')}</main><script>
        let screen = 0;
        addEventListener('wheel', () => { document.querySelector('main').style.transform = 'translateY(-' + 100 * ++screen + '%)'; });</script>`,
    ),
    height: 4000,
    pixels: bandPixels(5, 800),
  },
  {
    name: 'all of a page whose scrolling is blocked by a dialog',
    body: page(
      'html,body{height:100%;overflow:hidden}dialog{position:fixed;top:100px;border:0;margin:0;padding:0;width:100px;height:100px;background:red}',
      `${bands(6, 500).replaceAll('</', 'Text</')}<dialog></dialog><script>document.querySelector('dialog').show()</script>`,
    ),
    height: 3000,
    pixels: [[50, 150, red], ...bandPixels(6, 500)],
  },
  {
    name: 'the first of several slides that are as high as their container',
    body: page(
      'html,body{height:100%}main{height:100%;overflow:hidden}',
      `<main>${Array.from({ length: 4 }, (_, n) => band(nth(n), 800, 'A slide')).join('')}</main><script>
        const show = document.querySelector('main');
        const fill = () => { for (const slide of show.children) slide.style.height = show.clientHeight + 'px'; };
        new ResizeObserver(() => setTimeout(fill, 100)).observe(show);</script>`,
    ),
    height: 800,
    pixels: bandPixels(1, 800),
  },
  {
    name: 'no hidden menu below a page of one screen',
    body: page(
      'main{position:relative;height:100vh;overflow:hidden;background:blue}nav{position:absolute;top:100%;width:100%;height:200%;background:red}',
      '<main>One screen<nav>Menu</nav></main><script>document.title = "corpus"</script>',
    ),
    height: 800,
    pixels: [[600, 799, blue]],
  },
  {
    name: 'no clipped part of a picture',
    body: page(
      'main{height:100vh;overflow:hidden;text-align:center}img{display:block;width:1280px;height:1600px}',
      `<main><img src="/colour.svg?c=0000ff&w=1280&h=1600"></main><p style="position:absolute;top:0">A title</p><script>document.title = 'corpus'</script>`,
    ),
    height: 800,
    pixels: [[600, 799, blue]],
  },
  {
    name: 'no gap below a pinned section',
    body: page(
      '.pin-spacer{box-sizing:border-box;height:1900px;padding-bottom:1500px}',
      `${band(red, 600)}<div class="pin-spacer">${band(green, 400)}</div>${band(blue, 600)}<script>
        const [pinned] = document.querySelector('.pin-spacer').children;
        addEventListener('scroll', () => {
          pinned.style.transform = 'translateY(' + Math.max(0, Math.min(1500, scrollY - 600)) + 'px)';
        });</script>`,
    ),
    height: 1600,
    pixels: [
      [600, 599, red],
      [600, 600, green],
      [600, 999, green],
      [600, 1000, blue],
      [600, 1599, blue],
    ],
  },
  {
    name: 'all rows of a virtual list',
    body: page(rowsInView.style, `${rowsInView.list}<footer style="height:500px;background:blue">The end</footer>`),
    height: 10_500,
    pixels: [...bandPixels(20, 500), [600, 10_499, blue]],
  },
  {
    name: 'an element of half the window height, unchanged, above a virtual list',
    body: page(rowsInView.style, `<header style="height:50vh;background:blue">A list</header>${rowsInView.list}`),
    height: 10_400,
    pixels: [
      [600, 399, blue],
      [600, 401, nth(0)],
    ],
  },
  {
    name: 'an unchanged page with a small scrollable part',
    body: page('aside{width:300px;height:800px;overflow:auto}section{height:500px}', `<aside>${sections(6)}</aside>`),
    height: 800,
    pixels: [
      [150, 499, nth(0)],
      [150, 799, nth(1)],
      [600, 400, white],
    ],
  },
  {
    name: 'a fixed background behind the section that has it',
    body: page(
      'section{height:400px;background:url("/colour.svg?c=00ff00&w=1280&h=800") no-repeat fixed center/cover}',
      `${band(red, 1000)}<section></section>${band(blue, 1000)}<section></section>`,
    ),
    height: 2800,
    pixels: [
      [600, 999, red],
      [600, 1000, green],
      [600, 1399, green],
      [600, 1400, blue],
      [600, 2799, green],
    ],
  },
  {
    // Four letters i are 240 px wide in the fallback font, and 89 px in the late font.
    name: 'a web font that loads late',
    body: page(
      '@font-face{font-family:Late;src:url(/late-font.ttf)}span{font:100px/200px Late,monospace;background:red}',
      '<span>iiii</span>',
    ),
    pixels: [
      [1, 100, red],
      [200, 100, white],
    ],
  },
  {
    name: 'an application that renders fetched content',
    body: page(
      'main{height:400px}',
      `<main></main><script>fetch('/colour.svg?c=ff0000&delay=300').then(() => fetch('/colour.svg?c=ff0000&delay=300'))
        .then(() => { document.querySelector('main').style.background = 'red' })</script>`,
    ),
    pixels: [[600, 200, red]],
  },
  {
    name: 'an application that renders late',
    body: page(
      '',
      `<div id="root"></div><script>setTimeout(() => {
        document.querySelector('#root').innerHTML = '<div style="height:400px;background:lime">here</div>' }, 1500)</script>`,
    ),
    pixels: [[600, 200, green]],
  },
  {
    name: 'the target of a redirect by script',
    body: page(
      '',
      `<script>if (!location.search) location = '?there'; else document.write('${band(red, 300)}')</script>`,
    ),
    pixels: [[600, 150, red]],
  },
  {
    name: 'the target of a refresh without a script',
    body: page('', `<meta http-equiv="refresh" content="0;url=/colour.svg?c=00ff00&w=1280&h=400">${band(red, 800)}`),
    pixels: [
      [600, 399, green],
      [600, 401, white],
    ],
  },
  {
    name: 'the late content of a frame in a page without a script',
    body: page(
      'iframe{display:block;border:0;width:1280px;height:400px}',
      `<iframe srcdoc="<body style='margin:0;background:#ff0000'><script>setTimeout(() => document.body.style.background = '#00ff00', 400)</script>"></iframe>`,
    ),
    pixels: [
      [600, 399, green],
      [600, 401, white],
    ],
  },
  {
    name: 'a picture in the style of a page without a script',
    body: page(
      'div{height:900px;background:url("/colour.svg?c=00ff00&w=1280&h=900&delay=400&n=style")}',
      `${band(red, 900)}<div></div>`,
    ),
    height: 1_800,
    pixels: [
      [600, 899, red],
      [600, 900, green],
      [600, 1_799, green],
    ],
  },
  {
    name: 'a meta refresh',
    body: page(
      '',
      `<script>document.write(location.search ? '${band(green, 300)}' : '<meta http-equiv="refresh" content="0;url=?there">')</script>`,
    ),
    pixels: [[600, 150, green]],
  },
  {
    name: 'frames of the same and of another site',
    body: page(
      'iframe{display:block;border:0;width:1280px;height:300px}',
      `<iframe srcdoc="<body style='background:red'>"></iframe><iframe id="other"></iframe><script>
        document.querySelector('#other').src = 'http://localhost:' + location.port + '/colour.svg?c=0000ff&w=1280&h=300'</script>`,
    ),
    pixels: [
      [600, 150, red],
      [600, 450, blue],
    ],
  },
  {
    name: 'a page that scrolls smoothly and snaps',
    body: page(
      'html{scroll-behavior:smooth;scroll-snap-type:y mandatory}section{height:100vh;scroll-snap-align:start}',
      Array.from({ length: 5 }, (_, n) => `<section style="background:${nth(n)}"></section>`).join(''),
    ),
    height: 4000,
    pixels: bandPixels(5, 800),
  },
  {
    name: 'sections that are not rendered while out of view',
    body: page(
      'section{content-visibility:auto;contain-intrinsic-size:auto 500px}',
      Array.from(
        { length: 12 },
        (_, n) => `<section><div style="height:500px;background:${nth(n)}"></div></section>`,
      ).join(''),
    ),
    height: 6000,
    pixels: bandPixels(12, 500),
  },
  {
    name: 'a fixed background',
    body: page(`body{background:red fixed}`, '<div style="height:3000px">text</div>'),
    height: 3000,
    pixels: [
      [600, 10, red],
      [600, 2990, red],
    ],
  },
  {
    name: 'a fixed background, the same on every screen as on the first',
    body: page('body{background:linear-gradient(red 50%,blue 50%) fixed}', '<div style="height:2000px">text</div>'),
    height: 2000,
    pixels: [
      [600, 399, red],
      [600, 401, blue],
      [600, 799, blue],
      [600, 801, red],
      [600, 1999, red],
    ],
  },
  {
    name: 'a picture that is fixed behind the whole page, also in a body that is as high as the page needs',
    body: page(
      'html{background:url("/colour.svg?c=00ff00&w=1280&h=800") no-repeat fixed center/cover}body{min-height:100%;position:relative}footer{position:absolute;bottom:0;width:100%;height:50px;background:red}',
      '<div style="height:2000px">text</div><footer></footer>',
    ),
    height: 2000,
    pixels: [
      [600, 799, green],
      [600, 801, green],
      [600, 1949, green],
      [600, 1950, red],
    ],
  },
  {
    name: 'a canvas, a drawing and a responsive image',
    body: page(
      'canvas,svg,img{display:block}',
      `<canvas width="1280" height="100"></canvas><svg width="1280" height="100"><rect width="1280" height="100" fill="blue"/></svg>
      <picture><source srcset="/colour.svg?c=00ff00&w=1280&h=100" media="(min-width: 800px)"><img src="/missing.png" alt=""></picture>
      <script>const c = document.querySelector('canvas').getContext('2d'); c.fillStyle = 'red'; c.fillRect(0, 0, 1280, 100)</script>`,
    ),
    pixels: [
      [600, 50, red],
      [600, 150, blue],
      [600, 250, green],
    ],
  },
  {
    name: 'an open dialog over the page',
    body: page(
      'dialog{padding:0;border:0;width:400px;height:400px;background:lime}dialog::backdrop{background:blue}',
      `<dialog></dialog><script>document.querySelector('dialog').showModal()</script>`,
    ),
    pixels: [
      [640, 400, green],
      [10, 10, blue],
    ],
  },
  {
    name: 'a page written from right to left',
    body: `<!doctype html><html dir="rtl"><body style="margin:0"><div style="width:100px;height:1600px;background:red"></div></body></html>`,
    height: 1600,
    pixels: [
      [1279, 1599, red],
      [1100, 100, white],
    ],
  },
  {
    name: 'a page without a doctype, body or end',
    body: `<div style="position:absolute;inset:0 0 auto;height:300px;background:red">`,
    pixels: [[600, 150, red]],
  },
  {
    name: 'a frameset',
    body: '<frameset rows="50%,50%" border="0"><frame src="/colour.svg?c=ff0000&w=1280&h=400"><frame src="/colour.svg?c=0000ff&w=1280&h=400"></frameset>',
    pixels: [
      [600, 200, red],
      [600, 600, blue],
    ],
  },
  {
    name: 'the top of a page that scrolled itself down',
    body: page('', `${bands(10, 500)}<script>scrollTo(0, 3000)</script>`),
    height: 5000,
    pixels: bandPixels(10, 500),
  },
  {
    name: 'a page whose scripts broke the builtins',
    body: page(
      '',
      `${Array.from({ length: 12 }, (_, n) => lazyBand(n, 'loading="lazy" src="URL"')).join('')}<script>
        window.requestAnimationFrame = () => 0; window.Promise = class {}; document.querySelectorAll = () => { throw 1 };
        Array.prototype.filter = () => { throw 2 }; JSON.stringify = () => 'x'; window.setTimeout = () => 0</script>`,
    ),
    height: 6000,
    pixels: bandPixels(12, 500),
  },
  {
    name: 'a page of 50,000 px, whole and unrepeated',
    body: page('', bands(50, 1000)),
    height: 50_000,
    pixels: bandPixels(50, 1000),
  },
  {
    name: 'extra CSS on a page with a strict content security policy',
    body: `<!doctype html><meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'"><body style="margin:0">${band(yellow, 500)}`,
    options: { hideSelectors: ['.gone'], extraCss: 'div { background: blue !important }' },
    pixels: [[600, 250, blue]],
  },
];
