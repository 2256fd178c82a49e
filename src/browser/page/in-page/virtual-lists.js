/** What a page takes out of itself while it is out of view. */
((page) => {
  const { frame, wait, scroller, to, inBody, isShown, staysOnScreen } = page;

  const DRAWN = 'img, svg, canvas, video, iframe, object, embed, input, button, select, textarea';

  /** What there is to see, each thing by itself. */
  function sights() {
    const isText = ({ nodeType, data }) => nodeType === Node.TEXT_NODE && data.trim() !== '';
    const isSight = (element) =>
      element.matches(DRAWN) ||
      [...element.childNodes].some(isText) ||
      getComputedStyle(element).backgroundImage !== 'none';
    return inBody().filter((element) => isSight(element) && isShown(element));
  }

  /** The top and the bottom of the longest part of the page in which there is nothing to see. */
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
   * How many screens high the page is, if it draws only what is in view (a long list, a stream of posts): where it is
   * empty, something new appears as soon as one goes there. Otherwise 0.
   */
  async function screensDrawnInView(maxHeight) {
    const pageHeight = Math.min(heightOfPage(), maxHeight);
    if (pageHeight < innerHeight * 3) return 0;
    const before = sights();
    const { top, bottom } = longestGap(before, pageHeight);
    if (bottom - top < innerHeight) return 0;
    to((top + bottom - innerHeight) / 2);
    const known = new Set(before);
    const isNew = (element) => {
      const { top: above, bottom: below } = element.getBoundingClientRect();
      return !known.has(element) && below > 0 && above < innerHeight && !staysOnScreen(element, /fixed|sticky/);
    };
    const end = performance.now() + 500;
    let appears = false;
    for (; !appears && performance.now() < end; appears = sights().some(isNew)) await wait(50);
    to(0);
    await frame();
    return appears ? pageHeight / innerHeight : 0;
  }

  const heightOfPage = () => scroller()?.scrollHeight ?? 0;

  Object.assign(page, { screensDrawnInView, heightOfPage });
})(globalThis.pagekeep);
