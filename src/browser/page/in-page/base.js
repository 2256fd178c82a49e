/**
 * What is in this folder runs inside the captured page, in a world of its own: the page's scripts can neither see nor
 * replace what is here, and builtins that a page has overwritten (requestAnimationFrame, Promise…) are whole. Who enters
 * the world of a document again finds what was left there.
 *
 * This file comes first, with what the others have in common.
 */
globalThis.pagekeep = (() => {
  const frame = () =>
    new Promise((resolve) => {
      requestAnimationFrame(() => resolve());
      // A page that is not being painted gets no animation frames.
      setTimeout(resolve, 250);
    });

  const wait = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds));

  const scroller = () => document.scrollingElement ?? document.documentElement;

  const to = (top) => scroller()?.scrollTo({ top, left: 0, behavior: 'instant' });

  /** The page's tree, and the shadow trees in it that are open. */
  function* trees(root = document) {
    yield root;
    for (const element of root.querySelectorAll('*')) if (element.shadowRoot) yield* trees(element.shadowRoot);
  }

  const everywhere = (selector) => [...trees()].flatMap((tree) => [...tree.querySelectorAll(selector)]);

  /** What an element is drawn in. */
  const outer = (element) => element.assignedSlot ?? element.parentElement ?? element.getRootNode().host;

  function isShown(element) {
    const { width, height } = element.getBoundingClientRect();
    return width > 0 && height > 0 && element.checkVisibility({ opacityProperty: true, visibilityProperty: true });
  }

  /** All that can be drawn of the page. */
  const inBody = () => everywhere('*').filter((element) => !element.matches('html, head, head *, body'));

  /** Whether it stays where it is on the screen while one scrolls, by itself or with what it is in. */
  function staysOnScreen(element, how = /fixed/) {
    for (let each = element; each; each = outer(each)) if (how.test(getComputedStyle(each).position)) return true;
    return false;
  }

  const heightOf = (element) => Number.parseFloat(getComputedStyle(element).height);

  return { frame, wait, scroller, to, trees, everywhere, inBody, outer, isShown, staysOnScreen, heightOf };
})();
