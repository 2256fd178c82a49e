/** A page that moves inside itself is as high as what it holds. */
((page) => {
  const { wait, scroller, outer, isShown, heightOf } = page;

  /** The part of a page that is moved, where the page itself does not scroll. */
  let inner;

  /** An application that scrolls inside itself is as high as the viewport; it is made as high as what it holds. */
  async function expandInnerScroller(elements, maxHeight, isStatic) {
    // A border or an empty line below makes many an application a little higher than the viewport.
    if ((scroller()?.scrollHeight ?? 0) > innerHeight * 1.1) return;
    const candidates = elements.filter((element) => isMainScroller(element, isStatic));
    const area = ({ clientWidth, clientHeight }) => clientWidth * clientHeight;
    const largest = (some) =>
      some.toSorted((one, other) => area(other) - area(one) || other.scrollHeight - one.scrollHeight)[0];
    const scrolling = candidates.filter(scrolls);
    inner = largest(scrolling) ?? largest(candidates);
    inner?.scrollTo({ top: 0, left: 0, behavior: 'instant' });
    if (scrolling.length > 0) stretch(maxHeight);
    else if (inner) await tryToStretch(maxHeight);
  }

  /** What a script moves, it may also make larger as soon as there is more room. Then it is left as it was. */
  async function tryToStretch(maxHeight) {
    const box = inner;
    const before = [...shellsOf(box), ...box.children].map(({ style }) => [style, style?.cssText]);
    stretch(maxHeight);
    // Many a script lets some time pass before it looks how much room there is.
    await wait(300);
    const fits = inner && box.scrollHeight <= box.clientHeight;
    if (!fits) for (const [style, text] of before) if (style) style.cssText = text;
    // What grows later, grows with its room.
    inner = undefined;
  }

  function shellsOf(element) {
    const shells = [];
    for (let shell = element; shell; shell = outer(shell)) shells.push(shell);
    return shells;
  }

  /** Again and again, for it may load more when its end is seen. */
  function stretch(maxHeight) {
    // A list of a million rows draws those that have a place: they get one a pixel beyond what a picture can hold.
    const hidden = inner ? Math.min(inner.scrollHeight, maxHeight + 1) - inner.clientHeight : 0;
    if (hidden <= 0) return;
    // All are measured before any is changed.
    const shells = shellsOf(inner);
    const heights = shells.map(heightOf);
    const parts = [...inner.children].map((part) => ({ part, height: heightOf(part) }));
    for (const [n, shell] of shells.entries()) {
      shell.style?.setProperty('height', `${heights[n] + hidden}px`, 'important');
      shell.style?.setProperty('max-height', 'none', 'important');
      // What is fixed makes no page longer.
      if (getComputedStyle(shell).position === 'fixed') shell.style?.setProperty('position', 'absolute', 'important');
    }
    const isOver = () => inner.scrollHeight > inner.clientHeight;
    // Parts that are as high as what they are in have grown with it.
    if (isOver()) for (const { part, height } of parts) part.style?.setProperty('height', `${height}px`, 'important');
    // What isStatic grows with it would do so without end.
    if (isOver()) inner = undefined;
  }

  /** Whether it takes most of the viewport, and holds more than it shows. */
  function isMainScroller(element, isStatic) {
    const { clientWidth, clientHeight, scrollHeight } = element;
    if (scrollHeight <= clientHeight || clientWidth < innerWidth / 2 || clientHeight < innerHeight / 2) return false;
    return (scrolls(element) || (!isStatic && isMovedByScript(element))) && isShown(element);
  }

  const scrolls = (element) => /auto|scroll/.test(getComputedStyle(element).overflowY);

  /** Many a page cuts off what is below the first screen, and moves it into view by a script of its own. */
  function isMovedByScript(element) {
    if (!/hidden|clip/.test(getComputedStyle(element).overflowY)) return false;
    const end = element.getBoundingClientRect().top + element.clientHeight * 1.5;
    return partsInFlow(element, 3).some((part) => part.getBoundingClientRect().bottom > end);
  }

  /** What one would read there: no menu or dialog that waits beside the flow of the page, and no picture that is cut. */
  function partsInFlow(element, depth) {
    const parts = [...element.children].filter((part) => {
      const isBeside = /absolute|fixed/.test(getComputedStyle(part).position);
      return !isBeside && part.textContent.trim() !== '' && isShown(part);
    });
    const inside = (part) => (getComputedStyle(part).overflowY === 'visible' ? partsInFlow(part, depth - 1) : []);
    return depth === 1 ? parts : parts.flatMap((part) => [part, ...inside(part)]);
  }

  Object.assign(page, { expandInnerScroller, stretch });
})(globalThis.pagekeep);
