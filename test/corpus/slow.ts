import { band, blue, page, red, type Sample } from './sample.ts';

/** Slower than the other waits of a capture. */
const slow = (name: string, milliseconds = 4_500) =>
  `/colour.svg?c=ff0000&w=1280&h=500&delay=${milliseconds}&slow=${name}`;

const seenOnce = (act: string) => `<script>new IntersectionObserver((entries, observer) => {
  for (const { isIntersecting, target } of entries) if (isIntersecting) { observer.unobserve(target); ${act} }
}).observe(document.querySelector('#slow'))</script>`;

const below = { height: 2_000, pixels: [[600, 1_750, red]] } as const;

/** Images that load for seconds. */
export const slowImages: readonly Sample[] = [
  {
    name: 'slow images with native lazy loading, on a page without a script',
    body: page(
      'img{display:block}',
      `${band(blue, 1500)}<img loading="lazy" width="1280" height="500" src="${slow('static')}">`,
    ),
    ...below,
  },
  {
    name: 'slow images with native lazy loading and several sources',
    body: page(
      'img{display:block}',
      `${band(blue, 1500)}<picture><source srcset="${slow('source')}" media="(min-width: 800px)"><img loading="lazy" width="1280" height="500" src="/missing.png"></picture><script>document.title = 'corpus'</script>`,
    ),
    ...below,
  },
  {
    name: 'a slow background that a style sheet shows when it is in view',
    body: page(
      `#slow{height:500px}#slow.seen{background:url("${slow('background')}")}`,
      `${band(blue, 1500)}<div id="slow"></div>${seenOnce("target.classList.add('seen')")}`,
    ),
    ...below,
  },
  {
    name: 'a slow image that a script shows after it has loaded',
    body: page(
      'img{display:block}',
      `${band(blue, 1500)}<img id="slow" width="1280" height="500" src="data:,">${seenOnce(
        `const loader = new Image(); loader.onload = () => { target.src = loader.src }; loader.src = '${slow('loader')}';`,
      )}`,
    ),
    ...below,
  },
];
