/**
 * Runs in the viewer of src/browser/page/pdf.ts, in which PDF.js is loaded. Draws each page of a PDF as an image, because
 * the canvases of a long document would take more memory than a page may.
 */
globalThis.showPdf = async (base64, { scale, maxHeight, maxTime, files }) => {
  const { getDocument } = globalThis.pdfjsLib;
  const [margin, end] = [16, performance.now() + maxTime];
  const pdf = await getDocument({
    data: Uint8Array.fromBase64(base64),
    cMapUrl: `${files}cmaps/`,
    standardFontDataUrl: `${files}standard_fonts/`,
    wasmUrl: `${files}wasm/`,
    iccUrl: `${files}iccs/`,
    disableWorkerRendering: true,
    verbosity: 0,
  }).promise;
  const { info } = await pdf.getMetadata();
  document.title = info?.Title || decodeURIComponent(location.pathname.split('/').at(-1));
  let [height, shown] = [margin, 0];
  for (; shown < pdf.numPages && height < maxHeight && performance.now() < end; shown += 1) {
    const page = await pdf.getPage(shown + 1);
    // A point of a PDF is 1/72 inch, and a CSS pixel 1/96 inch.
    const natural = page.getViewport({ scale: 96 / 72 });
    const fit = Math.min(1, (innerWidth - 2 * margin) / natural.width);
    const image = await drawPage(page, (96 / 72) * fit, scale);
    document.body.append(image);
    height += image.height + margin;
  }
  return { shown, pages: pdf.numPages };
};

async function drawPage(page, cssScale, scale) {
  const viewport = page.getViewport({ scale: cssScale * scale });
  const canvas = document.createElement('canvas');
  canvas.width = Math.max(1, Math.floor(viewport.width));
  canvas.height = Math.max(1, Math.floor(viewport.height));
  await page.render({ canvas, viewport }).promise;
  const blob = await new Promise((resolve) => canvas.toBlob(resolve));
  page.cleanup();
  const image = new Image(Math.round(canvas.width / scale), Math.round(canvas.height / scale));
  if (!blob) throw new Error('A page is too large.');
  image.src = URL.createObjectURL(blob);
  await image.decode();
  return image;
}
