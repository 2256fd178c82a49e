/** Content that the page adds after it was scrolled through, and that needs to be in view to be loaded or shown. */
((page) => {
  const { changes, wait } = page;

  /** Elements that fade in by themselves are visible after this time. */
  const fadeTime = 1_500;

  /** When the first pass through the page began and the last ended, and how many there were. */
  const pass = { began: Infinity, ended: 0, count: 0 };
  /** Added elements that load or appear only in view. */
  let [lazy, hidden] = [[], []];
  /** Whether the last pass has loaded or shown such elements. */
  let helps = true;

  function beginPass() {
    pass.began = Math.min(pass.began, performance.now());
  }

  function endPass() {
    pass.ended = performance.now();
    pass.count += 1;
    if (lazy.length + hidden.length > 0) helps = !lazy.every(page.waitsForView) || hidden.some(page.isRevealed);
  }

  const CONTENT = 'img, svg, canvas, video, picture';

  /** A particle or a layer for decoration can also be invisible. */
  const hasContent = (element) =>
    element.matches(CONTENT) || element.querySelector(CONTENT) !== null || element.textContent.trim() !== '';

  /** Whether the page needs another pass. Costs nothing if it has added no elements. */
  function hasLateContent() {
    if (changes.lastAdded <= pass.began) return false;
    [lazy, hidden] = [page.lazyBelow(), page.hiddenBelow().filter(hasContent)];
    if (lazy.length + hidden.length > 0) return helps;
    // Added content at the end can load more in view. A log grows without end, so this counts once.
    return pass.count === 1 && changes.lastAdded > pass.ended && page.hasGrown();
  }

  /** Whether added elements stay unloaded or hidden until they are in view. Other elements appear by themselves, or are replaced. */
  async function waitsToBeInView() {
    if (!hasLateContent()) return false;
    const [unloaded, unseen] = [lazy, hidden];
    await wait(fadeTime);
    return (
      unloaded.some((element) => element.isConnected && page.waitsForView(element)) ||
      unseen.some((element) => element.isConnected && !page.isRevealed(element))
    );
  }

  /** Whether a page that was stopped is known to lack content. */
  function isIncomplete(isFullPage) {
    if (page.progress() === 'loading') return true;
    return isFullPage && (pass.count > 0 ? hasLateContent() : page.lazyBelow(true).length > 0);
  }

  Object.assign(page, { beginPass, endPass, hasLateContent, waitsToBeInView, isIncomplete });
})(globalThis.pagekeep);
