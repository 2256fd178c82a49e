/** Nothing of the page is left out of a picture of the whole page. */
((page) => {
  const { scroller, everywhere, outer, isShown } = page;

  /** Before the page is scrolled through: what is unfolded comes into view then. */
  function reveal(mostHeight) {
    const elements = everywhere('*');
    unfold(elements, mostHeight);
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

  /** The part of an application that scrolls, in a page that does not. */
  let inner;

  /** An application that scrolls inside itself is as high as the viewport; it is made as high as what it holds. */
  function unfold(elements, mostHeight) {
    // A border or an empty line below makes many an application a little higher than the viewport.
    if ((scroller()?.scrollHeight ?? 0) > innerHeight * 1.1) return;
    const area = ({ clientWidth, clientHeight }) => clientWidth * clientHeight;
    [inner] = elements
      .filter(isMainScroller)
      .sort((one, other) => area(other) - area(one) || other.scrollHeight - one.scrollHeight);
    inner?.scrollTo({ top: 0, left: 0, behavior: 'instant' });
    stretch(mostHeight);
  }

  /** Again and again, for it may load more when its end is seen. */
  function stretch(mostHeight) {
    // A list of a million rows draws those that have a place: they get one a pixel beyond what a picture can hold.
    const hidden = inner ? Math.min(inner.scrollHeight, mostHeight + 1) - inner.clientHeight : 0;
    if (hidden <= 0) return;
    const shells = [];
    for (let shell = inner; shell; shell = outer(shell)) shells.push(shell);
    // All are measured before any is changed.
    const heightOf = (element) => Number.parseFloat(getComputedStyle(element).height);
    const heights = shells.map(heightOf);
    const parts = [...inner.children].map((part) => ({ part, height: heightOf(part) }));
    for (const [n, shell] of shells.entries()) {
      shell.style.setProperty('height', `${heights[n] + hidden}px`, 'important');
      shell.style.setProperty('max-height', 'none', 'important');
      // What is fixed makes no page longer.
      if (getComputedStyle(shell).position === 'fixed') shell.style.setProperty('position', 'absolute', 'important');
    }
    const isOver = () => inner.scrollHeight > inner.clientHeight;
    // Parts that are as high as what they are in have grown with it.
    if (isOver()) for (const { part, height } of parts) part.style?.setProperty('height', `${height}px`, 'important');
    // What still grows with it would do so without end.
    if (isOver()) inner = undefined;
  }

  /** Whether it takes most of the viewport, and holds more than it shows. */
  function isMainScroller(element) {
    const { clientWidth, clientHeight, scrollHeight } = element;
    if (scrollHeight <= clientHeight || clientWidth < innerWidth / 2 || clientHeight < innerHeight / 2) return false;
    return /auto|scroll/.test(getComputedStyle(element).overflowY) && isShown(element);
  }

  Object.assign(page, { reveal, stretch, repeatBackdrop });
})(globalThis.pagekeep);
