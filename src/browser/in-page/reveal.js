/** Nothing of the page is left out of a picture of the whole page. */
((page) => {
  const { scroller, everywhere, isShown, heightOf } = page;

  /** Before the page is scrolled through: what is unfolded comes into view then. */
  async function reveal(mostHeight) {
    const elements = everywhere('*');
    await page.unfold(elements, mostHeight);
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
    if (!isBackdropFixed) return;
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

  /**
   * What GSAP and ScrollMagic keep in place while one scrolls on stands in a box with room for all that way, which
   * nobody ever sees empty.
   */
  function closeGaps() {
    for (const spacer of everywhere('.pin-spacer, .scrollmagic-pin-spacer')) {
      const { paddingTop, paddingBottom, boxSizing } = getComputedStyle(spacer);
      const room = boxSizing === 'border-box' ? Number.parseFloat(paddingTop) + Number.parseFloat(paddingBottom) : 0;
      const own = { height: `${heightOf(spacer) - room}px`, 'min-height': '0', 'max-height': 'none' };
      for (const [name, value] of Object.entries({ ...own, 'padding-top': '0', 'padding-bottom': '0' }))
        spacer.style.setProperty(name, value, 'important');
    }
  }

  /** What stays at the lower edge of the screen would cover what the page has there; it goes to the end of the page. */
  function lowerBars(mostHeight) {
    const way = Math.min(scroller()?.scrollHeight ?? 0, mostHeight) - innerHeight;
    if (way <= 0) return;
    const elements = everywhere('body *');
    const sticky = elements.filter((element) => {
      const { position, bottom } = getComputedStyle(element);
      return position === 'sticky' && bottom !== 'auto';
    });
    // All are looked at before any is moved.
    for (const element of elements.filter(isLowerBar)) {
      const [x = '0px', y = '0px'] = getComputedStyle(element).translate.replace('none', '').split(' ').filter(Boolean);
      element.style.setProperty('translate', `${x} calc(${y} + ${way}px)`, 'important');
    }
    for (const element of sticky) element.style.setProperty('bottom', 'auto', 'important');
  }

  function isLowerBar(element) {
    // Inside of what is moved itself, nothing is fixed to the screen; it has that for its offset parent.
    if (getComputedStyle(element).position !== 'fixed' || element.offsetParent || !isShown(element)) return false;
    const { top, bottom } = element.getBoundingClientRect();
    return top > innerHeight / 2 && top < innerHeight && bottom > innerHeight * 0.8;
  }

  Object.assign(page, { reveal, closeGaps, lowerBars, repeatBackdrop });
})(globalThis.pagekeep);
