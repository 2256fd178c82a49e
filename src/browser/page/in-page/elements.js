/** Measures elements where they are in the page, in CSS pixels. */
((page) => {
  const mostFrames = 10;
  const mostCandidates = 400;
  const mostBoxes = { each: 500, together: 1_000 };
  const leastArea = 16;

  const common = (one, other) => ({
    left: Math.max(one.left, other.left),
    top: Math.max(one.top, other.top),
    right: Math.min(one.right, other.right),
    bottom: Math.min(one.bottom, other.bottom),
  });

  const areaOf = ({ left, top, right, bottom }) => (right > left && bottom > top ? (right - left) * (bottom - top) : 0);

  /** Keeps styles, because elements share their ancestors. */
  function makeStyles() {
    const known = new Map();
    return (element) => {
      let style = known.get(element);
      if (!style) {
        const { position, overflowX } = getComputedStyle(element);
        style = { position, clips: overflowX !== 'visible' && !element.matches('body, html') };
        known.set(element, style);
      }
      return style;
    };
  }

  function makeRuler() {
    const styleOf = makeStyles();
    /** Where each document begins in the page, and the part of the page that shows it. */
    const places = new Map([
      [
        document,
        { left: scrollX, top: scrollY, shown: { left: -Infinity, top: 0, right: Infinity, bottom: Infinity } },
      ],
    ]);

    /** The part of an element that its ancestors do not clip: closed menus and other slides of a carousel have none. */
    function visibleIn(element) {
      let box = element.getBoundingClientRect();
      let { position } = styleOf(element);
      for (let each = element.parentElement; each && position !== 'fixed'; each = each.parentElement) {
        const style = styleOf(each);
        // The ancestors between an absolute element and its containing block do not clip it.
        if (position === 'absolute' && style.position === 'static') continue;
        if (style.clips) box = common(box, each.getBoundingClientRect());
        position = style.position;
      }
      return box;
    }

    /** The visible part of an element in the page. */
    function boxOf(element) {
      if (!element.checkVisibility({ opacityProperty: true, visibilityProperty: true })) return undefined;
      const { left, top, right, bottom } = visibleIn(element);
      const place = places.get(element.ownerDocument);
      const moved = {
        left: left + place.left,
        top: top + place.top,
        right: right + place.left,
        bottom: bottom + place.top,
      };
      const box = common(moved, place.shown);
      return areaOf(box) >= leastArea ? box : undefined;
    }

    /** Frames of the same origin, whose documents this world can read. */
    function enterFrames() {
      for (const [root, place] of places)
        for (const frame of root.querySelectorAll('iframe, frame')) {
          const inner = frame.contentDocument;
          const shown = inner && boxOf(frame);
          if (!shown) continue;
          const { left, top } = frame.getBoundingClientRect();
          const { paddingLeft, paddingTop } = getComputedStyle(frame);
          places.set(inner, {
            left: place.left + left + frame.clientLeft + Number.parseFloat(paddingLeft),
            top: place.top + top + frame.clientTop + Number.parseFloat(paddingTop),
            shown,
          });
          if (places.size > mostFrames) return;
        }
    }

    enterFrames();
    return { roots: [...places.keys()], boxOf };
  }

  /** The boxes of the given selectors, and of others that a user could choose. `maxTime` limits the latter. */
  function measure(selectors, maxTime) {
    const end = performance.now() + maxTime;
    let isComplete = true;
    const isOver = () => {
      isComplete &&= performance.now() < end;
      return !isComplete;
    };
    const { roots, boxOf } = makeRuler();
    const boxesOf = (elements) => elements.map(boxOf).filter((box) => box !== undefined);
    const invalid = [];
    const wanted = [];
    let left = mostBoxes.together;
    for (const selector of selectors) {
      try {
        const elements = roots.flatMap((root) => [...root.querySelectorAll(selector)]);
        const boxes = boxesOf(elements.slice(0, mostBoxes.each)).slice(0, left);
        left -= boxes.length;
        if (boxes.length > 0) wanted.push({ selector, boxes });
      } catch {
        invalid.push(selector);
      }
    }
    const offered = offer(roots, boxesOf, isOver);
    return { wanted, invalid, offered, isComplete };
  }

  /** Offers one selector for each place. */
  function offer(roots, boxesOf, isOver) {
    const offered = new Map();
    for (const [selector, elements] of page.stableSelectors(roots, isOver)) {
      if (offered.size === mostCandidates || isOver()) break;
      const boxes = boxesOf(elements);
      const place = boxes.map(({ left, top, right, bottom }) => [left, top, right, bottom].join()).join(' ');
      if (boxes.length > 0 && !offered.has(place)) offered.set(place, { selector, boxes });
    }
    return [...offered.values()];
  }

  Object.assign(page, { measure });
})(globalThis.pagekeep);
