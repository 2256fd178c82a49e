/** Expands an element that scrolls in place of the page. */
((page) => {
  const { waitFrames, scroller, outer, isShown, heightOf } = page;

  /** The element that scrolls in place of the page. */
  let inner;
  /** The elements that were made as high as its content. */
  const stretched = new WeakSet();
  const isStretched = (element) => stretched.has(element);

  /** An application with an inner scroller is as high as the viewport. Makes it as high as its content. */
  async function expandInnerScroller(elements, maxHeight, isStatic) {
    // A border or an empty line can make such an application a little higher than the viewport.
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

  /** A script can make its content larger as soon as there is more space. Such an element is restored. */
  async function tryToStretch(maxHeight) {
    const box = inner;
    const before = [...shellsOf(box), ...box.children].map(({ style }) => [style, style?.cssText]);
    stretch(maxHeight);
    // Many scripts measure the space after a delay.
    await waitFrames(5);
    const fits = inner && box.scrollHeight <= box.clientHeight;
    if (!fits) for (const [style, text] of before) if (style) style.cssText = text;
    // No further stretching: its content would grow with it.
    inner = undefined;
  }

  function shellsOf(element) {
    const shells = [];
    for (let shell = element; shell; shell = outer(shell)) shells.push(shell);
    return shells;
  }

  /** Called several times, because the element can load more when its end is in view. */
  function stretch(maxHeight) {
    // A virtual list renders the rows that fit. Stretches to one pixel above the height of the picture.
    const hidden = inner ? Math.min(inner.scrollHeight, maxHeight + 1) - inner.clientHeight : 0;
    if (hidden <= 0) return;
    // Measures all elements before it changes any.
    const shells = shellsOf(inner);
    const heights = shells.map(heightOf);
    const parts = [...inner.children].map((part) => ({ part, height: heightOf(part) }));
    for (const [n, shell] of shells.entries()) {
      stretched.add(shell);
      shell.style?.setProperty('height', `${heights[n] + hidden}px`, 'important');
      shell.style?.setProperty('max-height', 'none', 'important');
      // A fixed element does not make the page longer.
      if (getComputedStyle(shell).position === 'fixed') shell.style?.setProperty('position', 'absolute', 'important');
    }
    const isOver = () => inner.scrollHeight > inner.clientHeight;
    // Children with the height of their parent have grown with it.
    if (isOver()) for (const { part, height } of parts) part.style?.setProperty('height', `${height}px`, 'important');
    // An element that still overflows would grow endlessly.
    if (isOver()) inner = undefined;
  }

  /** A stretched element never scrolls, but many pages load more content only when it does. */
  const tellInnerScroller = () => inner?.dispatchEvent(new Event('scroll'));

  /** Whether the element takes most of the viewport and overflows. */
  function isMainScroller(element, isStatic) {
    const { clientWidth, clientHeight, scrollHeight } = element;
    if (scrollHeight <= clientHeight || clientWidth < innerWidth / 2 || clientHeight < innerHeight / 2) return false;
    return (scrolls(element) || (!isStatic && isMovedByScript(element))) && isShown(element);
  }

  const scrolls = (element) => /auto|scroll/.test(getComputedStyle(element).overflowY);

  /** Many pages clip everything below the first screen and scroll with a script. */
  function isMovedByScript(element) {
    if (!/hidden|clip/.test(getComputedStyle(element).overflowY)) return false;
    const end = element.getBoundingClientRect().top + element.clientHeight * 1.5;
    return partsInFlow(element, 3).some((part) => part.getBoundingClientRect().bottom > end);
  }

  /** Visible text in the flow of the page: no menus or dialogs beside it, and no clipped pictures. */
  function partsInFlow(element, depth) {
    const parts = [...element.children].filter((part) => {
      const isBeside = /absolute|fixed/.test(getComputedStyle(part).position);
      return !isBeside && part.textContent.trim() !== '' && isShown(part);
    });
    const inside = (part) => (getComputedStyle(part).overflowY === 'visible' ? partsInFlow(part, depth - 1) : []);
    return depth === 1 ? parts : parts.flatMap((part) => [part, ...inside(part)]);
  }

  Object.assign(page, { expandInnerScroller, isStretched, stretch, tellInnerScroller });
})(globalThis.pagekeep);
