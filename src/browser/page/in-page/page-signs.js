/** The signs by which domain/replaced-page.ts decides whether a site shows something else in place of the page. */
((page) => {
  const { trees, outer, isShown } = page;

  const longestWords = 3_000;
  const maxTexts = 3_000;
  const maxHeadings = 6;

  /** Text outside the content of a page: menus, buttons, choices. */
  const ASIDE =
    'a, button, nav, footer, aside, select, textarea, script, style, noscript, template, [role=navigation], [role=contentinfo], body > header, [role=banner], [role=button]';

  /** The visible text of the content, until there is enough of it. Most pages have enough in their first screens. */
  function wordsOf(roots) {
    const found = [];
    let length = 0;
    for (const root of roots) {
      const walker = document.createTreeWalker(root.body ?? root, NodeFilter.SHOW_TEXT);
      for (let n = 0; n < maxTexts && length < longestWords && walker.nextNode(); n += 1) {
        const text = walker.currentNode.data.replace(/\s+/g, ' ').trim();
        const parent = walker.currentNode.parentElement;
        if (text === '' || !parent || parent.closest(ASIDE) || !isShown(parent)) continue;
        found.push(text);
        length += text.length;
      }
    }
    return found.join('\n').slice(0, longestWords);
  }

  const headings = (find) =>
    find('h1, h2, h3, [role=heading]')
      .filter((element) => isShown(element) && !element.closest('nav, footer, aside'))
      .slice(0, maxHeadings)
      .map((element) => element.innerText.trim().slice(0, 200));

  /** `password`: a form asks for a password. `identifier`: a form asks for a name or an address first. */
  function loginForm(find) {
    const isInContent = (element) => isShown(element) && !element.closest('nav, footer, aside, body > header');
    const inputs = find('input').filter(isInContent);
    if (inputs.some(({ type }) => type === 'password')) return 'password';
    const fields = inputs.filter(({ type }) => /^(?:text|email|tel)$/.test(type));
    const isIdentifier = ({ name, id, autocomplete }) =>
      /username|webauthn/.test(autocomplete) || /^(?:user(?:name)?|login|identifier|loginfmt)$/i.test(name || id);
    return fields.length === 1 && isIdentifier(fields[0]) ? 'identifier' : null;
  }

  /** The outermost element of a layer in front of the page, or undefined for a point of the page itself. */
  function layerAt(x, y) {
    let layer;
    for (let each = document.elementFromPoint(x, y); each; each = outer(each))
      if (getComputedStyle(each).position === 'fixed' || each.matches('dialog:modal')) layer = each;
    return layer;
  }

  /** The layer in the middle of the window, if layers also cover the corners. */
  function coveringLayer() {
    const [right, bottom] = [innerWidth, innerHeight];
    const layer = layerAt(right / 2, bottom / 2);
    if (!layer || layer.contains(document.body)) return undefined;
    const corners = [0.06, 0.94].flatMap((x) => [0.2, 0.94].map((y) => [x * right, y * bottom]));
    return corners.every(([x, y]) => layerAt(x, y)) ? layer : undefined;
  }

  function coveringLayerSigns() {
    const layer = document.body && coveringLayer();
    if (!layer) return null;
    const controls = [...layer.querySelectorAll('button, a, [role=button], input[type=submit], input[type=button]')];
    const behind = document.body.innerText.length - layer.innerText.length;
    return {
      // The root element of an application can also be a layer.
      hidesContent: behind > 200,
      text: layer.innerText.slice(0, 3000),
      controls: controls
        .filter(isShown)
        .slice(0, 30)
        .map((control) => (control.innerText || control.value || control.ariaLabel || '').trim().slice(0, 80)),
      asksForInput: [...layer.querySelectorAll('input:not([type=checkbox], [type=radio])')].some(isShown),
    };
  }

  /** A video in the first screen that should show something. A muted loop is a decoration. */
  function isEmptyPlayer(video) {
    const { width, height, top, left } = video.getBoundingClientRect();
    if (width * height < innerWidth * innerHeight * 0.2 || top > innerHeight / 2) return false;
    if (video.poster || video.readyState >= HTMLMediaElement.HAVE_CURRENT_DATA) return false;
    if (video.muted && video.loop && !video.controls) return false;
    const isBroken = video.error !== null || video.networkState === HTMLMediaElement.NETWORK_NO_SOURCE;
    if (!isBroken && !video.autoplay) return false;
    const isPicture = (element) => {
      const box = element.getBoundingClientRect();
      const isPainted = element.matches('img, svg, canvas') || getComputedStyle(element).backgroundImage !== 'none';
      return isPainted && box.width * box.height > (width * height) / 2;
    };
    return !document.elementsFromPoint(left + width / 2, top + height / 2).some(isPicture);
  }

  /** Marks of an error page that frameworks set, and of an article that is not free. */
  function marks() {
    const found = [];
    if (
      document.querySelector(
        'body.error404, body.page-not-found, meta[name=next-error][content=not-found], .noarticletext',
      )
    )
      found.push('not-found');
    const data = [...document.querySelectorAll('script[type="application/ld+json"]')].map(({ text }) => text);
    if (data.some((text) => /"isAccessibleForFree"\s*:\s*"?false/i.test(text))) found.push('paid');
    return found;
  }

  function pageSigns() {
    const roots = [...trees()];
    const find = (selector) => roots.flatMap((root) => [...root.querySelectorAll(selector)]);
    return {
      headings: headings(find),
      words: wordsOf(roots),
      marks: marks(),
      loginForm: loginForm(find),
      layer: coveringLayerSigns(),
      hasEmptyPlayer: find('video').some((video) => isShown(video) && isEmptyPlayer(video)),
    };
  }

  Object.assign(page, { pageSigns });
})(globalThis.pagekeep);
