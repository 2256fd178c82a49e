/** Finds the elements that steps act on. Each function waits at most `maxTime` milliseconds and returns what it found. */
((page) => {
  const { frame, wait, everywhere, isShown, outer } = page;

  /** The first visible element, or the first one. Throws for an invalid selector. */
  function first(selector) {
    const elements = everywhere(selector);
    return elements.find(isShown) ?? elements[0];
  }

  function isSelector(selector) {
    try {
      document.createDocumentFragment().querySelector(selector);
      return true;
    } catch {
      return false;
    }
  }

  /** Repeats `look` until it returns an object. It returns a text for what is still wrong. */
  async function until(selector, maxTime, look) {
    if (!isSelector(selector)) return { found: 'invalid' };
    const end = performance.now() + maxTime;
    for (;;) {
      const element = first(selector);
      const seen = !element ? 'missing' : isShown(element) ? await look(element) : 'hidden';
      if (typeof seen === 'object') return { found: 'ready', ...seen };
      if (performance.now() > end) return { found: seen };
      await wait(50);
    }
  }

  const awaitShown = (selector, maxTime) => until(selector, maxTime, () => ({}));

  const middleOf = (element) => {
    // A link of several lines has a middle that belongs to no line.
    const { left, top, width, height } = element.getClientRects()[0] ?? element.getBoundingClientRect();
    return { x: left + width / 2, y: top + height / 2 };
  };

  /** The innermost element at a place, also inside shadow roots. */
  function elementAt({ x, y }) {
    let found = document.elementFromPoint(x, y);
    while (found?.shadowRoot) {
      const inner = found.shadowRoot.elementFromPoint(x, y);
      if (!inner || inner === found) break;
      found = inner;
    }
    return found;
  }

  function isInside(inner, element) {
    for (let each = inner; each; each = outer(each)) if (each === element) return true;
    return false;
  }

  /** Scrolls the element into view. Returns its middle in pixels of the window, once it rests there uncovered. */
  const clickTarget = (selector, maxTime) =>
    until(selector, maxTime, async (element) => {
      element.scrollIntoView({ block: 'nearest', inline: 'nearest', behavior: 'instant' });
      if (!isInView(middleOf(element)))
        element.scrollIntoView({ block: 'center', inline: 'center', behavior: 'instant' });
      const before = middleOf(element);
      await frame();
      const place = middleOf(element);
      if (before.x !== place.x || before.y !== place.y) return 'moving';
      if (element.matches(':disabled')) return 'disabled';
      const hit = elementAt(place);
      // A click on the label of a field goes to the field.
      if (!hit || !(isInside(hit, element) || hit.closest('label')?.control === element)) {
        element.scrollIntoView({ block: 'center', inline: 'center', behavior: 'instant' });
        return 'covered';
      }
      // A phone can show a part of the window.
      const { offsetLeft, offsetTop } = visualViewport;
      return { x: place.x - offsetLeft, y: place.y - offsetTop };
    });

  const isInView = ({ x, y }) => x >= 0 && y >= 0 && x < innerWidth && y < innerHeight;

  const TEXT_TYPES = /^(?:text|search|email|url|tel|password|number)$/;

  /** Focuses the field and selects its text, so that typing replaces it. */
  const focusField = (selector, maxTime) =>
    until(selector, maxTime, (element) => {
      const isField =
        element.localName === 'textarea' || (element.localName === 'input' && TEXT_TYPES.test(element.type));
      if (!isField && !element.isContentEditable) return 'no-field';
      if (element.disabled || element.readOnly) return 'disabled';
      element.focus();
      if (isField) element.select();
      else getSelection().selectAllChildren(element);
      return {};
    });

  const scrollToElement = (selector, maxTime) =>
    until(selector, maxTime, async (element) => {
      element.scrollIntoView({ block: 'start', behavior: 'instant' });
      await frame();
      return {};
    });

  /** The whole CSS pixels of the page that the element takes. */
  function boxOfElement(selector) {
    const { left, top, right, bottom } = first(selector).getBoundingClientRect();
    const [x, y] = [Math.floor(left), Math.floor(top + scrollY)];
    return { left: x, top: y, width: Math.ceil(right) - x, height: Math.ceil(bottom + scrollY) - y };
  }

  Object.assign(page, { awaitShown, boxOfElement, clickTarget, focusField, scrollToElement });
})(globalThis.pagekeep);
