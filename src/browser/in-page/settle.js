/**
 * Runs inside the captured page, in a world of its own: the page's scripts can neither see nor replace what is here,
 * and builtins that a page has overwritten (requestAnimationFrame, Promise…) are whole.
 */
globalThis.pagekeep = (() => {
  const frame = () =>
    new Promise((resolve) => {
      requestAnimationFrame(() => resolve());
      // A page that is not being painted gets no animation frames.
      setTimeout(resolve, 250);
    });

  const wait = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds));

  /** Whether the page is painted at all. */
  const isDrawn = (mostTime) =>
    new Promise((resolve) => {
      requestAnimationFrame(() => resolve(true));
      setTimeout(resolve, mostTime, false);
    });

  const scroller = () => document.scrollingElement ?? document.documentElement;

  const to = (top) => scroller()?.scrollTo({ top, left: 0, behavior: 'instant' });

  /** What a page skips to draw while it is out of view is in view in a picture of the whole page. */
  function reveal() {
    for (const element of document.querySelectorAll('body *'))
      if (getComputedStyle(element).contentVisibility === 'auto')
        element.style.setProperty('content-visibility', 'visible', 'important');
  }

  /** Whether something waits to come into view without any script. */
  function isLazy() {
    return document.querySelector('[loading=lazy i]') !== null;
  }

  /** Looks at the whole page once, so that what loads when it comes into view starts to load. */
  async function scrollThrough(mostHeight, mostTime) {
    const end = performance.now() + mostTime;
    // Steps of a whole viewport leave out images that straddle two steps (38 of 39 measured); 0.8 leaves out none.
    const step = Math.max(1, Math.floor(innerHeight * 0.8));
    for (let top = 0; top < Math.min(scroller()?.scrollHeight ?? 0, mostHeight); top += step) {
      to(top);
      await frame();
      if (performance.now() > end) break;
    }
    to(0);
    await frame();
  }

  /** Waits for fonts and for images that have begun; an image that never started is not waited for. */
  async function ready(mostTime) {
    const end = performance.now() + mostTime;
    // The layout begins to load the fonts that it needs. `fonts.ready` would wait for a document that never ends.
    document.documentElement?.getBoundingClientRect();
    while (document.fonts?.status === 'loading' && performance.now() < end) await wait(25);
    const loading = () =>
      [...document.images].filter(
        (image) => !image.complete && image.loading !== 'lazy' && (image.src || image.srcset),
      );
    while (loading().length > 0 && performance.now() < end) await wait(50);
    const late = loading();
    const decoding = [...document.images].filter((image) => image.complete && image.naturalWidth > 0);
    await Promise.race([Promise.allSettled(decoding.map((image) => image.decode())), wait(end - performance.now())]);
    return late.length;
  }

  function* roots(root) {
    yield root;
    for (const element of root.querySelectorAll('*')) if (element.shadowRoot) yield* roots(element.shadowRoot);
  }

  /** Finite animations jump to their end, endless ones to their beginning: 12 of 12 pictures alike; pausing was not. */
  function freeze() {
    for (const root of roots(document)) {
      for (const animation of root.getAnimations()) {
        try {
          if (Number.isFinite(animation.effect?.getComputedTiming().endTime ?? 0)) animation.finish();
          else animation.cancel();
        } catch {
          animation.cancel();
        }
      }
    }
    for (const media of document.querySelectorAll('video, audio')) media.pause();
    for (const drawing of document.querySelectorAll('svg')) drawing.pauseAnimations?.();
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
  }

  /** One rule a selector: a bad one takes only itself out. Returns the bad ones. */
  function style(hideSelectors, extraCss) {
    const bad = hideSelectors.filter((selector) => {
      try {
        document.createDocumentFragment().querySelector(selector);
        return false;
      } catch {
        return true;
      }
    });
    const sheet = new CSSStyleSheet();
    const good = hideSelectors.filter((selector) => !bad.includes(selector));
    sheet.replaceSync([...good.map((selector) => `${selector} { display: none !important }`), extraCss].join('\n'));
    document.adoptedStyleSheets.push(sheet);
    return bad;
  }

  /** True once the selector is there, false when the time is over, null for what is not a selector. */
  async function appears(selector, mostTime) {
    const end = performance.now() + mostTime;
    try {
      while (!document.querySelector(selector)) {
        if (performance.now() > end) return false;
        await wait(50);
      }
      return true;
    } catch {
      return null;
    }
  }

  /** Whether there is anything at all to see yet. */
  function hasContent() {
    if (!document.body) return document.documentElement !== null;
    // innerText, because only text that is shown is content.
    if (document.body.innerText.trim() !== '') return true;
    if (document.querySelector('img, svg, canvas, video, picture, iframe, frame, object, embed, input')) return true;
    return [...document.querySelectorAll('body *')].slice(0, 500).some((element) => {
      const { backgroundColor, backgroundImage } = getComputedStyle(element);
      const painted = backgroundImage !== 'none' || !/^rgba\(.*, 0\)$/.test(backgroundColor);
      return painted && element.offsetWidth > 0 && element.offsetHeight > 0;
    });
  }

  function isShown(element) {
    const { width, height } = element.getBoundingClientRect();
    return width > 0 && height > 0 && element.checkVisibility({ opacityProperty: true, visibilityProperty: true });
  }

  function survey(wallSelectors, bannerSelectors) {
    // innerText and not textContent: what a person reads is judged, not the source.
    const text = (document.body?.innerText ?? '').slice(0, 4000);
    return {
      // A script can make it as long as it likes, and it is kept with every capture.
      title: document.title.slice(0, 1000),
      text,
      present: wallSelectors.filter((selector) => document.querySelector(selector) !== null),
      banner: [...document.querySelectorAll(bannerSelectors.join())].some(isShown),
    };
  }

  /** For each character, whether some font has it: a missing one is drawn like one that no font can have, or not at all. */
  function draws(characters) {
    const context = new OffscreenCanvas(48, 48).getContext('2d', { willReadFrequently: true });
    const pixels = (character) => {
      context.clearRect(0, 0, 48, 48);
      context.font = '32px sans-serif';
      context.fillText(character, 4, 36);
      return context.getImageData(0, 0, 48, 48).data.join();
    };
    const missing = [pixels(''), pixels('\u{10fffe}')];
    return characters.map((character) => !missing.includes(pixels(character)));
  }

  return { draws, isDrawn, reveal, isLazy, scrollThrough, ready, freeze, style, appears, hasContent, survey };
})();
