/** The reactions of a page to the mouse that showPresence moves. */
((page) => {
  const { scroller, inBody } = page;

  /** Whether the browser scrolls the page, and not a script. */
  function scrollsByWheel() {
    const roots = [document.documentElement, document.body].filter((root) => root !== null);
    const isLocked = roots.some((root) => /hidden|clip/.test(getComputedStyle(root).overflowY));
    return !isLocked && (scroller()?.scrollHeight ?? 0) > innerHeight;
  }

  const largestCursor = 250;
  /** Of a cursor from the place of the mouse: many follow it with a delay or beside it. */
  const farthest = 60;

  /** Called after scripts are stopped. Hides what a script has moved to the mouse in place of the cursor. */
  function hideCursor() {
    const [x, y] = [10, innerHeight - 20];
    for (const element of inBody().filter(isMoved)) {
      const { left, top, width, height } = element.getBoundingClientRect();
      const isNear = Math.hypot(left + width / 2 - x, top + height / 2 - y) <= farthest;
      if (isNear && width <= largestCursor && height <= largestCursor)
        element.style.setProperty('visibility', 'hidden', 'important');
    }
  }

  const MOVING = ['transform', 'translate', 'left', 'top', 'inset'];

  /** Whether the element has its own place in front of the page, and no clicks. */
  function isMoved(element) {
    if (!MOVING.some((name) => element.style?.getPropertyValue(name))) return false;
    const { position, pointerEvents } = getComputedStyle(element);
    return /fixed|absolute/.test(position) && pointerEvents === 'none';
  }

  Object.assign(page, { scrollsByWheel, hideCursor });
})(globalThis.pagekeep);
