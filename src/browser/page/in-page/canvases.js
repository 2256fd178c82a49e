/** No script is told of what is drawn on a canvas: it is compared with what was on it before. */
((page) => {
  const { everywhere, isShown } = page;

  const maxCanvases = 8;
  const paper = new OffscreenCanvas(1, 1);

  /** Tells, each time that it is asked, whether anything was drawn since; undefined if the page shows no canvas. */
  function watchCanvases() {
    const isDrawing = (element) => element instanceof HTMLCanvasElement && isShown(element);
    const canvases = everywhere('canvas').filter(isDrawing).slice(0, maxCanvases);
    if (canvases.length === 0) return undefined;
    let before = canvases.map(sketch);
    return () => {
      const now = canvases.map(sketch);
      const isRedrawn = now.some((pixels, n) => !isSame(pixels, before[n]));
      before = now;
      return isRedrawn;
    };
  }

  /** Undefined for one whose pixels may not be read. */
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

  Object.assign(page, { watchCanvases });
})(globalThis.pagekeep);
