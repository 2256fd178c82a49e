/**
 * Runs inside the captured page, in a world of its own: the page's scripts can neither see nor replace what is here,
 * and builtins that a page has overwritten (requestAnimationFrame, Promise…) are whole. Who enters the world of a document
 * again finds what was left there.
 */
globalThis.pagekeep ??= (() => {
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

  /** The page's tree, and the shadow trees in it that are open. */
  function* trees(root = document) {
    yield root;
    for (const element of root.querySelectorAll('*')) if (element.shadowRoot) yield* trees(element.shadowRoot);
  }

  const everywhere = (selector) => [...trees()].flatMap((tree) => [...tree.querySelectorAll(selector)]);

  /** Makes all of the page be seen in a picture of the whole page. */
  function reveal(mostHeight) {
    const elements = everywhere('*');
    unfold(elements, mostHeight);
    for (const element of elements) {
      const { contentVisibility, backgroundAttachment } = getComputedStyle(element);
      // What a page skips to draw while it is out of view.
      if (contentVisibility === 'auto') element.style.setProperty('content-visibility', 'visible', 'important');
      if (!backgroundAttachment.includes('fixed')) continue;
      if (document.body && element === backdrop()) isBackdropFixed = true;
      // What is fixed to the viewport behind a section further down is drawn at the top of the page, where it is not.
      else element.style.setProperty('background-attachment', 'scroll', 'important');
    }
  }

  let isBackdropFixed = false;

  /** The element whose background is behind the whole page. */
  function backdrop() {
    const { backgroundImage, backgroundColor } = getComputedStyle(document.documentElement);
    const isBare = backgroundImage === 'none' && backgroundColor === 'rgba(0, 0, 0, 0)';
    return isBare ? document.body : document.documentElement;
  }

  /** What is fixed behind the page ends with the first screen of its picture; it is shown on each as on the first. */
  function repeatBackdrop() {
    const { style: own } = backdrop();
    const { backgroundImage, backgroundSize } = getComputedStyle(backdrop());
    // The background is measured by the root alone; what is in it stays as it is.
    const { height } = getComputedStyle(document.body);
    document.body.style.setProperty('height', height, 'important');
    document.documentElement.style.setProperty('height', `${innerHeight}px`, 'important');
    document.documentElement.style.setProperty('min-height', '0', 'important');
    own.setProperty('background-attachment', 'scroll', 'important');
    const fillsScreen = backgroundSize !== 'auto' || !backgroundImage.includes('url(');
    if (fillsScreen) own.setProperty('background-repeat', 'repeat', 'important');
  }

  /** The part of an application that scrolls, in a page that does not. */
  let inner;

  /** An application that scrolls inside itself is as high as the viewport; it is made as high as what it holds. */
  function unfold(elements, mostHeight) {
    // A border or an empty line below makes many an application a little higher than the viewport.
    if ((scroller()?.scrollHeight ?? 0) > innerHeight * 1.1) return;
    const area = ({ clientWidth, clientHeight }) => clientWidth * clientHeight;
    [inner] = elements
      .filter(isMainScroller)
      .sort((one, other) => area(other) - area(one) || other.scrollHeight - one.scrollHeight);
    inner?.scrollTo({ top: 0, left: 0, behavior: 'instant' });
    stretch(mostHeight);
  }

  /** Again and again, for it may load more when its end is seen. */
  function stretch(mostHeight) {
    // A list of a million rows draws those that have a place: they get one a pixel beyond what a picture can hold.
    const hidden = inner ? Math.min(inner.scrollHeight, mostHeight + 1) - inner.clientHeight : 0;
    if (hidden <= 0) return;
    const shells = [];
    for (let shell = inner; shell; shell = outer(shell)) shells.push(shell);
    // All are measured before any is changed.
    const heightOf = (element) => Number.parseFloat(getComputedStyle(element).height);
    const heights = shells.map(heightOf);
    const parts = [...inner.children].map((part) => ({ part, height: heightOf(part) }));
    for (const [n, shell] of shells.entries()) {
      shell.style.setProperty('height', `${heights[n] + hidden}px`, 'important');
      shell.style.setProperty('max-height', 'none', 'important');
      // What is fixed makes no page longer.
      if (getComputedStyle(shell).position === 'fixed') shell.style.setProperty('position', 'absolute', 'important');
    }
    const isOver = () => inner.scrollHeight > inner.clientHeight;
    // Parts that are as high as what they are in have grown with it.
    if (isOver()) for (const { part, height } of parts) part.style?.setProperty('height', `${height}px`, 'important');
    // What still grows with it would do so without end.
    if (isOver()) inner = undefined;
  }

  /** What an element is drawn in. */
  const outer = (element) => element.assignedSlot ?? element.parentElement ?? element.getRootNode().host;

  /** Whether it takes most of the viewport, and holds more than it shows. */
  function isMainScroller(element) {
    const { clientWidth, clientHeight, scrollHeight } = element;
    if (scrollHeight <= clientHeight || clientWidth < innerWidth / 2 || clientHeight < innerHeight / 2) return false;
    return /auto|scroll/.test(getComputedStyle(element).overflowY) && isShown(element);
  }

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
      stretch(mostHeight);
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

  /** When the page was last changed by a script. */
  let changed = 0;
  new MutationObserver(() => {
    changed = performance.now();
  }).observe(document, { subtree: true, childList: true, attributes: true, characterData: true });

  /** Waits for what a script moves or counts frame by frame, and which no freezing could bring to its end. */
  async function comesToRest(mostTime) {
    const end = performance.now() + mostTime;
    await frame();
    while (performance.now() < Math.min(changed + 150, end)) await wait(25);
  }

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
  async function lookAgain(mostTime) {
    const end = performance.now() + mostTime;
    finish(document.getAnimations().filter((animation) => animation instanceof CSSTransition));
    const isBelow = (element) => element.getBoundingClientRect().bottom > innerHeight;
    const hidden = everywhere('body *').filter(isHidden);
    const places = new Map(hidden.filter(isBelow).map((element) => [element, element.getBoundingClientRect().top]));
    let waiting = [...places.keys()].sort((one, other) => places.get(one) - places.get(other));
    // What only a mouse brings out is on many pages, on screen after screen.
    for (let still = 0; waiting.length > 0 && still < 4 && performance.now() < end; ) {
      const top = places.get(waiting[0]);
      to(top - innerHeight * 0.2);
      const here = waiting.filter((element) => places.get(element) < top + innerHeight * 0.5);
      waiting = waiting.slice(here.length);
      still = (await comesToBe(here, end)) ? 0 : still + 1;
      for (const element of here) if (shows(element, 0.5)) seen.set(element, lookOf(element));
    }
    to(0);
    // The first screen, too, was hidden meanwhile.
    if (seen.size > 0) await comesToBe(everywhere('body *').filter(isHidden), end);
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
    return width > 0 && height > 0 && !element.matches('input, select, textarea') && !isFixed(element);
  }

  function isFixed(element) {
    for (let each = element; each; each = outer(each)) if (getComputedStyle(each).position === 'fixed') return true;
    return false;
  }

  /** Waits until what came into view has its final look; false if nothing becomes of it. */
  async function comesToBe(elements, latest) {
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

  /** Waits for fonts and for images that have begun; an image that never started is not waited for. */
  async function ready(mostTime) {
    const end = performance.now() + mostTime;
    // The layout begins to load the fonts that it needs. `fonts.ready` would wait for a document that never ends.
    document.documentElement?.getBoundingClientRect();
    while (document.fonts?.status === 'loading' && performance.now() < end) await wait(25);
    const images = everywhere('img');
    const loading = () =>
      images.filter((image) => !image.complete && image.loading !== 'lazy' && (image.src || image.srcset));
    while (loading().length > 0 && performance.now() < end) await wait(50);
    const late = loading();
    const decoding = images.filter((image) => image.complete && image.naturalWidth > 0);
    await Promise.race([Promise.allSettled(decoding.map((image) => image.decode())), wait(end - performance.now())]);
    return late.length;
  }

  /**
   * Finite animations jump to their end, endless ones to their beginning: 12 of 12 pictures alike; pausing was not.
   * Those that the page has paused show what it wants them to. Returns how many frames there are to freeze, too.
   */
  function freeze() {
    if (isBackdropFixed) repeatBackdrop();
    for (const [{ style: own }, look] of seen)
      for (const [n, name] of LOOK.entries()) own.setProperty(name, look[n], 'important');
    for (const animation of [...trees()].flatMap((tree) => tree.getAnimations())) {
      if (animation.playState === 'paused') continue;
      try {
        if (Number.isFinite(animation.effect?.getComputedTiming().endTime ?? 0)) animation.finish();
        else animation.cancel();
      } catch {
        animation.cancel();
      }
    }
    for (const media of everywhere('video, audio')) media.pause();
    for (const moving of everywhere('[fill=freeze]')) finishDrawing(moving);
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
    return globalThis.length;
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

  return {
    draws,
    isDrawn,
    reveal,
    isLazy,
    scrollThrough,
    lookAgain,
    comesToRest,
    ready,
    freeze,
    style,
    appears,
    hasContent,
    survey,
  };
})();
