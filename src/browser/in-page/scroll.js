/** What loads when it comes into view has come into view. */
((page) => {
  const { frame, wait, scroller, to, trees, everywhere } = page;

  /** Whether something waits to come into view without any script. */
  function isLazy() {
    return everywhere('[loading=lazy i]').length > 0;
  }

  /** What images had for a source before the page was scrolled through, and which of them had another since and lost it. */
  let sources = new Map();
  const dropped = new Set();
  const watch = new MutationObserver((records) => note(records));

  function note(records) {
    for (const { target, oldValue } of records)
      if (oldValue !== null && sources.has(target) && oldValue !== sources.get(target)) dropped.add(target);
  }

  const isBegun = (image) => sourceOf(image) !== sources.get(image);

  /** Looks at the whole page once, so that what loads when it comes into view starts to load. */
  async function scrollThrough(mostHeight, mostTime) {
    const end = performance.now() + mostTime;
    sources = new Map(everywhere('img').map((image) => [image, sourceOf(image)]));
    const changes = { subtree: true, attributeFilter: ['src', 'srcset'], attributeOldValue: true };
    for (const tree of trees()) watch.observe(tree, changes);
    // Steps of a whole viewport leave out images that straddle two steps (38 of 39 measured); 0.8 leaves out none.
    const step = Math.max(1, Math.floor(innerHeight * 0.8));
    for (let top = 0; top < Math.min(scroller()?.scrollHeight ?? 0, mostHeight); top += step) {
      to(top);
      await frame();
      page.stretch(mostHeight);
      if (performance.now() > end) break;
    }
    to(0);
    await frame();
  }

  /**
   * Many pages give up an image that leaves the view before it has come, a busy one in the moment in which it is begun:
   * that it came into view and that it left are then told at once. Such are gone back to. Whether there were any.
   */
  async function loadGivenUp(mostTime) {
    note(watch.takeRecords());
    watch.disconnect();
    const givenUp = [...dropped].filter((image) => !isBegun(image));
    if (givenUp.length > 0) await waitInView(givenUp, performance.now() + mostTime);
    return givenUp.length > 0;
  }

  const sourceOf = (image) => image.getAttribute('srcset') ?? image.getAttribute('src');

  /** Gives each the time that it takes to come. */
  async function waitInView(images, latest) {
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

  Object.assign(page, { isLazy, scrollThrough, loadGivenUp });
})(globalThis.pagekeep);
