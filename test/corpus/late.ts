import { green, page, type Sample } from './sample.ts';

const [count, height] = [60, 60];

const whole = {
  height: count * height,
  pixels: [0, 15, 30, 45, 59].map((n) => [600, n * height + 40, green] as const),
} as const;

/** Adds an element in each frame, as soon as the page is scrolled. `add` adds the n-th. */
const adding = (add: string) => `<body style="min-height:1200px">
  <h1 style="position:absolute;top:0;left:800px;margin:0">A list</h1><script>
  let n = 0;
  const next = () => { ${add}; n += 1; if (n < ${count}) requestAnimationFrame(next); else document.body.style = '' };
  addEventListener('scroll', next, { once: true })</script>`;

/** Pages that add content after they were scrolled through. */
export const late: readonly Sample[] = [
  {
    name: 'elements that a page adds one after the other, and that an observer fades in',
    body: page(
      `div{height:${height}px;background:${green};opacity:0}.seen{opacity:1}`,
      adding(`const item = document.body.appendChild(document.createElement('div'));
        item.textContent = n;
        new IntersectionObserver(([{ isIntersecting, target }]) => target.classList.toggle('seen', isIntersecting)).observe(item)`),
    ),
    ...whole,
  },
  {
    name: 'elements that a page adds one after the other, and that it shows when it was scrolled to them',
    body: page(
      `div{height:${height}px;background:${green};visibility:hidden}.seen{visibility:visible}`,
      adding(`const item = document.body.appendChild(document.createElement('div'));
        item.textContent = n;
        addEventListener('scroll', () => { if (item.offsetTop < scrollY + innerHeight) item.className = 'seen' })`),
    ),
    ...whole,
  },
  {
    name: 'images that a page adds one after the other, and that a script loads in view',
    body: page(
      `img{display:block;width:640px;height:${height}px}`,
      adding(`const item = document.body.appendChild(new Image());
        item.dataset.src = '/colour.svg?c=00ff00&w=640&h=${height}';
        new IntersectionObserver(([{ isIntersecting, target }]) => { if (isIntersecting) target.src = target.dataset.src }).observe(item)`),
    ),
    ...whole,
  },
];
