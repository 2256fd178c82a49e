/**
 * Runs in the page itself, before its scripts. Many pages load or show an element when an IntersectionObserver tells that
 * it is in view. Where that depends on more than being in view for a moment, the scroll pass can miss the element.
 */
(() => {
  if (globalThis.top !== globalThis || !globalThis.IntersectionObserver) return;

  const { setTimeout, requestAnimationFrame, Promise: Promised, Proxy: Hook } = globalThis;
  const { apply } = Reflect;
  const now = performance.now.bind(performance);
  const { prototype } = IntersectionObserver;

  /** Whether the observer still observes the target, by observer and target. */
  const observed = new Map();
  const mostTargets = 5_000;
  let count = 0;

  function note(observer, target) {
    if (count === mostTargets) return;
    count += 1;
    if (!observed.has(observer)) observed.set(observer, new Map());
    observed.get(observer).set(target, true);
  }

  function noteEnd(observer, target) {
    const targets = observed.get(observer);
    if (targets?.has(target)) targets.set(target, false);
  }

  function noteEnds(observer) {
    for (const target of observed.get(observer)?.keys() ?? []) noteEnd(observer, target);
  }

  for (const [name, tell] of [
    ['observe', note],
    ['unobserve', noteEnd],
    ['disconnect', noteEnds],
  ])
    prototype[name] = new Hook(prototype[name], {
      apply(method, observer, given) {
        const result = apply(method, observer, given);
        tell(observer, given[0]);
        return result;
      },
    });

  const wait = (milliseconds) => new Promised((resolve) => void setTimeout(resolve, milliseconds));
  const frame = () =>
    new Promised((resolve) => {
      requestAnimationFrame(() => resolve());
      // A page that is not painted gets no animation frames. On a busy machine one takes several tenths of a second.
      setTimeout(resolve, 1_500);
    });

  const to = (top) => document.scrollingElement?.scrollTo({ top, left: 0, behavior: 'instant' });

  /** In pixels, a length of `rootMargin`. */
  const pixels = (length) => Number.parseFloat(length) * (length.endsWith('%') ? innerHeight / 100 : 1);

  /** The part of the window that counts, the least share of a target in it, and for how long. */
  function conditionOf({ root, rootMargin, thresholds, delay = 0 }) {
    if (root !== null && root !== document) return undefined;
    const [top, , bottom] = rootMargin.split(' ').map(pixels);
    return { top: -top, height: Math.max(0, innerHeight + top + bottom), share: Math.max(...thresholds), delay };
  }

  /** The scroll pass stops each time it has scrolled by this share of the window (scroll.js). */
  const step = 0.8;

  /** Whether the scroll pass may not have stopped where the target counts as in view. */
  function isPassedBy({ target, band }) {
    const { height } = target.getBoundingClientRect();
    const needed = height * band.share;
    if (needed > band.height || !target.isConnected) return false;
    return band.delay > 0 || height + band.height - 2 * needed < innerHeight * step;
  }

  function isInBand({ target, band }) {
    const { top, bottom, height } = target.getBoundingClientRect();
    const visible = Math.min(bottom, band.top + band.height) - Math.max(top, band.top);
    return visible >= Math.max(height * band.share, 1);
  }

  function scrollIntoBand({ target, band }) {
    const { top, height } = target.getBoundingClientRect();
    const fits = height < band.height;
    to(scrollY + Math.floor(fits ? top - band.top : top + height / 2 - band.top - band.height / 2));
  }

  const CONTENT = 'svg, canvas, video, iframe, object, embed, input, button, textarea, select';
  const leastSize = 40;

  const isBlank = (image) => image.currentSrc === '' || (image.complete && image.naturalWidth <= 2);
  const hasBackground = (element) => getComputedStyle(element).backgroundImage.includes('url(');

  /** Whether the element only takes the place of its content. */
  function isEmpty(element) {
    if (element.localName === 'img') return isBlank(element);
    if (element.textContent.trim() !== '' || element.shadowRoot || element.matches(CONTENT)) return false;
    const parts = [element, ...element.querySelectorAll('*')];
    return parts.every((part) =>
      part.localName === 'img' ? isBlank(part) : !part.matches(CONTENT) && !hasBackground(part),
    );
  }

  const isHidden = (element) => !element.checkVisibility({ opacityProperty: true, visibilityProperty: true });

  /**
   * Whether a visit can change how the target looks. Most narrow margins only tell a table of contents which section is
   * read, and a page can have hundreds of those.
   */
  function mayGain(element) {
    if (isHidden(element)) return true;
    const { width, height } = element.getBoundingClientRect();
    const isLarge = element.localName === 'img' || (width >= leastSize && height >= leastSize);
    return isLarge && isEmpty(element);
  }

  const topOf = (target) => target.getBoundingClientRect().top;
  const visited = new WeakSet();

  /** Stops at each target for which the usual pass does not suffice. */
  async function visitBands(latest) {
    const all = [...observed].flatMap(([observer, targets]) => {
      const band = conditionOf(observer);
      if (!band) return [];
      const open = [...targets].filter(([target, isOpen]) => isOpen && !visited.has(target));
      return open.map(([target]) => ({ observer, target, band }));
    });
    let waiting = all
      .filter((each) => isPassedBy(each) && mayGain(each.target))
      .sort((one, other) => topOf(one.target) - topOf(other.target));
    for (const { target } of waiting) visited.add(target);
    // The observer is told of the place that the page has after the callbacks of a frame, so each stop begins in one.
    if (waiting.length > 0) await frame();
    for (; waiting.length > 0 && now() < latest; ) {
      const [next] = waiting;
      scrollIntoBand(next);
      await frame();
      if (next.band.delay > 0) {
        await wait(next.band.delay + 100);
        await frame();
      }
      const isOpen = ({ observer, target }) => observed.get(observer).get(target);
      const isMet = (each) => each === next || (each.band.delay <= next.band.delay && isInBand(each));
      waiting = waiting.filter((each) => isOpen(each) && !isMet(each));
    }
    return waiting.length;
  }

  function isPlaceholder(element) {
    if (!element.isConnected || visited.has(element) || !isEmpty(element)) return false;
    const { width, height, left, right } = element.getBoundingClientRect();
    return width >= leastSize && height >= leastSize && left < innerWidth && right > 0 && element.checkVisibility();
  }

  /** After this time without another loaded placeholder of a screen, in milliseconds, the others count as empty. */
  const pause = 800;

  /** Stays at placeholders, which a page can fill some time after they came into view. Returns how many are left. */
  async function waitForPlaceholders(patience, latest) {
    const all = new Set([...observed.values()].flatMap((targets) => [...targets.keys()]));
    let waiting = [...all].filter(isPlaceholder).sort((one, other) => topOf(one) - topOf(other));
    for (const element of waiting) visited.add(element);
    for (; waiting.length > 0 && now() < latest; ) {
      to(scrollY + topOf(waiting[0]) - innerHeight * 0.1);
      await frame();
      const here = waiting.filter((element) => topOf(element) < innerHeight * 0.9);
      let left = here;
      for (let end = now() + patience; left.length > 0 && now() < Math.min(end, latest); ) {
        await wait(50);
        await frame();
        const empty = left.filter(isEmpty);
        if (empty.length < left.length) end = now() + pause;
        left = empty;
      }
      // It is possible that nothing ever fills them.
      if (left.length === here.length) return 0;
      waiting = waiting.filter((element) => !here.includes(element) && isEmpty(element));
    }
    return waiting.length;
  }

  /** Visits the targets that the scroll pass may have missed. Returns how many the time did not suffice for. */
  async function visitTargets(patience, maxTime) {
    const latest = now() + maxTime;
    const before = scrollY;
    const left = (await visitBands(latest)) + (await waitForPlaceholders(patience, latest));
    if (scrollY !== before) to(before);
    return left;
  }
  Object.defineProperty(globalThis, Symbol.for('visitTargets'), { value: visitTargets });
})();
