/** There is no event for drawing on a canvas, so its pixels are compared. */
((page) => {
  const { everywhere, frame, isShown, to, wait } = page;

  const maxCanvases = 8;
  const copy = new OffscreenCanvas(1, 1);

  const visibleCanvases = () =>
    everywhere('canvas').filter((element) => element instanceof HTMLCanvasElement && isShown(element));

  /** Returns a function that tells whether a canvas has changed since its last call; undefined without visible canvases. */
  function watchCanvases(canvases = visibleCanvases().slice(0, maxCanvases)) {
    if (canvases.length === 0) return undefined;
    let before = canvases.map(pixelsOf);
    return () => {
      const now = canvases.map(pixelsOf);
      const isRedrawn = now.some((pixels, n) => !isSame(pixels, before[n]));
      before = now;
      return isRedrawn;
    };
  }

  /** Returns undefined for a canvas whose pixels must not be read. */
  function pixelsOf(canvas) {
    copy.width = Math.min(canvas.width, 512);
    copy.height = Math.min(canvas.height, 512);
    if (copy.width === 0 || copy.height === 0) return undefined;
    const context = copy.getContext('2d', { willReadFrequently: true });
    try {
      context.drawImage(canvas, 0, 0, copy.width, copy.height);
      return new Uint32Array(context.getImageData(0, 0, copy.width, copy.height).data.buffer);
    } catch {
      return undefined;
    }
  }

  const isSame = (one, other) =>
    one?.length === other?.length && (one === undefined || one.every((value, n) => value === other[n]));

  const isInView = (canvas) => {
    const { top, bottom } = canvas.getBoundingClientRect();
    return top < innerHeight && bottom > 0;
  };

  /** The canvases below the first screen that were scrolled into view. */
  const visited = new WeakSet();
  const mostStops = 10;
  let stops = 0;

  /** Scrolls to the next canvas below the first screen. Returns false if there is none. */
  async function toNextCanvas() {
    const isBelow = (canvas) => canvas.getBoundingClientRect().bottom + scrollY > innerHeight;
    const next = visibleCanvases().find((canvas) => !visited.has(canvas) && !isInView(canvas) && isBelow(canvas));
    stops += 1;
    if (next && stops <= mostStops) {
      const { top, height } = next.getBoundingClientRect();
      to(scrollY + top + height / 2 - innerHeight / 2);
      // Some pages look only a few times a second what is in view.
      await page.waitFrames(noticeFrames);
      for (const canvas of [next, ...visibleCanvases().filter(isInView)]) visited.add(canvas);
      return true;
    }
    to(0);
    return false;
  }

  const noticeFrames = 4;

  /** Milliseconds. Charts are complete after about a second; many backgrounds move endlessly. */
  const [chartTime, stillTime] = [1_500, 200];

  /** Whether a canvas in view is drawn again and again. */
  async function areCanvasesMoving() {
    const hasMoved = watchCanvases(visibleCanvases().filter(isInView));
    const begin = performance.now();
    for (let last = begin; hasMoved && performance.now() < last + stillTime; ) {
      await wait(25);
      await frame();
      if (hasMoved()) last = performance.now();
      if (last > begin + chartTime) return true;
    }
    return false;
  }

  /** How canvases in view looked when their animation had ended. */
  const kept = new Map();
  const maxKeptPixels = 30_000_000;
  let keptPixels = 0;

  function keepCanvases() {
    for (const canvas of visibleCanvases().filter(isInView)) {
      keptPixels += canvas.width * canvas.height;
      if (keptPixels > maxKeptPixels || canvas.width * canvas.height === 0) return;
      const copy = canvas.cloneNode(false);
      copy.getContext('2d').drawImage(canvas, 0, 0);
      kept.set(canvas, copy);
    }
  }

  /** Called while scripts still run: without them, Chromium shows the fallback content of a canvas that is inserted. */
  function placeKeptCanvases() {
    for (const [canvas, copy] of kept) {
      for (const name of ['class', 'style']) {
        const value = canvas.getAttribute(name);
        if (value !== null) copy.setAttribute(name, value);
      }
      if (canvas.isConnected && canvas.width === copy.width && canvas.height === copy.height) canvas.replaceWith(copy);
    }
  }

  Object.assign(page, { watchCanvases, toNextCanvas, areCanvasesMoving, keepCanvases, placeKeptCanvases });
})(globalThis.pagekeep);
