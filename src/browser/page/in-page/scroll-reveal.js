/** What a page hides again once it is out of view is in the picture. */
((page) => {
  const { wait, to, inBody, staysOnScreen } = page;

  /** What a page shows only while it is in view, as it was then. */
  const seen = new Map();

  const LOOK = ['opacity', 'visibility', 'transform', 'translate', 'scale', 'rotate', 'filter', 'clip-path'];

  const lookOf = (element) => {
    const computed = getComputedStyle(element);
    return LOOK.map((name) => computed.getPropertyValue(name));
  };

  /**
   * Many pages let their parts appear when they come into view, and hide them again when they leave it. What is hidden
   * below the first screen is therefore looked at once more, and kept as it comes to be.
   */
  async function revealByScrolling(maxTime) {
    const end = performance.now() + maxTime;
    finish(document.getAnimations().filter((animation) => animation instanceof CSSTransition));
    const isBelow = (element) => element.getBoundingClientRect().bottom > innerHeight;
    const hidden = inBody().filter(isHidden);
    const places = new Map(hidden.filter(isBelow).map((element) => [element, element.getBoundingClientRect().top]));
    let waiting = [...places.keys()].sort((one, other) => places.get(one) - places.get(other));
    // What only a mouse brings out is on many pages, on screen after screen.
    for (let still = 0; waiting.length > 0 && still < 4 && performance.now() < end; ) {
      const top = places.get(waiting[0]);
      to(top - innerHeight * 0.2);
      const here = waiting.filter((element) => places.get(element) < top + innerHeight * 0.5);
      waiting = waiting.slice(here.length);
      still = (await waitForLook(here, end)) ? 0 : still + 1;
      for (const element of here) if (shows(element, 0.5)) seen.set(element, lookOf(element));
    }
    to(0);
    // The first screen, too, was hidden meanwhile.
    if (seen.size > 0) await waitForLook(inBody().filter(isHidden), end);
  }

  /** By itself, whatever it stands in: neither faded nor turned nor moved away. */
  function shows(element, leastOpacity = 0.1) {
    const { opacity, visibility, backfaceVisibility, transform } = getComputedStyle(element);
    if (Number(opacity) <= leastOpacity || visibility !== 'visible') return false;
    if (transform === 'none') return true;
    const { m33, m41, m42 } = new DOMMatrix(transform);
    const isAway = Math.abs(m41) >= element.offsetWidth || Math.abs(m42) >= element.offsetHeight;
    return !isAway && (backfaceVisibility !== 'hidden' || m33 >= 0);
  }

  /** Whether it is in the page but cannot be seen, or is about to vanish by a script. */
  function isHidden(element) {
    const vanishes = element.style?.opacity && getComputedStyle(element).opacity < 1;
    if (shows(element) && !vanishes) return false;
    const { width, height } = element.getBoundingClientRect();
    return width > 0 && height > 0 && !element.matches('input, select, textarea') && !staysOnScreen(element);
  }

  /** Waits until what came into view has its final look; false if nothing becomes of it. */
  async function waitForLook(elements, latest) {
    const look = () => elements.map((element) => (shows(element) ? lookOf(element) : '')).join();
    const first = look();
    const begin = performance.now();
    for (let [before, calm] = [first, 0]; performance.now() < Math.min(begin + 1_500, latest); ) {
      await wait(50);
      finish(elements.flatMap((element) => element.getAnimations().filter(({ playState }) => playState === 'running')));
      const now = look();
      calm = now === before ? calm + 1 : 0;
      before = now;
      // Many a page looks where it is only ten times a second.
      if (calm >= (now === first ? 5 : 3)) return now !== first;
    }
    return true;
  }

  function finish(animations) {
    for (const animation of animations) {
      try {
        animation.finish();
      } catch {
        // It has no end.
      }
    }
  }

  /** Once nothing can hide it any more. */
  function keepRevealed() {
    for (const [{ style: own }, look] of seen)
      for (const [n, name] of LOOK.entries()) own.setProperty(name, look[n], 'important');
  }

  Object.assign(page, { revealByScrolling, keepRevealed });
})(globalThis.pagekeep);
