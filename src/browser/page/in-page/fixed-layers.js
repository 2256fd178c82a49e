/** Layers that are fixed or sticky behind the content. In a picture of the whole page they would end with the first screen. */
((page) => {
  const { scroller, inBody, isShown } = page;

  const mostScreens = 300;

  /** Called after scripts are stopped. Repeats each layer on every screen, as a visitor sees it there. */
  function repeatFixedLayers(maxHeight) {
    const height = Math.min(scroller()?.scrollHeight ?? 0, maxHeight);
    const screens = Math.min(Math.ceil(height / innerHeight), mostScreens);
    if (screens < 2) return;
    const elements = inBody();
    const pseudo = [document.documentElement, ...(document.body ? [document.body] : []), ...elements]
      .flatMap((element) => ['::before', '::after'].map((name) => ({ element, name })))
      .filter(isFixedPseudo);
    for (const each of pseudo) repeatPseudo(each, height);
    for (const layer of elements.filter(isLayerBehind)) repeat(layer, screens, height);
    for (const layer of elements.filter(isStickyLayer)) repeatSticky(layer);
  }

  /** A sticky layer as large as the screen, with content of the same parent that moves in front of it. */
  function isStickyLayer(layer) {
    const { position, top } = getComputedStyle(layer);
    if (position !== 'sticky' || Math.abs(Number.parseFloat(top)) > 1 || !isShown(layer)) return false;
    const box = layer.getBoundingClientRect();
    if (!fillsScreen({ top: 0, left: box.left, width: box.width, height: box.height })) return false;
    if (layer.matches(DRAWN) || layer.querySelector(DRAWN)) return false;
    return [...(layer.parentElement?.children ?? [])].some((sibling) => {
      const { top: begin, bottom: end } = sibling.getBoundingClientRect();
      return sibling !== layer && begin < box.top + box.height / 2 && end > box.bottom + innerHeight / 4;
    });
  }

  /** Copies below the layer fill the rest of its parent. The last one is lower, because it must not make the page longer. */
  function repeatSticky(layer) {
    const { offsetTop, offsetLeft, offsetWidth, offsetHeight } = layer;
    const room = layer.parentElement.getBoundingClientRect().bottom - layer.getBoundingClientRect().bottom;
    const count = Math.min(Math.ceil(room / offsetHeight), mostScreens);
    for (let n = count; n > 0; n -= 1) {
      const copy = layer.cloneNode(true);
      const height = Math.min(offsetHeight, room - (n - 1) * offsetHeight);
      set(copy, { top: offsetTop + n * offsetHeight, height });
      const place = { position: 'absolute', left: `${offsetLeft}px`, width: `${offsetWidth}px`, 'min-height': '0' };
      for (const [name, value] of Object.entries({ ...place, margin: '0', overflow: 'clip', 'grid-area': 'auto' }))
        copy.style.setProperty(name, value, 'important');
      layer.after(copy);
    }
  }

  function fillsScreen({ top, left, width, height }) {
    return (
      Math.abs(top) <= 1 &&
      left <= 1 &&
      width >= innerWidth * 0.98 &&
      Math.abs(height - innerHeight) <= innerHeight * 0.1
    );
  }

  /** A layer in front of the page, such as a dialog, stays on the first screen. */
  function isLayerBehind(element) {
    const { position, zIndex } = getComputedStyle(element);
    if (position !== 'fixed' || element.offsetParent || !isShown(element)) return false;
    if (!fillsScreen(element.getBoundingClientRect())) return false;
    return Number(zIndex) < 0 || isUnderContent(element);
  }

  /** Whether something that scrolls is in front of the layer. */
  function isUnderContent(layer) {
    const { style } = layer;
    if (!style) return false;
    const before = style.cssText;
    style.setProperty('pointer-events', 'auto', 'important');
    const isInFront = (element) => !layer.contains(element) && !element.contains(layer) && !page.staysOnScreen(element);
    const steps = [0.1, 0.3, 0.5, 0.7, 0.9];
    const found = steps.some((x) =>
      steps.some((y) => {
        const pile = document.elementsFromPoint(innerWidth * x, innerHeight * y);
        const at = pile.findIndex((element) => layer.contains(element));
        return at > 0 && pile.slice(0, at).some(isInFront);
      }),
    );
    style.cssText = before;
    return found;
  }

  /** A copy of a canvas is empty, and a copy of a video has no picture. Such a layer becomes as high as the page. */
  const DRAWN = 'canvas, video';

  function repeat(layer, screens, height) {
    if (layer.matches(DRAWN) || layer.querySelector(DRAWN)) return set(layer, { top: 0, height });
    for (let screen = screens - 1; screen > 0; screen -= 1) {
      const copy = layer.cloneNode(true);
      const top = screen * innerHeight;
      set(copy, { top, height: innerHeight });
      // The last copy must not make the page longer.
      const below = Math.max(0, top + innerHeight - height);
      copy.style.setProperty('clip-path', `inset(0 0 ${below}px 0)`, 'important');
      layer.after(copy);
    }
  }

  function set({ style }, { top, height }) {
    const look = { top: `${top}px`, bottom: 'auto', height: `${height}px`, 'max-height': 'none', transition: 'none' };
    for (const [name, value] of Object.entries(look)) style.setProperty(name, value, 'important');
  }

  function isFixedPseudo({ element, name }) {
    const { content, position, display, width, height, zIndex } = getComputedStyle(element, name);
    if (position !== 'fixed' || content === 'none' || display === 'none' || !(Number(zIndex) < 0)) return false;
    return fillsScreen({ top: 0, left: 0, width: Number.parseFloat(width), height: Number.parseFloat(height) });
  }

  /** A pseudo-element cannot be copied. It becomes as high as the page, and its background repeats on each screen. */
  function repeatPseudo({ element, name }, height) {
    const mark = 'data-pagekeep-layer';
    element.setAttribute(mark, '');
    const sheet = new CSSStyleSheet();
    const { backgroundSize } = getComputedStyle(element, name);
    const size = /cover|contain|auto|%/.test(backgroundSize) ? `100% ${innerHeight}px` : backgroundSize;
    sheet.replaceSync(
      `[${mark}]${name} { top: 0 !important; bottom: auto !important; height: ${height}px !important; background-repeat: repeat !important; background-size: ${size} !important }`,
    );
    element.getRootNode().adoptedStyleSheets.push(sheet);
  }

  Object.assign(page, { repeatFixedLayers });
})(globalThis.pagekeep);
