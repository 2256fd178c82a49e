/** Makes the whole page visible for its picture. */
((page) => {
  const { everywhere } = page;

  /** Called before scrollThrough, so that expanded content also comes into view. */
  async function reveal(maxHeight, isStatic) {
    const elements = everywhere('*');
    await page.expandInnerScroller(elements, maxHeight, isStatic);
    revealBelow(elements);
    for (const element of elements) {
      if (!getComputedStyle(element).backgroundAttachment.includes('fixed')) continue;
      if (document.body && element === rootBackground()) isRootBackgroundFixed = true;
      // A picture shows the fixed background of a lower section at the top of the page.
      else element.style.setProperty('background-attachment', 'scroll', 'important');
    }
  }

  const CHANGE = 'contentvisibilityautostatechange';

  /** Shows what style sheets show only in view. Called again for elements that the page has added since. */
  function revealBelow(elements = everywhere('*')) {
    const [skipped, triggered] = [[], []];
    for (const element of elements) {
      const { contentVisibility, animationTrigger = 'none' } = getComputedStyle(element);
      if (contentVisibility === 'auto') skipped.push(element);
      if (animationTrigger !== 'none') triggered.push(element);
    }
    // On the first screen, such as in a header, the animation shows how far the page is scrolled.
    const below = triggered.filter((element) => element.getBoundingClientRect().top + scrollY >= innerHeight);
    for (const element of skipped) {
      element.style.setProperty('content-visibility', 'visible', 'important');
      // The browser sends it only to an element that comes into view, and a page can render the content then.
      const shown = new ContentVisibilityAutoStateChangeEvent(CHANGE, { skipped: false, bubbles: true });
      element.dispatchEvent(shown);
    }
    for (const element of below) {
      element.style.setProperty('animation-trigger', 'none', 'important');
      // Without its trigger, an animation is paused.
      page.finish(element.getAnimations());
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

  Object.assign(page, { reveal, revealBelow, repeatFixedBackground });
})(globalThis.pagekeep);
