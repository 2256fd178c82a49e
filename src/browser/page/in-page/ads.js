/** Hides advertisements. */
((page) => {
  const seen = { classes: new Set(), ids: new Set(), hrefs: new Set() };
  const most = { marks: 20_000, length: 300 };
  let sheet;

  /** The values that were not there before. */
  function newOf(name, values) {
    const fresh = [...new Set(values)].filter((value) => value !== '' && value.length <= most.length);
    const added = fresh.filter((value) => !seen[name].has(value)).slice(0, most.marks - seen[name].size);
    for (const value of added) seen[name].add(value);
    return added;
  }

  /** The marks that the rules of the ad lists match and that are new since the previous call. */
  function adMarks() {
    const having = (name) => [...document.querySelectorAll(`[${name}]`)];
    return {
      url: location.href,
      isFirst: sheet === undefined,
      classes: newOf(
        'classes',
        having('class').flatMap((element) => [...element.classList]),
      ),
      ids: newOf(
        'ids',
        having('id').map((element) => element.getAttribute('id')),
      ),
      hrefs: newOf(
        'hrefs',
        [...document.links].map((link) => link.getAttribute('href') ?? ''),
      ),
    };
  }

  /** An invalid selector makes its whole rule invalid. */
  function addRule(selectors, style) {
    try {
      sheet.insertRule(`${selectors} { ${style} }`);
      return true;
    } catch {
      return false;
    }
  }

  /** Adds the rules to the page, and hides the elements with a blocked source. */
  function hideAds(rules, blocked) {
    sheet ??= new CSSStyleSheet();
    // A page can replace the list of sheets.
    if (!document.adoptedStyleSheets.includes(sheet)) document.adoptedStyleSheets.push(sheet);
    for (const [, selectors, style] of rules.matchAll(/([^{}]+)\{([^{}]*)\}/g))
      if (!addRule(selectors, style)) for (const each of selectors.split(',\n')) addRule(each, style);
    const urls = new Set(blocked);
    if (urls.size === 0) return;
    for (const element of page.everywhere('img, iframe, frame, object, embed, video')) {
      const source = element.currentSrc || element.src || element.data;
      if (source && urls.has(source.replace(/#.*$/s, ''))) element.style.setProperty('display', 'none', 'important');
    }
  }

  Object.assign(page, { adMarks, hideAds });
})(globalThis.pagekeep);
