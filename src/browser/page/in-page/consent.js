/** Answers consent banners that no rule of Autoconsent knows: hand-made ones, and walls that cannot be rejected. */
((page) => {
  const { everywhere, isShown } = page;

  const longestBanner = 3_000;
  const maxBanners = 40;

  const CONTROL = 'button, [role=button], input[type=submit], input[type=button], a';
  const NAMED = '[class*=cookie i], [id*=cookie i], [class*=consent i], [id*=consent i], [class*=gdpr i], [id*=gdpr i]';

  const labelOf = (control) => (control.innerText || control.value || control.ariaLabel || '').trim().slice(0, 80);

  /** A link with an address leads to another page. */
  const isControl = (element) =>
    isShown(element) &&
    (!element.matches('a') || /^(?:|#.*|javascript:.*)$/i.test(element.getAttribute('href')?.trim() ?? ''));

  const isTop = globalThis.top === globalThis;
  const isNamed = (element) => element.matches(`dialog[open], [role=dialog], [role=alertdialog], ${NAMED}`);

  /** Elements in front of the page, or named as a dialog or after cookies. In a frame the whole document can be a banner. */
  function banners() {
    const isBanner = (element) =>
      (isNamed(element) || /fixed|sticky/.test(getComputedStyle(element).position)) && isShown(element);
    const found = everywhere('body *').filter(isBanner).slice(0, maxBanners);
    return isTop ? found : [...found, document.body];
  }

  const INPUT = 'input:not([type=checkbox], [type=radio], [type=submit], [type=button], [type=hidden])';

  /** The text of a banner without its links: a link to a policy asks nothing. Empty for an element that is no banner. */
  function questionOf(banner) {
    const text = banner.innerText;
    // The root element of an application can be a layer.
    const isWholePage = isTop && !isNamed(banner) && text.length > document.body.innerText.length * 0.9;
    if (text.length > longestBanner || isWholePage || [...banner.querySelectorAll(INPUT)].some(isShown)) return '';
    const links = [...banner.querySelectorAll('a')].map((link) => link.innerText).filter(Boolean);
    return links.reduce((rest, link) => rest.replace(link, ''), text);
  }

  let clicked;

  /**
   * Clicks the control that rejects, or one that accepts if `accept`. A question for the age or for terms can only be
   * accepted. `words` are sources of expressions. Returns whether a control was clicked.
   */
  function answerBanner({ words, accept }) {
    const expressions = Object.entries(words).map(([name, source]) => [name, new RegExp(source, 'i')]);
    const { consent, gate, accepts, rejects, pays } = Object.fromEntries(expressions);
    const text = document.body?.innerText ?? '';
    if (!consent.test(text) && !gate.test(text)) return false;
    for (const banner of banners()) {
      const question = questionOf(banner);
      const isGate = gate.test(question);
      if (!isGate && !consent.test(question)) continue;
      const controls = [...banner.querySelectorAll(CONTROL)].filter(
        (control) => isControl(control) && !pays.test(labelOf(control)),
      );
      const rejecting = controls.find((control) => rejects.test(labelOf(control)));
      const accepting = controls.find((control) => control !== rejecting && accepts.test(labelOf(control)));
      clicked = (isGate ? undefined : rejecting) ?? (accept ? accepting : undefined);
      if (!clicked) continue;
      clicked.click();
      return true;
    }
    return false;
  }

  /** Whether the control that answerBanner has clicked is gone. */
  const isBannerGone = () => !clicked?.isConnected || !isShown(clicked);

  Object.assign(page, { answerBanner, isBannerGone });
})(globalThis.pagekeep);
