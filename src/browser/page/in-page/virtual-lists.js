/** Pages that remove content from the DOM while it is out of view. */
((page) => {
  const { frame, waitFrames, scroller, to, inBody, isShown, staysOnScreen } = page;

  const DRAWN = 'img, svg, canvas, video, iframe, object, embed, input, button, select, textarea';

  /** The visible elements with content of their own. */
  function visibleContent() {
    const isText = ({ nodeType, data }) => nodeType === Node.TEXT_NODE && data.trim() !== '';
    const hasContentOfItsOwn = (element) =>
      element.matches(DRAWN) ||
      [...element.childNodes].some(isText) ||
      getComputedStyle(element).backgroundImage !== 'none';
    return inBody().filter((element) => hasContentOfItsOwn(element) && isShown(element));
  }

  /** The top and the bottom of the longest empty part of the page. */
  function longestGap(elements, pageHeight) {
    const places = elements.map((element) => element.getBoundingClientRect()).sort((one, other) => one.top - other.top);
    const end = { top: pageHeight, bottom: pageHeight };
    let [longest, seen] = [{ top: 0, bottom: 0 }, 0];
    for (const { top, bottom } of [...places, end]) {
      if (top - seen > longest.bottom - longest.top) longest = { top: seen, bottom: top };
      seen = Math.max(seen, bottom);
    }
    return longest;
  }

  /**
   * Returns the height of the page in screens if it renders only what is in view, such as a long list: scrolling to its
   * empty part then adds content. Otherwise returns 0.
   */
  async function screensDrawnInView(maxHeight) {
    const pageHeight = Math.min(heightOfPage(), maxHeight);
    if (pageHeight < innerHeight * 3) return 0;
    const before = visibleContent();
    const { top, bottom } = longestGap(before, pageHeight);
    if (bottom - top < innerHeight) return 0;
    to((top + bottom - innerHeight) / 2);
    const known = new Set(before);
    const isNew = (element) => {
      const { top: above, bottom: below } = element.getBoundingClientRect();
      return !known.has(element) && below > 0 && above < innerHeight && !staysOnScreen(element, /fixed|sticky/);
    };
    let appears = false;
    for (let looks = 0; !appears && looks < 8; looks += 1) {
      await waitFrames(1);
      appears = visibleContent().some(isNew);
    }
    to(0);
    await frame();
    return appears ? pageHeight / innerHeight : 0;
  }

  const heightOfPage = () => scroller()?.scrollHeight ?? 0;

  /** Tells the page that it was scrolled. A page that fits its window never is, but some show their content only then. */
  const tellOfScrolling = () => document.dispatchEvent(new Event('scroll', { bubbles: true }));

  Object.assign(page, { tellOfScrolling, screensDrawnInView, heightOfPage });
})(globalThis.pagekeep);
