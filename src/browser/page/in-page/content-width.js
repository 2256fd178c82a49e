/** How far the content of a page goes beyond the sides of the window. */
((page) => {
  const { inBody, outer, isShown, staysOnScreen } = page;

  const REPLACED = 'img, svg, canvas, video, iframe, object, embed, input, button, select, textarea';

  /** Content after a wider gap is a stray element, such as a link that is hidden beside the page. */
  const widestGap = 200;
  /** Less than this without text is decoration at the edge of the page. */
  const leastShare = 0.02;

  /** The boxes of the text that an element has itself. Text can be wider or narrower than its element. */
  function textBoxes(element) {
    const texts = [...element.childNodes].filter(
      ({ nodeType, data }) => nodeType === Node.TEXT_NODE && data.trim() !== '',
    );
    return texts.map((text) => {
      const range = document.createRange();
      range.selectNodeContents(text);
      return range.getBoundingClientRect();
    });
  }

  function isPainted(element) {
    if (element.matches(REPLACED)) return true;
    const { backgroundColor, backgroundImage, borderRightStyle } = getComputedStyle(element);
    return backgroundImage !== 'none' || borderRightStyle !== 'none' || !/^rgba\(.*, 0\)$/.test(backgroundColor);
  }

  const isBeyond = ({ left, right }) => left < 0 || right > innerWidth;

  /** Text, and painted boxes that are more than decoration at the edge. */
  function boxesBeyond(element) {
    const box = element.getBoundingClientRect();
    const beyond = Math.max(0, -box.left) + Math.max(0, box.right - innerWidth);
    const isLarge = beyond * box.height >= innerWidth * innerHeight * leastShare && isPainted(element);
    return [...textBoxes(element), ...(isLarge ? [box] : [])].filter(isBeyond);
  }

  /** The part of a box that no ancestor clips: carousels have slides beside the page. */
  function visiblePart({ left, right }, element) {
    for (let each = element; each && !each.matches('body, html'); each = outer(each)) {
      if (getComputedStyle(each).overflowX === 'visible') continue;
      const clip = each.getBoundingClientRect();
      [left, right] = [Math.max(left, clip.left), Math.min(right, clip.right)];
    }
    return { left, right };
  }

  /** The sides of an element with its text, which can overflow it. */
  function outlineOf(element) {
    const { left, right, width } = element.getBoundingClientRect();
    if (width === 0 && getComputedStyle(element).display === 'contents') {
      const boxes = textBoxes(element);
      return {
        element,
        left: Math.min(...boxes.map((box) => box.left)),
        right: Math.max(...boxes.map((box) => box.right)),
      };
    }
    const overflow = element.clientWidth > 0 ? Math.max(0, element.scrollWidth - element.clientWidth) : 0;
    return { element, left: left - overflow, right: right + overflow };
  }

  function significantParts({ element }, isNew) {
    const boxes = boxesBeyond(element).filter(isNew);
    if (boxes.length === 0 || !isShown(element) || staysOnScreen(element)) return [];
    return boxes.map((box) => visiblePart(box, element)).filter(({ left, right }) => right > left);
  }

  /**
   * Returns the left and the right end of the content, relative to the window, within the room on both sides of it. A table
   * can have 50,000 cells, so boxes between the ends that are already known are not looked at.
   */
  function contentRange({ left: leftRoom, right: rightRoom }) {
    const outlines = inBody().map(outlineOf).filter(isBeyond);
    let [start, end] = [0, innerWidth];
    const isRight = ({ right }) => right > end;
    const isLeft = ({ left }) => left < start;
    for (const outline of outlines.toSorted((one, other) => one.left - other.left))
      for (const { left, right } of isRight(outline) ? significantParts(outline, isRight) : [])
        if (left <= end + widestGap) end = Math.max(end, right);
    for (const outline of outlines.toSorted((one, other) => other.right - one.right))
      for (const { left, right } of isLeft(outline) ? significantParts(outline, isLeft) : [])
        if (right >= start - widestGap) start = Math.min(start, left);
    return { left: Math.max(Math.floor(start), -leftRoom), right: Math.min(Math.ceil(end), innerWidth + rightRoom) };
  }

  Object.assign(page, { contentRange });
})(globalThis.pagekeep);
