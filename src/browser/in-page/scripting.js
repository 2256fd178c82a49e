/** Once scripts are stopped, Chromium shows a page as to visitors without scripts. The picture shows it as to all others. */
((page) => {
  const { trees, everywhere } = page;

  /** Stopped scripts make Chromium lay out `<noscript>`, whose content was parsed as text. */
  function hideNoscript() {
    for (const element of everywhere('noscript')) element.style?.setProperty('display', 'none', 'important');
  }

  const SCRIPTING = /\(\s*scripting\s*(?::\s*([a-z-]+)\s*)?\)/gi;

  /** The style sheet or media query with a constant in place of each `(scripting)`: a viewport is wider than 0 px. */
  const asScripted = (text) =>
    text.replace(SCRIPTING, (_, value = 'enabled') =>
      value.toLowerCase() === 'enabled' ? '(min-width: 0px)' : '(max-width: 0px)',
    );

  /** Sheets of other sites without CORS cannot be read here; see scripting-queries.ts. */
  function answerScripting() {
    for (const tree of trees()) for (const sheet of [...tree.styleSheets, ...tree.adoptedStyleSheets]) answerIn(sheet);
  }

  /** A style sheet, or a rule with others inside. */
  function answerIn(group) {
    const { media, styleSheet: imported } = group;
    if (media?.mediaText.includes('scripting')) media.mediaText = asScripted(media.mediaText);
    if (imported) answerIn(imported);
    for (const rule of rulesOf(group)) answerIn(rule);
  }

  function rulesOf(group) {
    try {
      return group.cssRules ?? [];
    } catch {
      return [];
    }
  }

  Object.assign(page, { hideNoscript, asScripted, answerScripting });
})(globalThis.pagekeep);
