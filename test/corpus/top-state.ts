import { band, blue, green, page, red, type Sample, white, yellow } from './sample.ts';

const text = '<p style="position:absolute;top:300px;left:20px">Text</p>';

/** Pages that look different after a visitor has scrolled through them. */
const scrolled: readonly Sample[] = [
  {
    name: 'a sticky header in its first size, although scrolling makes it smaller for good',
    body: page(
      'header{position:sticky;top:0;height:200px;background:red}.small{height:50px}',
      `<header></header>${band(blue, 3000)}<script>
        addEventListener('scroll', () => { if (scrollY > 100) document.querySelector('header').classList.add('small') })</script>`,
    ),
    height: 3_200,
    pixels: [
      [600, 199, red],
      [600, 201, blue],
    ],
  },
  {
    name: 'a header that a page hides while it scrolls, and shows only after a short way back',
    body: page(
      'header{position:fixed;top:0;width:100%;height:100px;background:red;transition:transform .3s}',
      `<header></header>${band(blue, 3000)}${text}<script>let last = 0;
        addEventListener('scroll', () => { const way = scrollY - last; last = scrollY;
          if (way > 0) document.querySelector('header').style.transform = 'translateY(-100%)';
          else if (way > -500) document.querySelector('header').style.transform = '' })</script>`,
    ),
    height: 3_000,
    pixels: [
      [600, 99, red],
      [600, 101, blue],
    ],
  },
  {
    name: 'a header in the colour that a class of the body gives it before scrolling',
    body: page(
      'header{position:fixed;top:0;width:100%;height:100px;background:red}.has-scrolled header{background:yellow;height:50px}',
      `<header><nav>Menu</nav></header>${band(blue, 3000)}<script>addEventListener('scroll', () => document.body.classList.add('has-scrolled', 'seen'))</script>`,
    ),
    height: 3_000,
    pixels: [[600, 99, red]],
  },
  {
    name: 'a sidebar at its own scroll position, which the page moves as it scrolls',
    body: page(
      'aside{position:fixed;left:0;top:0;width:300px;height:100vh;overflow:auto}main{margin-left:300px}',
      `<aside>${band(red, 900)}${band(green, 900)}${band(yellow, 900)}</aside><main>${band(blue, 4000)}</main><script>
        const aside = document.querySelector('aside');
        aside.scrollTop = 1000;
        addEventListener('scroll', () => { aside.scrollTop = scrollY / 2 })</script>`,
    ),
    height: 4_000,
    pixels: [
      [100, 50, green],
      [600, 50, blue],
    ],
  },
];

const popUp = '.pop-up{position:fixed;inset:100px;background:red;z-index:9}';

/** Layers that open because a page was scrolled. */
const layers: readonly Sample[] = [
  {
    name: 'no newsletter that opens as one scrolls and blocks scrolling',
    body: page(
      `${popUp}.pop-up:not(.open){display:none}.modal-open{overflow:hidden;height:100vh}`,
      `${band(blue, 4000)}${text}<div class="pop-up"><form><input type="email"></form></div><script>
        addEventListener('scroll', () => { if (scrollY < 1000) return;
          document.querySelector('.pop-up').classList.add('open'); document.body.classList.add('modal-open') })</script>`,
    ),
    height: 4_000,
    pixels: [
      [600, 400, blue],
      [600, 3_999, blue],
    ],
  },
  {
    name: 'no dialog and no layer that a script adds when the middle of the page is in view',
    body: page(
      `${popUp}dialog{width:600px;height:400px;background:red}`,
      `${band(blue, 2000)}<hr style="margin:0;border:0;height:1px">${band(blue, 1999)}${text}<dialog>Subscribe</dialog><script>
        new IntersectionObserver(([{ isIntersecting }]) => { if (!isIntersecting) return;
          document.querySelector('dialog').showModal();
          document.body.insertAdjacentHTML('beforeend', '<div class="pop-up">Subscribe</div>') }).observe(document.querySelector('hr'))</script>`,
    ),
    height: 4_000,
    pixels: [
      [600, 400, blue],
      [5, 5, blue],
    ],
  },
  {
    name: 'no button that appears as one scrolls and disappears late',
    body: page(
      'button{position:fixed;right:0;bottom:0;width:100px;height:100px;border:0;background:red;display:none}',
      `${band(blue, 4000)}${text}<button></button><script>const button = document.querySelector('button');
        addEventListener('scroll', () => { if (scrollY > 300) button.style.display = 'block'; else setTimeout(() => { button.style.display = '' }, 5000) })</script>`,
    ),
    height: 4_000,
    pixels: [[1_250, 3_950, blue]],
  },
  {
    name: 'no bar and no box that wait beside the window and slide in as one scrolls',
    body: page(
      `.bar,.box{position:fixed;background:red;transition:all .3s}.bar{left:0;right:0;bottom:0;height:120px;transform:translateY(100%)}
        .box{right:-420px;bottom:200px;width:400px;height:300px}.open{transform:none;right:0}`,
      `${band(blue, 4000)}${text}<div class="bar">Subscribe</div><div class="box">Subscribe</div><script>
        addEventListener('scroll', () => { if (scrollY < 300) return;
          for (const layer of document.querySelectorAll('.bar, .box')) layer.classList.add('open') })</script>`,
    ),
    height: 4_000,
    pixels: [
      [600, 3_950, blue],
      [1_100, 3_650, blue],
    ],
  },
  {
    name: 'the layer and the button that a page opens with, and a small widget that another script adds late',
    body: page(
      `${popUp}button{position:fixed;right:0;bottom:0;width:90px;height:90px;border:0;background:yellow}.chat{right:auto;left:0}`,
      `<div style="height:4000px">Text</div><div class="pop-up">Welcome</div><button></button><script>
        addEventListener('scroll', () => document.body.insertAdjacentHTML('beforeend', '<button class="chat"></button>'), { once: true })</script>`,
    ),
    height: 4_000,
    pixels: [
      [600, 400, red],
      [1_250, 3_950, yellow],
      [50, 3_950, yellow],
      [600, 2_000, white],
    ],
  },
];

export const topState: readonly Sample[] = [...scrolled, ...layers];
