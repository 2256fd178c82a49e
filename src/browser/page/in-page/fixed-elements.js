/** Nothing of what stays in place while one scrolls is in the way of the rest. */
((page) => {
  const { scroller, to, everywhere, inBody, outer, isShown, heightOf } = page;

  /** Once scripts are stopped, for a picture of the whole page. */
  function placeFixedElements(maxHeight) {
    // What a script has moved to where it belongs further down cannot be told to move back.
    if (scrollY === 0) closeGaps();
    to(0);
    lowerBars(maxHeight);
  }

  /**
   * What GSAP and ScrollMagic keep in place while one scrolls on stands in a box with room for all that way, which is
   * empty in no other place than a picture.
   */
  function closeGaps() {
    for (const spacer of everywhere('.pin-spacer, .scrollmagic-pin-spacer')) {
      const { paddingTop, paddingBottom, boxSizing } = getComputedStyle(spacer);
      const room = boxSizing === 'border-box' ? Number.parseFloat(paddingTop) + Number.parseFloat(paddingBottom) : 0;
      const own = { height: `${heightOf(spacer) - room}px`, 'min-height': '0', 'max-height': 'none' };
      set(spacer, { ...own, 'padding-top': '0', 'padding-bottom': '0' });
    }
  }

  /** What stays at the lower edge of the screen would cover what the page has there; it goes to the end of the page. */
  function lowerBars(maxHeight) {
    const way = Math.min(scroller()?.scrollHeight ?? 0, maxHeight) - innerHeight;
    if (way <= 0) return;
    const elements = inBody();
    // All are looked at before any is moved.
    const sticky = elements.filter(isStuckToScreen);
    const fixed = elements.filter(isLowerBar).map((element) => {
      const { top, height } = getComputedStyle(element);
      return { element, place: { top: `calc(${top} + ${way}px)`, bottom: 'auto', height } };
    });
    for (const { element, place } of fixed) set(element, place);
    for (const element of sticky) set(element, { bottom: 'auto' });
  }

  function isLowerBar(element) {
    // Inside of what is moved itself, nothing is fixed to the screen; it has that for its offset parent.
    if (getComputedStyle(element).position !== 'fixed' || element.offsetParent || !isShown(element)) return false;
    const { top, bottom } = element.getBoundingClientRect();
    return top > innerHeight / 2 && top < innerHeight && bottom > innerHeight * 0.8;
  }

  /** What is in a box that scrolls, or cuts off, sticks to that. */
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
