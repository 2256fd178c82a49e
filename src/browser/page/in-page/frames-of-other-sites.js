/**
 * Chromium renders a frame of another site only while the frame is in view. Below the first screen its place in a
 * picture would be blank.
 */
((page) => {
  const { frame, to, everywhere, inBody, isShown } = page;

  const mostFrames = 24;

  /** Tells src/browser/text/ which frame a picture has replaced. */
  const number = 'data-pagekeep-frame';

  /** Numbers the frames of the page itself. Returns whether pictures will replace some of them. */
  function numberFrames() {
    if (globalThis.length === 0 || globalThis.parent !== globalThis) return false;
    for (const [n, element] of everywhere('iframe').entries()) element.setAttribute(number, n);
    return framesOfOtherSites().length > 0;
  }

  const topOf = (element) => element.getBoundingClientRect().top + scrollY;

  /** The visible frames of other sites below the first screen. */
  function framesOfOtherSites() {
    if (globalThis.length === 0) return [];
    const needsPicture = (element) => !element.contentDocument && topOf(element) >= innerHeight && isShown(element);
    return everywhere('iframe').filter(needsPicture).slice(0, mostFrames);
  }

  /** Where to scroll, so that each of these frames is in view once. */
  function placesOfFrames() {
    const places = [];
    const tops = framesOfOtherSites().map(topOf);
    for (const top of tops.sort((one, other) => one - other))
      if (places.length === 0 || top > places.at(-1) + innerHeight * 0.6) places.push(top - innerHeight * 0.2);
    return places;
  }

  /** The frames to replace by pictures of them, and the styles of the elements that are hidden meanwhile. */
  let frames = [];
  let hidden = [];

  /** Hides the elements that stay on the screen: they could cover a frame. Returns the number of frames. */
  function beginFramePictures() {
    frames = framesOfOtherSites();
    if (frames.length === 0) return 0;
    const mayCover = (element) =>
      /fixed|sticky/.test(getComputedStyle(element).position) && !frames.some((each) => element.contains(each));
    hidden = inBody()
      .filter((element) => element.style && mayCover(element))
      .map(({ style }) => ({ style, before: style.cssText }));
    for (const { style } of hidden) style.setProperty('visibility', 'hidden', 'important');
    return frames.length;
  }

  /** Scrolls to a frame. Returns where its content is in the page. */
  async function goToFrame(n) {
    const { top } = frames[n].getBoundingClientRect();
    if (top < 0 || top >= innerHeight * 0.9) to(topOf(frames[n]) - innerHeight * 0.2);
    // The frame is rendered from the second animation frame on.
    await frame();
    await frame();
    const { left, top: now, width, height } = frames[n].getBoundingClientRect();
    // A scaled frame is in the picture with its scale, and the image in its place is scaled again.
    const [across, down] = [width / frames[n].offsetWidth || 1, height / frames[n].offsetHeight || 1];
    const { paddingLeft, paddingRight, paddingTop, paddingBottom } = getComputedStyle(frames[n]);
    const sum = (...lengths) => lengths.reduce((total, length) => total + Number.parseFloat(length), 0);
    return {
      x: left + scrollX + across * (frames[n].clientLeft + sum(paddingLeft)),
      y: now + scrollY + down * (frames[n].clientTop + sum(paddingTop)),
      width: across * (frames[n].clientWidth - sum(paddingLeft, paddingRight)),
      height: down * (frames[n].clientHeight - sum(paddingTop, paddingBottom)),
    };
  }

  /**
   * Puts an image in the place of the frame. A canvas would not be shown, because scripts are stopped. If the policy of
   * the page forbids `data:` images, the frame stays.
   */
  async function replaceFrame(n, picture) {
    const image = new Image();
    image.setAttribute(number, frames[n].getAttribute(number));
    image.src = `data:image/png;base64,${picture}`;
    const isDecoded = await image.decode().then(
      () => true,
      () => false,
    );
    if (!isDecoded) return;
    const computed = getComputedStyle(frames[n]);
    for (const name of computed) image.style.setProperty(name, computed.getPropertyValue(name), 'important');
    image.style.setProperty('object-fit', 'fill', 'important');
    frames[n].replaceWith(image);
  }

  function endFramePictures() {
    for (const { style, before } of hidden) style.cssText = before;
    to(0);
  }

  Object.assign(page, { numberFrames, placesOfFrames, beginFramePictures, goToFrame, replaceFrame, endFramePictures });
})(globalThis.pagekeep);
