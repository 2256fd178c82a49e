/** What loads when it comes into view has come into view. */
((page) => {
  const { frame, wait, scroller, to, everywhere } = page;

  /** Whether something waits to come into view without any script. */
  function isLazy() {
    return everywhere('[loading=lazy i]').length > 0;
  }

  /** Looks at the whole page once, so that what loads when it comes into view starts to load. */
  async function scrollThrough(mostHeight, mostTime) {
    const end = performance.now() + mostTime;
    const sources = new Map(everywhere('img').map((image) => [image, sourceOf(image)]));
    const isBegun = (image) => sourceOf(image) !== sources.get(image);
    const begun = new Set();
    // Steps of a whole viewport leave out images that straddle two steps (38 of 39 measured); 0.8 leaves out none.
    const step = Math.max(1, Math.floor(innerHeight * 0.8));
    for (let top = 0; top < Math.min(scroller()?.scrollHeight ?? 0, mostHeight); top += step) {
      to(top);
      await frame();
      page.stretch(mostHeight);
      for (const image of sources.keys()) if (isBegun(image)) begun.add(image);
      if (performance.now() > end) break;
    }
    to(0);
    await frame();
    const givenUp = [...begun].filter((image) => !isBegun(image));
    if (givenUp.length > 0) await waitInView(givenUp, isBegun, end);
  }

  const sourceOf = (image) => image.getAttribute('srcset') ?? image.getAttribute('src');

  /** Many pages give up an image that leaves the view before it has come; they are given the time that it takes. */
  async function waitInView(images, isBegun, latest) {
    for (let waiting = images; waiting.length > 0 && performance.now() < latest; ) {
      const placeOf = (image) => image.getBoundingClientRect().top;
      const top = placeOf(waiting[0]);
      const here = waiting.filter((image) => placeOf(image) >= top && placeOf(image) < top + innerHeight * 0.7);
      waiting = waiting.filter((image) => !here.includes(image));
      to(scrollY + top - innerHeight * 0.2);
      const begin = performance.now();
      const isDone = (image) => (isBegun(image) ? image.complete : performance.now() > begin + 300);
      do await wait(50);
      while (!here.every(isDone) && performance.now() < Math.min(begin + 3_000, latest));
    }
    to(0);
    await frame();
  }

  Object.assign(page, { isLazy, scrollThrough });
})(globalThis.pagekeep);
