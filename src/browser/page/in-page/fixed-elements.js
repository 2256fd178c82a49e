/** Moves fixed and sticky elements so that they do not cover the page. */
((page) => {
  const { scroller, to, everywhere, inBody, outer, isShown, heightOf } = page;

  /** Called after scripts are stopped, for a picture of the whole page. */
  function placeFixedElements(maxHeight) {
    // If the page is scrolled, scripts have already moved pinned elements, and cannot move them back.
    if (scrollY === 0) closeGaps();
    to(0);
    lowerBars(maxHeight);
  }

  /** GSAP and ScrollMagic give a pinned element a spacer as high as the scroll distance, which is empty in a picture. */
  function closeGaps() {
    for (const spacer of everywhere('.pin-spacer, .scrollmagic-pin-spacer')) {
      const { paddingTop, paddingBottom, boxSizing } = getComputedStyle(spacer);
      const room = boxSizing === 'border-box' ? Number.parseFloat(paddingTop) + Number.parseFloat(paddingBottom) : 0;
      const own = { height: `${heightOf(spacer) - room}px`, 'min-height': '0', 'max-height': 'none' };
      set(spacer, { ...own, 'padding-top': '0', 'padding-bottom': '0' });
    }
  }

  /** A bar at the bottom of the screen would cover the page there. It moves to the end of the page. */
  function lowerBars(maxHeight) {
    const distance = Math.min(scroller()?.scrollHeight ?? 0, maxHeight) - innerHeight;
    if (distance <= 0) return;
    const elements = inBody();
    // Measures all elements before it moves any.
    const sticky = elements.filter(isStuckToScreen);
    const fixed = elements.filter(isLowerBar).map((element) => {
      const { top, height } = getComputedStyle(element);
      return { element, place: { top: `calc(${top} + ${distance}px)`, bottom: 'auto', height } };
    });
    for (const { element, place } of fixed) set(element, place);
    for (const element of sticky) set(element, { bottom: 'auto' });
  }

  function isLowerBar(element) {
    // Inside a transformed element, `fixed` is relative to that element, which is then the offset parent.
    if (getComputedStyle(element).position !== 'fixed' || element.offsetParent || !isShown(element)) return false;
    const { top, bottom } = element.getBoundingClientRect();
    return top > innerHeight / 2 && top < innerHeight && bottom > innerHeight * 0.8;
  }

  /** Inside an element that scrolls or clips, a sticky element sticks to that element. */
  function isStuckToScreen(element) {
    const { position, bottom } = getComputedStyle(element);
    if (position !== 'sticky' || bottom === 'auto') return false;
    for (let each = outer(element); each && !each.matches('body, html'); each = outer(each))
      if (getComputedStyle(each).overflowY !== 'visible') return false;
    return true;
  }

  function set(element, look) {
    for (const [name, value] of Object.entries(look)) element.style?.setProperty(name, value, 'important');
  }

  Object.assign(page, { placeFixedElements });
})(globalThis.pagekeep);
