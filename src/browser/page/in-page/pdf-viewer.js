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
  const drawn = [];
  for (; shown < pdf.numPages && height < maxHeight && performance.now() < end; shown += 1) {
    const page = await pdf.getPage(shown + 1);
    // A point of a PDF is 1/72 inch, and a CSS pixel 1/96 inch.
    const natural = page.getViewport({ scale: 96 / 72 });
    const fit = Math.min(1, (innerWidth - 2 * margin) / natural.width);
    const words = await readWords(page, (96 / 72) * fit);
    const image = await drawPage(page, (96 / 72) * fit, scale);
    document.body.append(image);
    drawn.push({ image, words });
    height += image.height + margin;
  }
  return { shown, pages: pdf.numPages, words: placeWords(drawn) };
};

const mostCharacters = 2 * 1024 * 1024;

/** The words of a page in CSS pixels from its corner. A page whose text cannot be read is drawn all the same. */
async function readWords(page, scale) {
  const { Util } = globalThis.pdfjsLib;
  const viewport = page.getViewport({ scale });
  const { items, styles } = await page.getTextContent().catch(() => ({ items: [], styles: {} }));
  return items.map(({ str, width, transform, fontName, hasEOL }) => {
    const [a, b, c, d, left, baseline] = Util.transform(viewport.transform, transform);
    const size = Math.hypot(c, d);
    const ascent = size * (styles[fontName]?.ascent || 0.8);
    const length = width * scale;
    const isUpright = Math.abs(b) > Math.abs(a);
    const box = isUpright
      ? { left: left - ascent, top: b < 0 ? baseline - length : baseline, width: size, height: length }
      : { left, top: baseline - ascent, width: length, height: size };
    return { text: str, size, isEnd: hasEOL, ...box };
  });
}

/** The words of all pages where they are in the document. */
function placeWords(drawn) {
  const placed = [];
  let characters = 0;
  for (const [page, { image, words }] of drawn.entries()) {
    const { left, top } = image.getBoundingClientRect();
    for (const word of words) {
      characters += word.text.length;
      if (characters > mostCharacters) return placed;
      placed.push({ ...word, page, left: word.left + left + scrollX, top: word.top + top + scrollY });
    }
  }
  return placed;
}

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
