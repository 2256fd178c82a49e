/** Elements that a page shows only while they are in view. */
((page) => {
  const { frame, wait, to, trees, inBody, staysOnScreen } = page;

  /** The style of each such element while it was in view. */
  const revealed = new Map();

  /** The hidden elements that the page had when it was scrolled through. */
  const visited = new WeakSet();

  /** Of an element that comes into view: 1.5 s on an idle machine. Some elements move endlessly. */
  const MOST_LOOKS = 25;

  const LOOK = ['opacity', 'visibility', 'transform', 'translate', 'scale', 'rotate', 'filter', 'clip-path'];

  const lookOf = (element) => {
    const computed = getComputedStyle(element);
    return LOOK.map((name) => computed.getPropertyValue(name));
  };

  /**
   * Many pages fade elements in when they come into view, and hide them again when they leave it. Scrolls to the hidden
   * elements below the first screen once more, and records how they look in view.
   */
  async function revealByScrolling(maxTime) {
    const end = performance.now() + maxTime;
    finish(document.getAnimations().filter((animation) => animation instanceof CSSTransition));
    const hidden = hiddenBelow();
    for (const element of hidden) visited.add(element);
    const places = new Map(hidden.map((element) => [element, element.getBoundingClientRect().top]));
    let waiting = [...places.keys()].sort((one, other) => places.get(one) - places.get(other));
    // Stops after four screens without a change: many pages have elements that appear only under the mouse.
    for (let unchanged = 0; waiting.length > 0 && unchanged < 4 && performance.now() < end; ) {
      const top = places.get(waiting[0]);
      to(top - innerHeight * 0.2);
      const here = waiting.filter((element) => places.get(element) < top + innerHeight * 0.5);
      waiting = waiting.slice(here.length);
      unchanged = (await waitForLook(here, end)) ? 0 : unchanged + 1;
      for (const element of here) if (shows(element, 0.5)) revealed.set(element, lookOf(element));
    }
    to(0);
    // The page has hidden elements of the first screen meanwhile.
    if (revealed.size > 0) await waitForLook(inBody().filter(isHidden), end);
    page.endPass();
  }

  /** The hidden elements below the first screen that no pass has visited. */
  function hiddenBelow() {
    const endless = movingEndlessly();
    const isBelow = (element) => element.getBoundingClientRect().bottom > innerHeight;
    return inBody().filter(
      (element) => !visited.has(element) && !endless.has(element) && isHidden(element) && isBelow(element),
    );
  }

  const isRevealed = (element) => revealed.has(element) || shows(element, 0.5);

  /** A spinner is invisible at some times, and how it looks at others depends on the time. */
  function movingEndlessly() {
    const effects = [...trees()].flatMap((tree) => tree.getAnimations()).map(({ effect }) => effect);
    const endless = effects.filter((effect) => effect?.getComputedTiming().endTime === Infinity);
    return new Set(endless.filter(({ pseudoElement }) => !pseudoElement).map(({ target }) => target));
  }

  /** Whether the element itself, regardless of its parents, is not transparent, not turned away and not moved away. */
  function shows(element, leastOpacity = 0.1) {
    const { opacity, visibility, backfaceVisibility, transform } = getComputedStyle(element);
    if (Number(opacity) <= leastOpacity || visibility !== 'visible') return false;
    if (transform === 'none') return true;
    const { m33, m41, m42 } = new DOMMatrix(transform);
    const isAway = Math.abs(m41) >= element.offsetWidth || Math.abs(m42) >= element.offsetHeight;
    return !isAway && (backfaceVisibility !== 'hidden' || m33 >= 0);
  }

  /** Whether the element has a place in the layout but is invisible, or a script is fading it out. */
  function isHidden(element) {
    const vanishes = element.style?.opacity && getComputedStyle(element).opacity < 1;
    if (shows(element) && !vanishes) return false;
    const { width, height } = element.getBoundingClientRect();
    return width > 0 && height > 0 && !element.matches('input, select, textarea') && !staysOnScreen(element);
  }

  /** Waits until the elements in view have their final style. Returns false if none has changed. */
  async function waitForLook(elements, latest) {
    const look = () => elements.map((element) => (shows(element) ? lookOf(element) : '')).join();
    const first = look();
    // Counts frames and not time: on a busy machine the same movement takes longer.
    for (let [before, calm, looks] = [first, 0, 0]; looks < MOST_LOOKS && performance.now() < latest; looks += 1) {
      await wait(50);
      await frame();
      finish(elements.flatMap((element) => element.getAnimations().filter(({ playState }) => playState === 'running')));
      const now = look();
      calm = now === before ? calm + 1 : 0;
      before = now;
      // Many pages check their scroll position only ten times a second.
      if (calm >= (now === first ? 5 : 3)) return now !== first;
    }
    return true;
  }

  function finish(animations) {
    for (const animation of animations) {
      try {
        animation.finish();
      } catch {
        // An endless animation cannot finish.
      }
    }
  }

  /** Called after scripts are stopped and can no longer hide the elements. */
  function keepRevealed() {
    for (const [{ style: own }, look] of revealed)
      for (const [n, name] of LOOK.entries()) own.setProperty(name, look[n], 'important');
  }

  Object.assign(page, { finish, revealByScrolling, hiddenBelow, isRevealed, keepRevealed });
})(globalThis.pagekeep);
