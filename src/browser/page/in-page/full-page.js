/** Makes the whole page visible for its picture. */
((page) => {
  const { everywhere } = page;

  /** Called before scrollThrough, so that expanded content also comes into view. */
  async function reveal(maxHeight, isStatic) {
    const elements = everywhere('*');
    await page.expandInnerScroller(elements, maxHeight, isStatic);
    for (const element of elements) {
      const { contentVisibility, backgroundAttachment } = getComputedStyle(element);
      // The page skips rendering out of view.
      if (contentVisibility === 'auto') element.style.setProperty('content-visibility', 'visible', 'important');
      if (!backgroundAttachment.includes('fixed')) continue;
      if (document.body && element === rootBackground()) isRootBackgroundFixed = true;
      // A picture shows the fixed background of a lower section at the top of the page.
      else element.style.setProperty('background-attachment', 'scroll', 'important');
    }
  }

  let isRootBackgroundFixed = false;

  /** The element whose background covers the canvas of the page. */
  function rootBackground() {
    const { backgroundImage, backgroundColor } = getComputedStyle(document.documentElement);
    const isBare = backgroundImage === 'none' && backgroundColor === 'rgba(0, 0, 0, 0)';
    return isBare ? document.body : document.documentElement;
  }

  /** In a picture, a fixed background ends after the first screen. It is repeated on each screen. */
  function repeatFixedBackground() {
    if (!isRootBackgroundFixed) return;
    const { style: own } = rootBackground();
    const { backgroundImage, backgroundSize } = getComputedStyle(rootBackground());
    // The size of the background depends on the root element only. The body keeps its height.
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
