/** Questions about the page, and the user's own styles. */
((page) => {
  const { wait, isShown, shadowText } = page;

  /** Whether Chromium paints the page within this time. */
  const isPainted = (maxTime) =>
    new Promise((resolve) => {
      requestAnimationFrame(() => resolve(true));
      setTimeout(resolve, maxTime, false);
    });

  /** Hides the selectors and adds the CSS. Each selector is a rule of its own, so an invalid one affects no other. Returns the invalid ones. */
  function style(hideSelectors, extraCss) {
    const bad = hideSelectors.filter((selector) => {
      try {
        document.createDocumentFragment().querySelector(selector);
        return false;
      } catch {
        return true;
      }
    });
    const sheet = new CSSStyleSheet();
    const good = hideSelectors.filter((selector) => !bad.includes(selector));
    sheet.replaceSync([...good.map((selector) => `${selector} { display: none !important }`), extraCss].join('\n'));
    document.adoptedStyleSheets.push(sheet);
    return bad;
  }

  /** Returns true when the selector matches, false after `maxTime`, and null for an invalid selector. */
  async function appears(selector, maxTime) {
    const end = performance.now() + maxTime;
    try {
      while (!document.querySelector(selector)) {
        if (performance.now() > end) return false;
        await wait(50);
      }
      return true;
    } catch {
      return null;
    }
  }

  const has = (selector) => document.querySelector(selector) !== null;

  /** Whether the markup contains one of these words. */
  const mentions = (words) => new RegExp(words, 'i').test(document.documentElement?.outerHTML ?? '');

  /** Whether anything is visible. */
  function hasContent() {
    if (!document.body) return document.documentElement !== null;
    // innerText contains only visible text.
    if (document.body.innerText.trim() !== '' || shadowText().trim() !== '') return true;
    if (document.querySelector('img, svg, canvas, video, picture, iframe, frame, object, embed, input')) return true;
    return [...document.querySelectorAll('body *')].slice(0, 500).some((element) => {
      const { backgroundColor, backgroundImage } = getComputedStyle(element);
      const painted = backgroundImage !== 'none' || !/^rgba\(.*, 0\)$/.test(backgroundColor);
      return painted && element.offsetWidth > 0 && element.offsetHeight > 0;
    });
  }

  function survey(wallSelectors, bannerSelectors) {
    // The verdict judges visible text, which textContent is not.
    const text = document.body?.innerText ?? '';
    return {
      // The title is stored with each capture, and a script can make it very long.
      title: document.title.slice(0, 1000),
      text: text.slice(0, 4000),
      undrawn: page.undrawnScripts(text + shadowText() + page.frameText()),
      present: wallSelectors.filter(has),
      banner: [...document.querySelectorAll(bannerSelectors.join())].some(isShown),
    };
  }

  /** Whether a font has each character. Other characters are drawn like a character that no font has, or not at all. */
  function draws(characters, family = 'sans-serif') {
    const context = new OffscreenCanvas(48, 48).getContext('2d', { willReadFrequently: true });
    const pixels = (character) => {
      context.clearRect(0, 0, 48, 48);
      context.font = `32px ${family}`;
      context.fillText(character, 4, 36);
      return context.getImageData(0, 0, 48, 48).data.join();
    };
    const missing = [pixels(''), pixels('\u{10fffe}')];
    return characters.map((character) => !missing.includes(pixels(character)));
  }

  Object.assign(page, { isPainted, style, appears, has, mentions, hasContent, survey, draws });
})(globalThis.pagekeep);
