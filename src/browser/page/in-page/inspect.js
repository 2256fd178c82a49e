/** What the page is told, and what it is asked. */
((page) => {
  const { wait, isShown } = page;

  /** Whether the page is painted at all. */
  const isPainted = (maxTime) =>
    new Promise((resolve) => {
      requestAnimationFrame(() => resolve(true));
      setTimeout(resolve, maxTime, false);
    });

  /** One rule a selector: a bad one takes only itself out. Returns the bad ones. */
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

  /** True once the selector is there, false when the time is over, null for what is not a selector. */
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

  /** Whether the markup of the page has any of these words. */
  const mentions = (words) => new RegExp(words, 'i').test(document.documentElement?.outerHTML ?? '');

  /** Whether there is anything at all to see yet. */
  function hasContent() {
    if (!document.body) return document.documentElement !== null;
    // innerText, because only text that is shown is content.
    if (document.body.innerText.trim() !== '') return true;
    if (document.querySelector('img, svg, canvas, video, picture, iframe, frame, object, embed, input')) return true;
    return [...document.querySelectorAll('body *')].slice(0, 500).some((element) => {
      const { backgroundColor, backgroundImage } = getComputedStyle(element);
      const painted = backgroundImage !== 'none' || !/^rgba\(.*, 0\)$/.test(backgroundColor);
      return painted && element.offsetWidth > 0 && element.offsetHeight > 0;
    });
  }

  function survey(wallSelectors, bannerSelectors) {
    // innerText and not textContent: what a person reads is judged, not the source.
    const text = (document.body?.innerText ?? '').slice(0, 4000);
    return {
      // A script can make it as long as it likes, and it is kept with every capture.
      title: document.title.slice(0, 1000),
      text,
      present: wallSelectors.filter(has),
      banner: [...document.querySelectorAll(bannerSelectors.join())].some(isShown),
    };
  }

  /** For each character, whether some font has it: a missing one is drawn like one that no font can have, or not at all. */
  function draws(characters) {
    const context = new OffscreenCanvas(48, 48).getContext('2d', { willReadFrequently: true });
    const pixels = (character) => {
      context.clearRect(0, 0, 48, 48);
      context.font = '32px sans-serif';
      context.fillText(character, 4, 36);
      return context.getImageData(0, 0, 48, 48).data.join();
    };
    const missing = [pixels(''), pixels('\u{10fffe}')];
    return characters.map((character) => !missing.includes(pixels(character)));
  }

  Object.assign(page, { isPainted, style, appears, has, mentions, hasContent, survey, draws });
})(globalThis.pagekeep);
