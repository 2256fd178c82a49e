import { band, blue, green, page, red, type Sample, white } from './sample.ts';

const image = '<img data-src="/colour.svg?c=ff0000&w=1280&h=500" width="1280" height="500">';
const shown = { pixels: [[600, 400, red]] } as const;

/** Pages that wait for a sign of a visitor. */
export const visitor: readonly Sample[] = [
  {
    name: 'images that load at the first move of the mouse',
    body: page(
      'img{display:block}',
      `${image}<script>for (const event of ['mousemove', 'wheel', 'touchstart']) addEventListener(event, () => {
        for (const image of document.images) image.src = image.dataset.src }, { once: true, passive: true })</script>`,
    ),
    ...shown,
  },
  {
    name: 'the work of scripts that wait for a key or a touch, in the way of speed plugins',
    body: page(
      '',
      `<div id="root"></div><script type="lazy">root.outerHTML = '${band(red, 500)}'</script><script>
        const events = ['keydown', 'touchstart'];
        const start = () => { for (const event of events) removeEventListener(event, start); setTimeout(() => {
          for (const waiting of document.querySelectorAll('[type=lazy]')) {
            const script = document.createElement('script'); script.textContent = waiting.textContent; waiting.replaceWith(script);
          } }, 100) };
        for (const event of events) addEventListener(event, start)</script>`,
    ),
    ...shown,
  },
  {
    name: 'what only a real pointer starts, without the style of elements under a mouse',
    body: page(
      'section{height:800px;background:blue}section:hover{background:yellow}html:hover{background:yellow}',
      `<section>Text</section><div style="height:800px"></div><script>document.addEventListener('pointermove', ({ isTrusted }) => {
        if (isTrusted) document.body.insertAdjacentHTML('beforeend', '${band(red, 100)}') }, { once: true })</script>`,
    ),
    height: 1_700,
    pixels: [
      [600, 400, blue],
      [600, 790, blue],
      [600, 1_200, white],
      [600, 1_650, red],
    ],
  },
  {
    name: 'what only the wheel starts, on a page that the browser scrolls',
    body: page(
      '',
      `${band(blue, 900, 'Text')}<script>addEventListener('wheel', ({ deltaY }) => {
        document.body.insertAdjacentHTML('beforeend', deltaY < 0 ? '${band(red, 100)}' : '') }, { once: true })</script>`,
    ),
    height: 1_000,
    pixels: [[600, 950, red]],
  },
  {
    name: 'the first screen of a page that a script scrolls by the wheel',
    body: page(
      'body{height:100vh;overflow:hidden;background:blue}',
      `Text<script>addEventListener('wheel', () => { document.body.style.background = 'red' })</script>`,
    ),
    height: 800,
    pixels: [[600, 400, blue]],
  },
  {
    name: 'no drawn cursor, but a decoration at the same place',
    body: page(
      'i,b{position:fixed;width:40px;height:40px;pointer-events:none}i{left:-90px;top:0;background:red}b{left:0;bottom:0;background:lime}',
      `${band(blue, 800, 'Text')}<b></b><i></i><script>addEventListener('mousemove', ({ clientX, clientY }) => {
        document.querySelector('i').style.transform = 'translate(' + (clientX + 70) + 'px,' + (clientY - 20) + 'px)' })</script>`,
    ),
    height: 800,
    pixels: [
      [10, 780, green],
      [10, 750, blue],
    ],
  },
  {
    name: 'no layer that opens when the mouse leaves the window',
    body: page(
      'b{display:none;position:fixed;inset:0;background:yellow}',
      `${band(red, 900, 'Text')}<b></b><script>
        for (const event of ['mouseleave', 'mouseout']) document.addEventListener(event, () => { document.querySelector('b').style.display = 'block' })</script>`,
    ),
    ...shown,
  },
];
