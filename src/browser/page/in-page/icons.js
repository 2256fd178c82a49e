/** The icon of the site. */
((page) => {
  const mostLinks = 20;
  const mostCharacters = 150_000;

  /** The icons that the page names, as far as they fit to the current theme. */
  function iconLinks() {
    return [...document.querySelectorAll('link[rel~="icon" i]')]
      .filter(({ href, media }) => href !== '' && href.length <= mostCharacters && matchMedia(media).matches)
      .slice(0, mostLinks)
      .map(({ href, type, sizes }) => ({ url: href, type, sizes: sizes.value.slice(0, 100) }));
  }

  /** Resolves when the image was loaded or could not be loaded. */
  function requestImage(url) {
    const image = new Image();
    return new Promise((resolve) => {
      image.onload = image.onerror = () => resolve();
      image.src = url;
    });
  }

  /** Raster images are decoded without a URL, because the policy of the page may forbid data: URLs. */
  async function decode(base64, isVector) {
    if (!isVector) return createImageBitmap(new Blob([Uint8Array.fromBase64(base64)]));
    const image = new Image();
    image.src = `data:image/svg+xml;base64,${base64}`;
    await image.decode();
    return image;
  }

  /**
   * Draws an image into a square of at most `side` pixels. An SVG runs no scripts there and loads nothing. Returns a PNG in
   * base64, or null if it is no image or shows nothing.
   */
  async function drawIcon(base64, isVector, side) {
    const image = await decode(base64, isVector).catch(() => null);
    if (!image) return null;
    const longest = Math.max(image.width, image.height);
    const size = Math.min(side, longest);
    const [width, height] = [image.width, image.height].map((length) => (length * size) / longest);
    const canvas = document.createElement('canvas');
    canvas.width = canvas.height = size;
    const context = canvas.getContext('2d', { willReadFrequently: true });
    context.imageSmoothingQuality = 'high';
    context.drawImage(image, (size - width) / 2, (size - height) / 2, width, height);
    const isVisible = context.getImageData(0, 0, size, size).data.some((value, at) => at % 4 === 3 && value > 0);
    return isVisible ? canvas.toDataURL('image/png').replace(/^.*,/, '') : null;
  }

  Object.assign(page, { iconLinks, requestImage, drawIcon });
})(globalThis.pagekeep);
