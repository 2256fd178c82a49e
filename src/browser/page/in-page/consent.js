/** Answers consent banners that no rule of Autoconsent knows: hand-made ones, and walls that cannot be rejected. */
((page) => {
  const { everywhere, inBody, isShown, shadowText, staysOnScreen } = page;

  const longestBanner = 3_000;
  const maxBanners = 40;

  const CONTROL = 'button, [role=button], input[type=submit], input[type=button], a, [onclick], [tabindex]';
  const NAMED =
    '[class*=cookie i], [id*=cookie i], [class*=consent i], [id*=consent i], [class*=gdpr i], [id*=gdpr i], [aria-label*=cookie i]';

  const labelOf = (control) =>
    (control.innerText || control.value || control.ariaLabel || control.title || '').trim().slice(0, 80);

  /** A link with an address leads to another page. A script can listen on any element, which then has the cursor of a link. */
  const isControl = (element) =>
    isShown(element) &&
    element instanceof HTMLElement &&
    (element.matches(CONTROL) || getComputedStyle(element).cursor === 'pointer') &&
    !/^(?!#|javascript:)./i.test(element.closest('a')?.getAttribute('href')?.trim() ?? '');

  const pageText = () => (document.body?.innerText ?? '') + shadowText();

  const isTop = globalThis.top === globalThis;
  const isNamed = (element) => element.matches(`dialog[open], [role=dialog], [role=alertdialog], ${NAMED}`);

  /** Elements in front of the page, or named as a dialog or after cookies. In a frame the whole document can be a banner. */
  function banners() {
    const isBanner = (element) =>
      (isNamed(element) || /fixed|sticky/.test(getComputedStyle(element).position)) && isShown(element);
    const found = inBody().filter(isBanner).slice(0, maxBanners);
    return isTop ? found : [...found, document.body];
  }

  const INPUT = 'input:not([type=checkbox], [type=radio], [type=submit], [type=button], [type=hidden])';

  /** The text of a banner without its links: a link to a policy asks nothing. Empty for an element that is no banner. */
  function questionOf(banner) {
    const text = banner.innerText;
    // The root element of an application can be a layer.
    const isWholePage = isTop && !isNamed(banner) && text.length > pageText().length * 0.9;
    if (text.length > longestBanner || isWholePage || [...banner.querySelectorAll(INPUT)].some(isShown)) return '';
    const links = [...banner.querySelectorAll('a')].map((link) => link.innerText).filter(Boolean);
    return links.reduce((rest, link) => rest.replace(link, ''), text);
  }

  const controlsOf = (banner) => [...banner.querySelectorAll('*')].filter(isControl);

  let clicked;
  let answered;

  /**
   * Clicks the control that rejects, or one that accepts if `accept`. A question for the age or for terms can only be
   * accepted. Closes a banner that has neither. `words` are sources of expressions. Returns whether a control was clicked.
   */
  function answerBanner({ words, accept }) {
    const expressions = Object.entries(words).map(([name, source]) => [name, new RegExp(source, 'i')]);
    const { consent, gate, accepts, rejects, pays, closes } = Object.fromEntries(expressions);
    const text = pageText();
    if (!consent.test(text) && !gate.test(text)) return false;
    for (const banner of banners()) {
      const question = questionOf(banner);
      const isGate = gate.test(question);
      if (!isGate && !consent.test(question)) continue;
      const controls = controlsOf(banner).filter((control) => !pays.test(labelOf(control)));
      const rejecting = controls.find((control) => rejects.test(labelOf(control)));
      const accepting = controls.find((control) => control !== rejecting && accepts.test(labelOf(control)));
      const closing = controls.find((control) => closes.test(labelOf(control)));
      clicked = isGate ? undefined : rejecting;
      if (accept) clicked ??= accepting;
      if (!isGate) clicked ??= closing;
      if (!clicked) continue;
      const label = labelOf(clicked);
      // A click on the innermost element reaches the others as well.
      clicked = controls.findLast((control) => clicked.contains(control) && labelOf(control) === label);
      clicked.click();
      answered = banner;
      return true;
    }
    return false;
  }

  /** Clicks the control of the answered banner that stores the choices. Returns whether there is one. */
  function saveChoices({ saves }) {
    const saving = controlsOf(answered).find((control) => new RegExp(saves, 'i').test(labelOf(control)));
    if (saving) clicked = saving;
    saving?.click();
    return saving !== undefined;
  }

  /** Whether the control that answerBanner has clicked is gone. */
  const isBannerGone = () => !clicked?.isConnected || !isShown(clicked);

  /** Whether a frame in front of the page covers a large part of the window. */
  const hasFrameInFront = () =>
    everywhere('iframe').some((frame) => {
      const { width, height } = frame.getBoundingClientRect();
      return width * height > (innerWidth * innerHeight) / 4 && isShown(frame) && staysOnScreen(frame);
    });

  const isEmpty = () => pageText().trim() === '';

  Object.assign(page, { answerBanner, saveChoices, isBannerGone, hasFrameInFront, isEmpty });
})(globalThis.pagekeep);
