import { green, page, type Sample } from './sample.ts';

const [count, height, gap] = [6, 200, 60];

/** The middle of the n-th item, below a margin as high as the window. */
const middleOf = (n: number) => 800 + n * (height + gap) + height / 2;

const image = `<img src="/colour.svg?c=00ff00&w=640&h=${height}">`;

/** Items that `observe` fills when they are in view, with a screen before and after them. */
const items = (observe: string) =>
  page(
    `main{padding:800px 0}.item{width:640px;height:${height}px;margin:0 0 ${gap}px;background:#eee}img{display:block}h1{position:absolute}`,
    `<h1>A list of items, and a sentence to read</h1><main>${'<div class="item"></div>'.repeat(count)}</main><script>
    const fill = (item) => { item.innerHTML = '${image}' };
    ${observe};
    for (const item of document.querySelectorAll('.item')) seen.observe(item);</script>`,
  );

const whole = {
  height: 1600 + count * (height + gap),
  pixels: Array.from({ length: count }, (_, n) => [320, middleOf(n), green] as const),
} as const;

/** Items that a page fills when an observer tells that they are in view, in a way that passing by does not meet. */
export const observed: readonly Sample[] = [
  {
    name: 'items that a page fills when they cross the middle of the window',
    body: items(`const seen = new IntersectionObserver((entries) => {
      for (const { isIntersecting, target } of entries) if (isIntersecting) fill(target)
    }, { rootMargin: '-45% 0px' })`),
    ...whole,
  },
  {
    name: 'items that a page fills when they are whole in a part of the window',
    body: items(`const seen = new IntersectionObserver((entries) => {
      for (const { intersectionRatio, target } of entries) if (intersectionRatio === 1) fill(target)
    }, { rootMargin: '0px 0px -70% 0px', threshold: [0, 1] })`),
    ...whole,
  },
  {
    name: 'items that a page fills when they have been visible for a second',
    body: items(`const seen = new IntersectionObserver((entries) => {
      for (const { isVisible, target } of entries) if (isVisible) fill(target)
    }, { trackVisibility: true, delay: 1000 })`),
    ...whole,
  },
  {
    name: 'items that a page begins to fill when they have been in view for more than a second',
    body: items(`const timers = new Map();
    const seen = new IntersectionObserver((entries) => {
      for (const { isIntersecting, target } of entries)
        if (isIntersecting) timers.set(target, setTimeout(fill, 1300, target));
        else clearTimeout(timers.get(target))
    })`),
    ...whole,
  },
  {
    name: 'images that a page loads a second after it was scrolled the last time',
    body: page(
      `main{padding:800px 0}img{display:block;width:640px;height:${height}px;margin:0 0 ${gap}px}h1{position:absolute}`,
      `<h1>A list of images, and a sentence to read</h1><main>${`<img data-src="/colour.svg?c=00ff00&w=640&h=${height}">`.repeat(count)}</main><script>
      let timer;
      const load = () => {
        for (const image of document.querySelectorAll('img:not([src])')) {
          const { top, bottom } = image.getBoundingClientRect();
          if (top < innerHeight && bottom > 0) image.src = image.dataset.src;
        }
      };
      addEventListener('scroll', () => { clearTimeout(timer); timer = setTimeout(load, 1000) })</script>`,
    ),
    ...whole,
  },
];
