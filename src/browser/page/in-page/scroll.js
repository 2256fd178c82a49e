/** Scrolls through the page, so that content that loads in view is loaded. */
((page) => {
  const { frame, waitFrames, scroller, to, trees, everywhere } = page;

  /** Whether the page has native lazy loading. */
  function isLazy() {
    return everywhere(LAZY).length > 0;
  }

  const LAZY = '[loading=lazy i]';

  /** The attributes in which lazy loaders store the source of an element. */
  const KEPT = ['src', 'srcset', 'original', 'bg', 'bgset', 'background', 'background-image', 'echo'];
  const KEEPERS = ['data-lazy', ...KEPT.flatMap((name) => [`data-${name}`, `data-lazy-${name}`])];
  const LOADED_BY_SCRIPT = ['img', ...KEEPERS.map((name) => `[${name}]:not(source)`)].join();

  /** The elements whose source was read, and native lazy images, when the page was scrolled through. */
  const visited = new WeakSet();
  /** Of the content when it was last scrolled through. */
  let height = 0;
  /** The source of each element before scrolling, and the images that had another source since and lost it. */
  let sources = new Map();
  const dropped = new Set();
  /** The maximum height of the picture. */
  let highest = 0;
  /** The end of the time for scrolling. */
  let latest = 0;
  const watch = new MutationObserver((records) => note(records));

  function note(records) {
    for (const { target, oldValue } of records) {
      const isImage = target.localName === 'img' && sources.has(target);
      if (isImage && oldValue !== null && oldValue !== sources.get(target)) dropped.add(target);
    }
  }

  const isBegun = (element) => sourceOf(element) !== sources.get(element);

  /** There is no way to tell whether a background image is loaded, so its start counts. */
  const hasArrived = (element) => isBegun(element) && element.complete !== false;

  const notVisited = (selector) => everywhere(selector).filter((element) => !visited.has(element));

  /**
   * Scrolls through the whole page, so that lazy content starts to load. Later calls are for what the page has added since.
   */
  async function scrollThrough(maxHeight, maxTime) {
    latest = performance.now() + maxTime;
    page.beginPass();
    page.rememberTop();
    dropped.clear();
    sources = new Map(notVisited(LOADED_BY_SCRIPT).map((element) => [element, sourceOf(element)]));
    for (const element of notVisited(`${LOADED_BY_SCRIPT}, ${LAZY}`)) visited.add(element);
    const changes = { subtree: true, attributeFilter: ['src', 'srcset'], attributeOldValue: true };
    for (const tree of trees()) watch.observe(tree, changes);
    return scrollFrom(0, maxHeight);
  }

  /** Scrolls on through content that was added at the end. */
  function scrollOn(maxHeight, maxTime) {
    latest = performance.now() + maxTime;
    return scrollFrom(scrollY, maxHeight);
  }

  async function scrollFrom(start, maxHeight) {
    highest = maxHeight;
    // Steps of a whole viewport missed images between two steps (38 of 39 loaded). Steps of 0.8 missed none.
    const step = Math.max(1, Math.floor(innerHeight * 0.8));
    for (let top = start; top < Math.min(scroller()?.scrollHeight ?? 0, maxHeight); top += step) {
      to(top);
      await frame();
      page.stretch(maxHeight);
      page.tellInnerScroller();
      if (performance.now() > latest) return { ...endOfPage(), isCut: true };
    }
    return endOfPage();
  }

  /** The height of the page, and whether the part in view shows that it is loading. */
  function endOfPage() {
    page.stretch(highest);
    return { height: page.heightOfPage(), isLoading: page.showsLoading() };
  }

  async function returnToTop() {
    to(0);
    await frame();
    height = heightOfContent();
  }

  /** Images below the first screen that wait to be in view; without `all`, only those that no pass has visited. */
  function lazyBelow(all = false) {
    const isBelow = (element) => element.getBoundingClientRect().top >= innerHeight && element.checkVisibility();
    const images = (all ? everywhere : notVisited)(`${LOADED_BY_SCRIPT}, ${LAZY}`);
    return images.filter((element) => waitsForView(element) && isBelow(element));
  }

  const waitsForView = (element) =>
    element.matches(LAZY) ? element.complete === false : keptSources(element).length > 0;

  /** The page is at least as high as the window, and its body can be lower. */
  const heightOfContent = () => page.heightOfPage() + (document.body?.offsetHeight ?? 0);

  /** Whether the content has become higher since it was scrolled through. */
  const hasGrown = () => height > 0 && heightOfContent() > height;

  /**
   * Many pages cancel an image that leaves the view before it is loaded. Other pages check only a few times a second what is
   * in view, and miss an image that has left by then. Scrolls back to both kinds. Returns whether there were any,
   * and how many that had begun to load are left.
   */
  async function loadMissed() {
    page.revealBelow();
    note(watch.takeRecords());
    watch.disconnect();
    const isMissing = (element) => !isBegun(element);
    const givenUp = [...dropped].filter(isMissing);
    const overlooked = [...sources.keys()].filter(
      (element) => isMissing(element) && !dropped.has(element) && isOverlooked(element),
    );
    await waitInView(givenUp, Number.POSITIVE_INFINITY);
    // It is possible that nothing ever loads these.
    await waitInView(overlooked, 4);
    const left = givenUp.filter((element) => element.isConnected && !hasArrived(element)).length;
    return { any: givenUp.length + overlooked.length > 0, left };
  }

  /** Whether the element does not show its stored source although it has been in view. */
  function isOverlooked(element) {
    if (keptSources(element).length === 0) return false;
    const { top, left, right } = element.getBoundingClientRect();
    // The first screen was always in view. Scrolling does not bring elements beside the page into view.
    return top >= innerHeight && left < innerWidth && right >= 0 && element.checkVisibility();
  }

  /** The stored sources of an element that shows none of them. */
  function keptSources(element) {
    const valuesOf = (names) => names.map((name) => element.getAttribute(name) ?? '').filter((value) => value !== '');
    const kept = valuesOf(KEEPERS).filter((value) => /[/.]/.test(value));
    const shown = valuesOf(['src', 'srcset', 'style']).join(' ');
    return kept.some((value) => shown.includes(value)) ? [] : kept;
  }

  const sourceOf = (element) =>
    element.localName === 'img'
      ? (element.getAttribute('srcset') ?? element.getAttribute('src'))
      : ['src', 'srcset', 'style', 'class'].map((name) => element.getAttribute(name)).join(' ');

  /** How often to look whether an element in view starts to load: some pages load only what stays in view for a while. */
  const looksAtScreen = { first: 33, afterFruitless: 6 };

  /** Waits for each element in view. Stops after `maxFruitless` screens on which nothing starts to load. */
  async function waitInView(elements, maxFruitless) {
    if (elements.length === 0) return;
    let waiting = elements;
    for (let fruitless = 0; waiting.length > 0 && fruitless < maxFruitless && performance.now() < latest; ) {
      const placeOf = (element) => element.getBoundingClientRect().top;
      const top = placeOf(waiting[0]);
      const here = waiting.filter((element) => placeOf(element) >= top && placeOf(element) < top + innerHeight * 0.7);
      to(scrollY + top - innerHeight * 0.2);
      const begin = performance.now();
      let looks = 0;
      const mostLooks = fruitless === 0 ? looksAtScreen.first : looksAtScreen.afterFruitless;
      const isDone = (element) => (isBegun(element) ? hasArrived(element) : looks >= mostLooks);
      do {
        await waitFrames(1);
        looks += 1;
      } while (!here.every(isDone) && performance.now() < Math.min(begin + 3_000, latest));
      fruitless = here.some(isBegun) ? 0 : fruitless + 1;
      waiting = waiting.filter((element) => !here.includes(element) && !hasArrived(element));
    }
    to(0);
    await frame();
  }

  Object.assign(page, {
    isLazy,
    scrollThrough,
    scrollOn,
    endOfPage,
    returnToTop,
    lazyBelow,
    waitsForView,
    hasGrown,
    loadMissed,
  });
})(globalThis.pagekeep);
