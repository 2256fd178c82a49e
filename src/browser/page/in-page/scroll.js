/** What loads when it comes into view has come into view. */
((page) => {
  const { frame, wait, scroller, to, trees, everywhere } = page;

  /** Whether something waits to come into view without any script. */
  function isLazy() {
    return everywhere('[loading=lazy i]').length > 0;
  }

  /** The attributes in which loaders by script keep what an element is to show. */
  const KEPT = ['src', 'srcset', 'original', 'bg', 'bgset', 'background', 'background-image', 'echo'];
  const KEEPERS = ['data-lazy', ...KEPT.flatMap((name) => [`data-${name}`, `data-lazy-${name}`])];
  const LOADED_BY_SCRIPT = ['img', ...KEEPERS.map((name) => `[${name}]:not(source)`)].join();

  /** What these had for a source before the page was scrolled through, and which of them had another since and lost it. */
  let sources = new Map();
  const dropped = new Set();
  /** Until when the page may be scrolled. */
  let latest = 0;
  const watch = new MutationObserver((records) => note(records));

  function note(records) {
    for (const { target, oldValue } of records) {
      const isImage = target.localName === 'img' && sources.has(target);
      if (isImage && oldValue !== null && oldValue !== sources.get(target)) dropped.add(target);
    }
  }

  const isBegun = (element) => sourceOf(element) !== sources.get(element);

  /** A background has come as soon as it is begun: whether it is loaded cannot be asked. */
  const hasArrived = (element) => isBegun(element) && element.complete !== false;

  /** Looks at the whole page once, so that what loads when it comes into view starts to load. */
  async function scrollThrough(maxHeight, maxTime) {
    latest = performance.now() + maxTime;
    sources = new Map(everywhere(LOADED_BY_SCRIPT).map((element) => [element, sourceOf(element)]));
    const changes = { subtree: true, attributeFilter: ['src', 'srcset'], attributeOldValue: true };
    for (const tree of trees()) watch.observe(tree, changes);
    // Steps of a whole viewport leave out images that straddle two steps (38 of 39 measured); 0.8 leaves out none.
    const step = Math.max(1, Math.floor(innerHeight * 0.8));
    for (let top = 0; top < Math.min(scroller()?.scrollHeight ?? 0, maxHeight); top += step) {
      to(top);
      await frame();
      page.stretch(maxHeight);
      if (performance.now() > latest) break;
    }
    to(0);
    await frame();
  }

  /**
   * Many pages give up an image that leaves the view before it has come, a busy one in the moment in which it is begun:
   * that it came into view and that it left are then told at once. Others look only a few times a second what has come
   * into view, and by then it has left. Such are gone back to. Whether there were any.
   */
  async function loadMissed() {
    note(watch.takeRecords());
    watch.disconnect();
    const isMissing = (element) => !isBegun(element);
    const givenUp = [...dropped].filter(isMissing);
    const overlooked = [...sources.keys()].filter(
      (element) => isMissing(element) && !dropped.has(element) && isOverlooked(element),
    );
    await waitInView(givenUp, Number.POSITIVE_INFINITY);
    // It may be that nothing ever loads these.
    await waitInView(overlooked, 4);
    return givenUp.length + overlooked.length > 0;
  }

  /** Whether what a loader keeps for it is not shown, though one has scrolled past it. */
  function isOverlooked(element) {
    const valuesOf = (names) => names.map((name) => element.getAttribute(name) ?? '').filter((value) => value !== '');
    const kept = valuesOf(KEEPERS).filter((value) => /[/.]/.test(value));
    const shown = valuesOf(['src', 'srcset', 'style']).join(' ');
    if (kept.length === 0 || kept.some((value) => shown.includes(value))) return false;
    const { top, left, right } = element.getBoundingClientRect();
    // The first screen was in view all the time; what is beside the view is not brought into it by scrolling.
    return top >= innerHeight && left < innerWidth && right >= 0 && element.checkVisibility();
  }

  const sourceOf = (element) =>
    element.localName === 'img'
      ? (element.getAttribute('srcset') ?? element.getAttribute('src'))
      : ['src', 'srcset', 'style', 'class'].map((name) => element.getAttribute(name)).join(' ');

  /** Gives each the time that it takes to come; ends after so many screens on which nothing begins to. */
  async function waitInView(elements, mostFruitless) {
    if (elements.length === 0) return;
    let waiting = elements;
    for (let fruitless = 0; waiting.length > 0 && fruitless < mostFruitless && performance.now() < latest; ) {
      const placeOf = (element) => element.getBoundingClientRect().top;
      const top = placeOf(waiting[0]);
      const here = waiting.filter((element) => placeOf(element) >= top && placeOf(element) < top + innerHeight * 0.7);
      to(scrollY + top - innerHeight * 0.2);
      const begin = performance.now();
      const isDone = (element) => (isBegun(element) ? hasArrived(element) : performance.now() > begin + 400);
      do await wait(50);
      while (!here.every(isDone) && performance.now() < Math.min(begin + 3_000, latest));
      fruitless = here.some(isBegun) ? 0 : fruitless + 1;
      waiting = waiting.filter((element) => !here.includes(element) && !hasArrived(element));
    }
    to(0);
    await frame();
  }

  Object.assign(page, { isLazy, scrollThrough, loadMissed });
})(globalThis.pagekeep);
