/**
 * The files of this folder run inside the captured page, in an isolated world. The page's scripts can neither see nor
 * replace them, and builtins that a page has overwritten (requestAnimationFrame, Promise…) are intact. Their state lasts
 * as long as the document.
 *
 * This file comes first. It has the functions that the others share.
 */
globalThis.pagekeep = (() => {
  const frame = () =>
    new Promise((resolve) => {
      requestAnimationFrame(() => resolve());
      // A page that is not painted gets no animation frames.
      setTimeout(resolve, 250);
    });

  const wait = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds));

  /** Takes 50 to 70 ms for each frame on an idle machine, and longer on a busy one, where the timers of the page are late, too. */
  async function waitFrames(count) {
    for (let n = 0; n < count; n += 1) {
      await wait(50);
      await frame();
    }
  }

  const scroller = () => document.scrollingElement ?? document.documentElement;

  const to = (top) => scroller()?.scrollTo({ top, left: 0, behavior: 'instant' });

  /** The closed shadow roots that page/closed-roots.ts has found, by their hosts. */
  const closedRoots = new WeakMap();
  const rootOf = (element) => element.shadowRoot ?? closedRoots.get(element);

  /** The document, its open shadow roots, and the closed ones that are known. */
  function* trees(root = document) {
    yield root;
    for (const element of root.querySelectorAll('*')) {
      const inner = rootOf(element);
      if (inner) yield* trees(inner);
    }
  }

  const everywhere = (selector) => [...trees()].flatMap((tree) => [...tree.querySelectorAll(selector)]);

  /** The parent in the flat tree. */
  const outer = (element) => element.assignedSlot ?? element.parentElement ?? element.getRootNode().host;

  function isShown(element) {
    const { width, height } = element.getBoundingClientRect();
    return width > 0 && height > 0 && element.checkVisibility({ opacityProperty: true, visibilityProperty: true });
  }

  function isInWindow(element) {
    const { top, bottom, left, right } = element.getBoundingClientRect();
    return bottom > 0 && top < innerHeight && right > 0 && left < innerWidth;
  }

  /** All elements that can be visible. */
  const inBody = () => everywhere('*').filter((element) => !element.matches('html, head, head *, body'));

  /** The visible text of shadow roots, which innerText of the body does not contain. */
  function shadowText() {
    const textOf = (node) => {
      if (node.nodeType === Node.TEXT_NODE) return node.data;
      return node.nodeType !== Node.ELEMENT_NODE || node.matches('style, script, template') ? '' : node.innerText;
    };
    const shadows = [...trees()].slice(1);
    return shadows.flatMap(({ childNodes }) => [...childNodes].map(textOf)).join('\n');
  }

  /** Whether the element, or one that contains it, does not scroll with the page. */
  function staysOnScreen(element, how = /fixed/) {
    for (let each = element; each; each = outer(each)) if (how.test(getComputedStyle(each).position)) return true;
    return false;
  }

  const heightOf = (element) => Number.parseFloat(getComputedStyle(element).height);

  return {
    frame,
    wait,
    waitFrames,
    scroller,
    to,
    closedRoots,
    rootOf,
    trees,
    everywhere,
    inBody,
    outer,
    isShown,
    isInWindow,
    shadowText,
    staysOnScreen,
    heightOf,
  };
})();
