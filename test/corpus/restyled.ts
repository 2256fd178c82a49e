import { band, blue, green, page, type Sample, white } from './sample.ts';

const fade = '@keyframes fade{from{opacity:0}to{opacity:1}}';

/** Lime after its animation or transition, another colour before. */
const box = (name: string) => `<div class="${name}" style="height:100px"></div>`;

const boxes = (names: string) => `<body>${[...names].map(box).join('')}<script>document.title = 'x'</script>`;

const allGreen = (count: number): Sample['pixels'] =>
  Array.from({ length: count }, (_, n) => [600, n * 100 + 50, green] as const);

/** Pages whose picture must be the state after all animations in media queries, although those could restart. */
export const restyled: readonly Sample[] = [
  {
    name: 'transitions inside media queries at their end',
    body: page(
      `div{background:red}
      @media (min-width:992px){.a{background:lime;transition:background 9s ease-in-out}}
      @media (min-width:768px) and (min-height:400px){.b{background:lime;transition:all 9s 1s}}
      @media (orientation:landscape){.c{background:lime;transition:background-color 9s}}
      @media screen and (width > 600px){.d{background:lime;transition:background 9s allow-discrete}}
      .e{transition:background 9s}@media (min-width:992px){.e{background:lime}}
      .f::before{content:"";display:block;height:100px;background:red;transition:background 9s}@media (min-width:992px){.f::before{background:lime}}`,
      boxes('abcdef'),
    ),
    pixels: allGreen(6),
  },
  {
    name: 'animations inside media queries at their end',
    body: page(
      `${fade}@keyframes turn{from{background:red}to{background:lime}}@keyframes rise{from{transform:translateX(-2000px)}to{transform:none}}
      div{background:lime}
      @media (min-width:992px){.a{animation:fade 9s both}.b{animation:turn 9s 2s both}.c{animation:rise 9s both}}
      @media (min-height:600px){.d{animation:fade 9s 3s both,rise 9s}}
      @media (min-width:992px){.e{background:red;animation:turn 9s forwards}}
      .f{position:relative}.f::after{content:"";position:absolute;inset:0;background:lime}@media (min-width:600px){.f::after{animation:fade 9s both}}`,
      boxes('abcdef'),
    ),
    pixels: allGreen(6),
  },
  {
    name: 'a menu bar with transitions inside a width query, in its state at the top of the page',
    // Bootstrap's one-page themes have such a bar. It shrinks on scroll, and its sizes are in a width query.
    body: page(
      `#nav{position:fixed;top:0;left:0;right:0;height:60px;background:blue}main{padding-top:120px}
      #nav a{float:left;width:100px;height:100%;background:red}
      @media (min-width:992px){#nav{height:120px;transition:height 9s,background 9s}#nav.shrink{height:60px;background:red}#nav a{background:lime;transition:background 9s}}`,
      `<body><nav id="nav"><a href="#x"></a></nav><main>${band(green, 2000)}</main><script>
        const shrink = () => document.querySelector('#nav').classList.toggle('shrink', scrollY > 100);
        addEventListener('scroll', shrink); shrink()</script>`,
    ),
    height: 2_120,
    pixels: [
      [50, 1, green],
      [50, 119, green],
      [600, 1, blue],
      [600, 119, blue],
      [600, 121, green],
      [600, 2_119, green],
    ],
  },
  {
    name: 'animations and transitions inside container queries, shadow trees and frames at their end',
    body: page(
      `${fade}section{container-type:inline-size}section div,iframe{background:lime}iframe{display:block;border:0;width:1280px;height:100px}
      @container (min-width:700px){.a{animation:fade 9s both}.b{transition:opacity 9s}}`,
      `<body><section>${box('a')}${box('b')}</section>
        <section><template shadowrootmode="open"><style>${fade}div{background:red}@media (min-width:700px){div{background:lime;transition:background 9s;animation:fade 9s both}}</style>${box('c')}</template></section>
        <iframe srcdoc="<style>${fade}body{margin:0}div{background:red}@media (min-width:700px){div{background:lime;transition:background 9s;animation:fade 9s both}}</style>${box('d').replaceAll('"', "'")}"></iframe>
        <script>document.title = 'x'</script>`,
    ),
    pixels: allGreen(4),
  },
  {
    name: 'sizes in viewport units that have a transition, unchanged',
    body: page(
      'div{transition:all 9s}.a{width:50vw;background:lime}.b{width:100vw;margin-left:25vw;background:lime}.c{height:25vw!important;background:blue}',
      boxes('abc'),
    ),
    width: 1_600,
    height: 800,
    pixels: [
      [639, 50, green],
      [640, 50, white],
      [319, 150, white],
      [320, 150, green],
      [600, 519, blue],
      [600, 520, white],
    ],
  },
  {
    name: 'a colour that is inherited through elements with a transition, at its end',
    body: page(
      '*{transition:color 9s}body{color:red}i{display:block;height:100px;background:currentcolor}',
      `<body><div><div><div><div><div><i></i></div></div></div></div></div><script>
        document.body.getBoundingClientRect(); document.body.style.color = 'lime'</script>`,
    ),
    pixels: allGreen(1),
  },
  {
    name: 'a focused field without its focus style, although the style has a transition',
    body: page(
      'input{display:block;box-sizing:border-box;width:1280px;height:100px;border:0;outline:0;background:lime;transition:background 9s}input:focus{background:red}',
      '<body><input autofocus><script>document.querySelector("input").focus()</script>',
    ),
    pixels: allGreen(1),
  },
  {
    name: 'an endless animation inside a media query at its beginning, and a paused one where the page has paused it',
    body: page(
      `@keyframes turn{from{background:red}to{background:lime}}div{background:lime}@keyframes spin{to{transform:translateX(9000px)}}
      @media (min-width:992px){.a{animation:spin 2s infinite}.b{animation:turn 9s -9s both paused}}`,
      boxes('ab'),
    ),
    pixels: allGreen(2),
  },
  {
    name: 'spinners below the first screen without their animation, which hides them at times',
    body: page(
      `@keyframes blink{0%,50%{opacity:0;transform:translateX(60px)}51%,100%{opacity:.9;transform:translateX(60px)}}
      i{display:block;width:100px;height:50px;background:lime}`,
      `<body>${band(blue, 1000)}${Array.from({ length: 24 }, (_, n) => `<i style="animation:blink ${700 + 150 * (n % 3)}ms -${n * 70}ms infinite"></i>`).join('')}<script>document.title = 'x'</script>`,
    ),
    height: 2_200,
    pixels: Array.from({ length: 24 }, (_, n) => [30, 1_025 + n * 50, green] as const),
  },
  {
    name: 'icons of a sprite without their endless animation, and at the end of one that fades them in',
    body: page(
      `${fade}@keyframes turn{from{fill:red}to{fill:yellow}}svg{display:block;width:100px;height:100px}
      .turn{fill:lime;animation:turn 2s infinite alternate}.come{fill:lime;animation:fade 60s both}`,
      `<body><svg style="display:none"><symbol id="turn" viewBox="0 0 10 10"><rect class="turn" width="10" height="10"/></symbol><defs><rect id="come" class="come" width="100" height="100"/></defs></svg>
        <svg><use href="#turn"/></svg><svg><use xlink:href="#come"/></svg><p>Text</p><script>document.title = 'x'</script>`,
    ),
    pixels: [
      [50, 50, green],
      [50, 150, green],
    ],
  },
  {
    name: 'an image that the browser selects by the width of the viewport',
    body: page(
      'img{display:block;width:1280px;height:100px}',
      `<body><picture><source media="(min-width:992px)" srcset="/colour.svg?c=00ff00&w=1280&h=100"><img src="/colour.svg?c=ff0000&w=1280&h=100&delay=300" alt=""></picture>
        <img srcset="/colour.svg?c=ff0000&w=400&h=100&delay=300 400w, /colour.svg?c=00ff00&w=1280&h=100&n=2 1280w" sizes="(min-width:992px) 1280px, 400px" alt=""><script>document.title = 'x'</script>`,
    ),
    pixels: allGreen(2),
  },
  {
    name: 'an element that a script changes on resize, without any resize event',
    body: page(
      '',
      `<body><div id="told" style="height:100px;background:lime"></div><script>
        const turn = () => { document.querySelector('#told').style.background = 'red' };
        addEventListener('resize', turn); matchMedia('(min-width:992px)').addEventListener('change', turn);
        new ResizeObserver(([entry]) => { if (entry.contentRect.width !== 1280) turn() }).observe(document.body)</script>`,
    ),
    pixels: allGreen(1),
  },
  {
    name: 'elements with a view timeline animation, also those at the edge of the first screen',
    body: page(
      `.card{height:240px;margin:0 0 20px;background:lime;animation:appear linear both;animation-timeline:view();animation-range:entry 0% cover 40%}
      @keyframes appear{from{opacity:0;scale:.5}}`,
      `<body>${'<div class="card"></div>'.repeat(16)}<script>document.title = 'x'</script>`,
    ),
    height: 4_160,
    pixels: Array.from({ length: 16 }, (_, n) => [5, n * 260 + 120, green] as const),
  },
];
