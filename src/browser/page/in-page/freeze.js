/** The page comes to rest, and nothing in it moves any more. */
((page) => {
  const { frame, wait, trees, everywhere } = page;

  /** When the page was last changed by a script. */
  let changed = 0;
  new MutationObserver(() => {
    changed = performance.now();
  }).observe(document, { subtree: true, childList: true, attributes: true, characterData: true });

  /** Waits for what a script moves or counts frame by frame, and which no freezing could bring to its end. */
  async function waitForMotion(maxTime) {
    const begin = performance.now();
    const end = begin + maxTime;
    await frame();
    const isRedrawn = page.watchCanvases();
    if (isRedrawn) changed = Math.max(changed, begin);
    while (performance.now() < Math.min(changed + 150, end)) {
      await wait(25);
      // Charts are drawn within a second or so; many a backdrop moves for ever.
      if (performance.now() < begin + 1_500 && isRedrawn?.()) changed = performance.now();
    }
  }

  /** Waits for fonts and for images that have begun; an image that never started is not waited for. */
  async function waitForResources(maxTime) {
    const end = performance.now() + maxTime;
    // The layout begins to load the fonts that it needs. `fonts.ready` would wait for a document that never ends.
    document.documentElement?.getBoundingClientRect();
    while (document.fonts?.status === 'loading' && performance.now() < end) await wait(25);
    const images = everywhere('img');
    const loading = () =>
      images.filter((image) => !image.complete && image.loading !== 'lazy' && (image.src || image.srcset));
    while (loading().length > 0 && performance.now() < end) await wait(50);
    return { missing: loading().length, mayQueryScripting: page.mayQueryScripting() };
  }

  /**
   * Returns how many frames there are to freeze, too, and whether a scripting query may be left. A height of 0 stands for
   * a picture of the viewport alone; `sheets` are the addresses of those with a scripting query, or null where visitors
   * have no scripts either.
   */
  function freeze({ maxHeight = 0, sheets = null }) {
    const hasUnreadable = sheets !== null && page.showAsScripted(sheets);
    if (maxHeight > 0) page.placeFixedElements(maxHeight);
    page.repeatFixedBackground();
    page.keepRevealed();
    for (const media of everywhere('video, audio')) media.pause();
    for (const moving of everywhere('[fill=freeze]')) finishDrawing(moving);
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
    finishAnimations();
    return { frames: globalThis.length, hasUnreadable };
  }

  /** The end of a transition starts another one in each child that inherits the value and has a transition of its own. */
  const maxRounds = 20;

  /**
   * Finite animations jump to their end, endless ones to their beginning: 12 of 12 pictures alike; pausing was not.
   * Animations that the page has paused stay where they are.
   */
  function finishAnimations() {
    const all = () => [...trees()].flatMap((tree) => tree.getAnimations());
    // A scroll-driven animation may say until the next frame that it has finished.
    let animations = all().filter(({ playState }) => playState !== 'paused');
    for (let round = 0; round < maxRounds && animations.length > 0; round += 1) {
      for (const animation of animations) {
        try {
          if (Number.isFinite(animation.effect?.getComputedTiming().endTime ?? 0)) animation.finish();
          else animation.cancel();
        } catch {
          animation.cancel();
        }
      }
      animations = all().filter(({ playState }) => playState === 'running');
    }
  }

  /** When a drawing begins to move by itself: at a time, or with another of its movements. */
  const byItself = /^\s*$|^\s*[+-]?[\d.:]+\s*(?:h|min|s|ms)?\s*(?:;|$)|\.(?:begin|end)\b/;

  /** The browser keeps drawings from moving (flags.ts): what would stay at its end is put there. */
  function finishDrawing(moving) {
    const given = (name) => moving.getAttribute(name) ?? '';
    const endless = ['repeatCount', 'repeatDur', 'dur'].some((name) => given(name) === 'indefinite');
    const end =
      given('to') ||
      given('values')
        .split(';')
        .findLast((value) => value.trim() !== '');
    const [name, type] = [given('attributeName'), given('type')];
    if (!moving.targetElement || endless || !end || !name || !byItself.test(given('begin'))) return;
    const value = moving.localName === 'animateTransform' ? `${type || 'translate'}(${end})` : end.trim();
    moving.targetElement.setAttribute(name, value);
    // A style would outrank the attribute.
    moving.targetElement.style.setProperty(name, value, 'important');
  }

  Object.assign(page, { waitForMotion, waitForResources, freeze, finishAnimations });
})(globalThis.pagekeep);
