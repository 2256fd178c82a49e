/** A frame that fills the window and scrolls in place of the page. */
((page) => {
  const { scroller, everywhere, outer, isShown } = page;

  function fullFrame() {
    if ((scroller()?.scrollHeight ?? 0) > innerHeight * 1.1) return undefined;
    return everywhere('iframe').find((element) => {
      const { width, height } = element.getBoundingClientRect();
      return width >= innerWidth * 0.9 && height >= innerHeight * 0.8 && isShown(element);
    });
  }

  const hasFullFrame = () => fullFrame() !== undefined;

  /** Frames of a frameset have the height of the window. */
  const isFrameset = () => document.body?.localName === 'frameset';

  const hiddenHeight = () => page.heightOfPage() - innerHeight;

  let before = [];

  /** The elements around the frame grow with it. */
  function expandFullFrame(height) {
    const element = fullFrame();
    const more = height - (element?.clientHeight ?? height);
    if (more <= 0) return;
    const shells = [];
    for (let shell = element; shell && shell !== document.documentElement; shell = outer(shell)) shells.push(shell);
    // Measures all elements before it changes any.
    const heights = shells.map((shell) => shell.getBoundingClientRect().height);
    before = shells.filter(({ style }) => style).map(({ style }) => ({ style, text: style.cssText }));
    for (const [n, { style }] of shells.entries()) {
      style?.setProperty('height', `${heights[n] + more}px`, 'important');
      style?.setProperty('max-height', 'none', 'important');
      // A fixed element does not make the page longer.
      if (getComputedStyle(shells[n]).position === 'fixed') style?.setProperty('position', 'absolute', 'important');
    }
  }

  function restoreFullFrame() {
    for (const { style, text } of before) style.cssText = text;
  }

  Object.assign(page, { isFrameset, hiddenHeight, hasFullFrame, expandFullFrame, restoreFullFrame });
})(globalThis.pagekeep);
