/** The page comes to rest, and nothing in it moves any more. */
((page) => {
  const { frame, wait, trees, everywhere, isShown } = page;

  /** When the page was last changed by a script. */
  let changed = 0;
  new MutationObserver(() => {
    changed = performance.now();
  }).observe(document, { subtree: true, childList: true, attributes: true, characterData: true });

  /** Waits for what a script moves or counts frame by frame, and which no freezing could bring to its end. */
  async function comesToRest(mostTime) {
    const begin = performance.now();
    const end = begin + mostTime;
    await frame();
    const isDrawing = (element) => element instanceof HTMLCanvasElement && isShown(element);
    const canvases = everywhere('canvas').filter(isDrawing).slice(0, mostCanvases);
    let before = canvases.map(sketch);
    if (canvases.length > 0) changed = Math.max(changed, begin);
    while (performance.now() < Math.min(changed + 150, end)) {
      await wait(25);
      // Charts are drawn within a second or so; many a backdrop moves for ever.
      if (canvases.length === 0 || performance.now() > begin + 1_500) continue;
      const now = canvases.map(sketch);
      if (now.some((pixels, n) => !isSame(pixels, before[n]))) changed = performance.now();
      before = now;
    }
  }

  const mostCanvases = 8;
  const paper = new OffscreenCanvas(1, 1);

  /** What is drawn on a canvas, no script is told of. Undefined for one whose pixels may not be read. */
  function sketch(canvas) {
    paper.width = Math.min(canvas.width, 512);
    paper.height = Math.min(canvas.height, 512);
    if (paper.width === 0 || paper.height === 0) return undefined;
    const pen = paper.getContext('2d', { willReadFrequently: true });
    try {
      pen.drawImage(canvas, 0, 0, paper.width, paper.height);
      return new Uint32Array(pen.getImageData(0, 0, paper.width, paper.height).data.buffer);
    } catch {
      return undefined;
    }
  }

  const isSame = (one, other) =>
    one?.length === other?.length && (one === undefined || one.every((value, n) => value === other[n]));

  /** Waits for fonts and for images that have begun; an image that never started is not waited for. */
  async function ready(mostTime) {
    const end = performance.now() + mostTime;
    // The layout begins to load the fonts that it needs. `fonts.ready` would wait for a document that never ends.
    document.documentElement?.getBoundingClientRect();
    while (document.fonts?.status === 'loading' && performance.now() < end) await wait(25);
    const images = everywhere('img');
    const loading = () =>
      images.filter((image) => !image.complete && image.loading !== 'lazy' && (image.src || image.srcset));
    while (loading().length > 0 && performance.now() < end) await wait(50);
    return loading().length;
  }

  /**
   * Finite animations jump to their end, endless ones to their beginning: 12 of 12 pictures alike; pausing was not.
   * Those that the page has paused show what it wants them to. Returns how many frames there are to freeze, too.
   * A height of 0 stands for a picture of the viewport alone.
   */
  function freeze(mostHeight = 0) {
    if (mostHeight > 0) page.putInPlace(mostHeight);
    page.repeatBackdrop();
    page.showSeen();
    for (const animation of [...trees()].flatMap((tree) => tree.getAnimations())) {
      if (animation.playState === 'paused') continue;
      try {
        if (Number.isFinite(animation.effect?.getComputedTiming().endTime ?? 0)) animation.finish();
        else animation.cancel();
      } catch {
        animation.cancel();
      }
    }
    for (const media of everywhere('video, audio')) media.pause();
    for (const moving of everywhere('[fill=freeze]')) finishDrawing(moving);
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
    return globalThis.length;
  }

  /** When a drawing begins to move by itself: at a time, or with another of its movements. */
  const byItself = /^\s*$|^\s*[+-]?[\d.:]+\s*(?:h|min|s|ms)?\s*(?:;|$)|\.(?:begin|end)\b/;

  /** The browser keeps drawings from moving (flags.ts): what would stay at its end is put there. */
  function finishDrawing(moving) {
    const given = (name) => moving.getAttribute(name) ?? '';
    const endless = ['repeatCount', 'repeatDur', 'dur'].some((name) => given(name) === 'indefinite');
    const end =
      given('to') ||
      given('values')
        .split(';')
        .findLast((value) => value.trim() !== '');
    const [name, type] = [given('attributeName'), given('type')];
    if (!moving.targetElement || endless || !end || !name || !byItself.test(given('begin'))) return;
    const value = moving.localName === 'animateTransform' ? `${type || 'translate'}(${end})` : end.trim();
    moving.targetElement.setAttribute(name, value);
    // A style would outrank the attribute.
    moving.targetElement.style.setProperty(name, value, 'important');
  }

  Object.assign(page, { comesToRest, ready, freeze });
})(globalThis.pagekeep);
