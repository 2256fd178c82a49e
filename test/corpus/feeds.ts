import { blue, page, red, type Sample } from './sample.ts';

const style = 'article{height:300px;background:blue}footer{height:100px;background:red}';

/** Adds ten articles at a time, fifty in all, then a footer. `next` waits for a batch, and `watch` asks for them. */
const feed = (next: string, watch: string) => `<main></main><p id="more">Loading…</p><script>
  const [main, more] = [document.querySelector('main'), document.querySelector('#more')];
  let isLoading = false;
  const load = async () => {
    if (isLoading || main.children.length >= 50) return;
    isLoading = true;
    if (main.children.length > 0) await ${next};
    main.insertAdjacentHTML('beforeend', '<article>An article</article>'.repeat(10));
    isLoading = false;
    if (main.children.length >= 50) more.outerHTML = '<footer></footer>';
  };
  load(); ${watch}</script>`;

const whole = {
  height: 15_100,
  pixels: [
    [600, 3_100, blue],
    [600, 14_990, blue],
    [600, 15_050, red],
  ],
} as const;

/** Pages that load more content as one scrolls to their end. */
export const feeds: readonly Sample[] = [
  {
    name: 'all of a feed whose end is observed',
    body: page(
      style,
      feed(
        "fetch('/colour.svg?delay=250&n=' + main.children.length)",
        `new IntersectionObserver(async ([{ isIntersecting, target }], observer) => {
          if (!isIntersecting) return;
          await load(); observer.unobserve(target); observer.observe(target) }, { rootMargin: '200px' }).observe(more)`,
      ),
    ),
    ...whole,
  },
  {
    name: 'all of a feed that listens to scrolling and answers late',
    body: page(
      style,
      feed(
        "fetch('/colour.svg?delay=600&n=' + main.children.length)",
        "addEventListener('scroll', () => { if (more.getBoundingClientRect().top < innerHeight + 300) load() })",
      ),
    ),
    ...whole,
  },
  {
    name: 'all of a feed that shows that it is loading, without a request',
    body: page(
      style,
      feed(
        'new Promise((resolve) => setTimeout(resolve, 300))',
        "addEventListener('scroll', () => { if (more.getBoundingClientRect().top < innerHeight) load() })",
      ),
    ),
    ...whole,
  },
  {
    name: 'all of a feed that looks at the scroll position five times a second',
    body: page(
      style,
      `${feed(
        "fetch('/colour.svg?delay=100&n=' + main.children.length)",
        `let isWaiting = false;
        addEventListener('scroll', () => {
          if (isWaiting) return;
          isWaiting = true;
          setTimeout(() => { isWaiting = false; if (more.getBoundingClientRect().top < innerHeight + 300) load() }, 200) })`,
      )}<style>#more{visibility:hidden}</style>`,
    ),
    ...whole,
  },
];
