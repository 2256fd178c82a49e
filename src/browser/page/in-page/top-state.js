/** The picture shows the page to a visitor who has not scrolled. Scrolling leaves traces, which this removes. */
((page) => {
  const { everywhere, inBody, isShown, isInWindow } = page;

  /** The state before scrolling. */
  let before;

  const attributesOf = (element) => ['class', 'style'].map((name) => [name, element.getAttribute(name)]);

  const isOnScreen = (element) => /fixed|sticky/.test(getComputedStyle(element).position);

  /** A header or a menu at the top of the window. */
  function isTopBar(element) {
    const { top, width, height } = element.getBoundingClientRect();
    return top < innerHeight * 0.25 && width >= innerWidth * 0.5 && height > 0 && height <= innerHeight * 0.5;
  }

  /** Closing a consent banner is no trace of scrolling. */
  const isConsent = (element) => /cookie|consent|gdpr|privacy/i.test(`${element.id} ${element.getAttribute('class')}`);

  /** A loaded image has other classes than one that is loading. */
  const LOADED = 'img, picture, picture *, video, iframe, [data-src], [data-bg], [data-srcset]';
  const mostParts = 300;

  function rememberTop() {
    if (before) return;
    const elements = inBody();
    const onScreen = elements.filter(isOnScreen);
    const bars = onScreen.filter((element) => isTopBar(element) && isShown(element) && !isConsent(element));
    const parts = bars.flatMap((bar) => [bar, ...bar.querySelectorAll('*')]).filter((part) => !part.matches(LOADED));
    before = {
      known: new WeakSet(elements),
      // A bar or a box that slides in waits beside the window.
      shown: new WeakSet(
        onScreen.filter((element) => (isShown(element) && isInWindow(element)) || isAppearing(element)),
      ),
      attributes: new Map(parts.slice(0, mostParts).map((part) => [part, attributesOf(part)])),
      places: new Map(
        elements
          .filter((element) => element.scrollHeight > element.clientHeight || element.scrollWidth > element.clientWidth)
          .map((element) => [element, [element.scrollLeft, element.scrollTop]]),
      ),
      roots: rootsOf().map((root) => ({ root, classes: [...root.classList], style: root.style.cssText })),
    };
  }

  /** At its beginning, a layer that fades in is invisible. */
  const isAppearing = (element) => element.getAnimations().some(({ playState }) => playState === 'running');

  const rootsOf = () => [document.documentElement, document.body].filter((root) => root?.classList);

  /** Called after scripts are stopped. */
  function restoreTop() {
    if (!before) return;
    for (const [element, attributes] of before.attributes) restore(element, attributes);
    for (const each of before.roots) restoreRoot(each);
    hideNewLayers();
    for (const [element, [left, top]] of before.places) if (element.isConnected) restorePlace(element, left, top);
  }

  function restore(element, attributes) {
    for (const [name, value] of attributes) {
      if (element.getAttribute(name) === value) continue;
      if (value === null) element.removeAttribute(name);
      else element.setAttribute(name, value);
    }
  }

  /** Classes of the whole page that depend on the scroll position, or that an open layer sets. */
  const SCROLLED = /scroll|stick|fix|pin|shrink|compact|header|nav|lock|modal|popup|overlay|dialog/i;
  const LOCKING = ['overflow', 'overflow-x', 'overflow-y', 'position', 'top', 'height', 'padding-right'];

  function restoreRoot({ root, classes, style }) {
    for (const name of [...root.classList])
      if (!classes.includes(name) && SCROLLED.test(name)) root.classList.remove(name);
    for (const name of classes) if (SCROLLED.test(name)) root.classList.add(name);
    const former = document.createElement('i').style;
    former.cssText = style;
    for (const name of LOCKING) {
      const value = former.getPropertyValue(name);
      // It may have grown since.
      if (name === 'height' && page.isStretched(root)) continue;
      if (root.style.getPropertyValue(name) !== value)
        root.style.setProperty(name, value, former.getPropertyPriority(name));
    }
  }

  const leastLayer = 0.1;

  /** Newsletters and buttons that appear as one scrolls. A bar or a small widget that was added later may be the page's own. */
  function hideNewLayers() {
    for (const dialog of everywhere('dialog:modal')) if (!before.shown.has(dialog)) dialog.close();
    for (const element of inBody()) {
      if (before.shown.has(element) || getComputedStyle(element).position !== 'fixed' || !isShown(element)) continue;
      // One with an anchor scrolls with the page.
      if (!isInWindow(element)) continue;
      const { width, height } = element.getBoundingClientRect();
      const isLarge = width * height >= innerWidth * innerHeight * leastLayer && !isTopBar(element);
      if (before.known.has(element) || isLarge) element.style?.setProperty('display', 'none', 'important');
    }
  }

  /** A sidebar can follow the page. */
  function restorePlace(element, left, top) {
    if (element.scrollLeft !== left || element.scrollTop !== top) element.scrollTo({ left, top, behavior: 'instant' });
  }

  Object.assign(page, { rememberTop, restoreTop });
})(globalThis.pagekeep);
