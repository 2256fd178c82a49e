/** There is no event for drawing on a canvas, so its pixels are compared. */
((page) => {
  const { everywhere, isShown } = page;

  const maxCanvases = 8;
  const copy = new OffscreenCanvas(1, 1);

  /** Returns a function that tells whether a canvas has changed since its last call; undefined without visible canvases. */
  function watchCanvases() {
    const isVisibleCanvas = (element) => element instanceof HTMLCanvasElement && isShown(element);
    const canvases = everywhere('canvas').filter(isVisibleCanvas).slice(0, maxCanvases);
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

  Object.assign(page, { watchCanvases });
})(globalThis.pagekeep);
