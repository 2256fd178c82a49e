/** Nothing of the page is left out of a picture of the whole page. */
((page) => {
  const { everywhere } = page;

  /** Before the page is scrolled through: what is unfolded comes into view then. */
  async function reveal(maxHeight, isStatic) {
    const elements = everywhere('*');
    await page.expandInnerScroller(elements, maxHeight, isStatic);
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
  function repeatFixedBackground() {
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

  Object.assign(page, { reveal, repeatFixedBackground });
})(globalThis.pagekeep);
