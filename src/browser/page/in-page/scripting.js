/** After scripts are stopped, Chromium shows the page for visitors without scripts. This restores the page for all others. */
((page) => {
  const { trees, everywhere } = page;

  /** Stopped scripts make Chromium lay out `<noscript>`, whose content was parsed as text. */
  function hideNoscript() {
    for (const element of everywhere('noscript')) element.style?.setProperty('display', 'none', 'important');
  }

  const QUERY = /\(\s*scripting\s*(?::\s*([a-z-]+)\s*)?\)/gi;

  /** The media query with a constant in place of each `(scripting)`: every viewport is wider than 0 px. */
  const withoutScriptingQueries = (text) =>
    text.replace(QUERY, (_, value = 'enabled') =>
      value.toLowerCase() === 'enabled' ? '(min-width: 0px)' : '(max-width: 0px)',
    );

  /** In milliseconds. A page can have a million rules. */
  const maxTime = 300;

  /**
   * Replaces the scripting queries in the sheets at these addresses and in those without an address. Returns whether
   * some may be left in sheets that cannot be read here: those of other sites without CORS.
   */
  function replaceScriptingQueries(addresses) {
    const end = performance.now() + maxTime;
    const mentioning = new Set(addresses);
    for (const source of everywhere(SOURCES)) source.media = withoutScriptingQueries(source.media);
    const waiting = sheets();
    let isComplete = true;
    while (waiting.length > 0 && performance.now() < end) {
      const group = waiting.pop();
      const { media } = group;
      if (media?.mediaText.includes('scripting')) media.mediaText = withoutScriptingQueries(media.mediaText);
      if (group.styleSheet) waiting.push(group.styleSheet);
      const rules = rulesOf(group);
      isComplete &&= rules !== undefined;
      const inside = rules && (mayMention(group, mentioning) ? rules : importsOf(rules));
      for (const rule of inside ?? []) waiting.push(rule);
    }
    return !isComplete && mentioning.size > 0;
  }

  const SOURCES = 'source[media*="scripting" i]';

  const sheets = () => [...trees()].flatMap((tree) => [...tree.styleSheets, ...tree.adoptedStyleSheets]);

  /** Whether the page itself may contain scripting queries. Must be fast, because it runs for every page. */
  function mayQueryScripting() {
    const isMention = ({ media, ownerNode }) =>
      media.mediaText.includes('scripting') || !ownerNode || ownerNode.textContent.includes('scripting');
    return everywhere(SOURCES).length > 0 || sheets().some(isMention);
  }

  /** Returns undefined for a sheet of another site without CORS. */
  function rulesOf(group) {
    try {
      return group.cssRules ?? [];
    } catch {
      return undefined;
    }
  }

  /** Reading 1,000 rules takes 2 ms. A style element that a script fills with insertRule has no text. */
  function mayMention(group, mentioning) {
    if (!(group instanceof CSSStyleSheet)) return true;
    if (group.href) return mentioning.has(group.href.split('#')[0]) || /^(data|blob):/.test(group.href);
    const text = group.ownerNode?.textContent.trim() ?? '';
    return text === '' || text.includes('scripting');
  }

  /** Imports precede all other rules of a sheet. */
  function importsOf(rules) {
    const imports = [];
    for (const rule of rules) {
      if (rule instanceof CSSImportRule) imports.push(rule);
      else if (!(rule instanceof CSSLayerStatementRule)) break;
    }
    return imports;
  }

  /** Every visitor sees the noscript elements of a document whose sandbox forbids scripts. */
  function isInScriptlessSandbox() {
    for (let frame = frameElement; frame; frame = frame.ownerDocument.defaultView?.frameElement)
      if (frame.matches('[sandbox]') && !frame.sandbox.contains('allow-scripts')) return true;
    return false;
  }

  /** Returns whether scripting queries may be left. */
  function showAsScripted(addresses) {
    if (isInScriptlessSandbox()) return false;
    hideNoscript();
    return replaceScriptingQueries(addresses);
  }

  Object.assign(page, { mayQueryScripting, replaceScriptingQueries, showAsScripted, withoutScriptingQueries });
})(globalThis.pagekeep);
