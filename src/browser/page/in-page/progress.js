/** Whether the page shows its content, or only that the content will come. */
((page) => {
  const { scroller, trees, everywhere, isShown, isInWindow, outer } = page;

  /** Texts that say that the page is loading, in the languages of most pages: "Loading", "Loading your data…", "Loading 20 %". */
  const LOADING =
    /^[\s.…]*(?:loading(?:[,.…\s–-]+please wait)?|please wait|one moment(?: please)?|just a moment|lädt|wird geladen|laden|bitte warten|chargement(?: en cours)?|veuillez patienter|cargando|espere(?: por favor)?|carregando|aguarde|caricamento(?: in corso)?|attendere(?: prego)?|ładowanie|загрузка|подождите|yükleniyor|đang tải|読み込み中|加载中|載入中|로딩 ?중?)(?:[.…!\s]*|(?: [\p{L}\d]+){1,3} ?(?:\.\.+|…|%))$/iu;

  /** "Connecting to the server…": without the dots it can be a heading. */
  const STARTING =
    /^\s*(?:authenticating|connecting|fetching|initiali[sz]ing|retrieving|preparing (?:the|your))(?: [\p{L}\d]+){0,4} ?(?:\.\.+|…)\s*$/iu;

  /** Names of elements that only show that content is loading. A box with content is named `nested-loading` by Ant Design. */
  const INDICATOR =
    /(?:^|[\s_-])(?<!nested-)(?:spinner|preloader|loader|loading|skeleton|shimmer|placeholder-(?:glow|wave)|animate-spin)(?:$|[\s_-])/i;
  const MAY_BE_INDICATOR = ['spinner', 'loader', 'loading', 'skeleton', 'shimmer', 'placeholder-', 'animate-']
    .flatMap((name) => [`[class*=${name} i]`, `[id*=${name} i]`])
    .join();
  const BUSY = '[aria-busy=true], [role=progressbar]:not([aria-valuenow]), progress:not([value])';

  const longestIndicator = 40;

  /** In square pixels, a line of a skeleton. A smaller box that pulses is a dot. */
  const leastSkeleton = 1_000;

  /** Tailwind has no class for skeletons: they are empty boxes that pulse. Decorations that pulse are behind the content. */
  const isPulsingBox = (element) =>
    element.classList.contains('animate-pulse') &&
    element.textContent.trim() === '' &&
    !element.querySelector('img, svg, canvas') &&
    areaOf(element) >= leastSkeleton &&
    /static|relative/.test(getComputedStyle(element).position);

  const isVisible = (element) => isInWindow(element) && isShown(element);

  const leastOpaque = 0.9;

  function isOpaque(colour) {
    const [, alpha = '1'] = /^rgba\(.*, ([\d.]+)\)$/.exec(colour) ?? [];
    return Number(alpha) >= leastOpaque;
  }

  const hidesOthers = (element) =>
    element.matches('iframe, canvas, img, video, object, embed') || isOpaque(getComputedStyle(element).backgroundColor);

  /** Many pages leave a sign that they are loading behind their content, or in a clipped box. */
  function isInFront(element) {
    const { left, top, width, height } = element.getBoundingClientRect();
    const pile = document.elementsFromPoint(left + width / 2, top + height / 2);
    const isFound = pile.length > 0 && element.getRootNode() === document;
    if (!isFound || getComputedStyle(element).pointerEvents === 'none') return true;
    const at = pile.findIndex((each) => element.contains(each));
    return at >= 0 && !pile.slice(0, at).some((each) => !each.contains(element) && hidesOthers(each));
  }

  /** Such an element can draw itself only while it is active. */
  function drawsNothing(element) {
    if (element.textContent.trim() !== '' || element.childElementCount > 0 || element.shadowRoot) return false;
    if (element.matches('svg, canvas, progress')) return false;
    return [null, '::before', '::after'].every((pseudo) => {
      const { content, backgroundColor, backgroundImage, borderStyle, boxShadow } = getComputedStyle(element, pseudo);
      const isBare = backgroundImage === 'none' && /^rgba\(.*, 0\)$/.test(backgroundColor) && boxShadow === 'none';
      return (pseudo && content === 'none') || (isBare && borderStyle === 'none' && (!pseudo || content === '""'));
    });
  }

  /** Elements that only show that content is loading: they have no content of their own. */
  function indicators() {
    const isNamed = (element) => INDICATOR.test(`${element.getAttribute('class')} ${element.id}`);
    const isEmpty = (element) =>
      element.textContent.trim().length <= longestIndicator &&
      !element.querySelector('a, button, input, video, iframe');
    const isIndicator = (element) => isNamed(element) || isPulsingBox(element);
    const named = everywhere(MAY_BE_INDICATOR).filter((element) => isIndicator(element) && isEmpty(element));
    const busy = everywhere(BUSY).filter(isEmpty);
    return [...named, ...busy].filter(
      (element) => !element.matches('html, body, img, a, button') && isVisible(element) && !drawsNothing(element),
    );
  }

  /** Elements in view with a text such as "Loading…". */
  function loadingTexts() {
    const found = [];
    for (const tree of trees()) {
      const walker = document.createTreeWalker(tree, NodeFilter.SHOW_TEXT);
      for (let n = 0; n < 3_000 && walker.nextNode(); n += 1) {
        const { data, parentElement } = walker.currentNode;
        if (data.length > 200 || !parentElement || !(LOADING.test(data) || STARTING.test(data))) continue;
        if (!parentElement.closest('script, style, noscript, button, a, label, option') && isVisible(parentElement))
          found.push(parentElement);
      }
    }
    return found;
  }

  const signsInView = () => [...indicators(), ...loadingTexts()].filter(isInFront);

  const showsLoading = () => signsInView().length > 0;

  /** Whether an empty, opaque layer covers the page. */
  function isCovered() {
    for (let layer = document.elementFromPoint(innerWidth / 2, innerHeight / 2); layer; layer = outer(layer)) {
      const { position, backgroundColor } = getComputedStyle(layer);
      const { top, left, right, bottom } = layer.getBoundingClientRect();
      const fills = top <= 0 && left <= 0 && right >= innerWidth && bottom >= innerHeight;
      if (position !== 'fixed' || !fills) continue;
      const isEmpty = layer.innerText.trim().length <= longestIndicator;
      const more =
        document.body.innerText.length - layer.innerText.length > longestIndicator ||
        scroller().scrollHeight > innerHeight * 1.2;
      return (
        isOpaque(backgroundColor) && isEmpty && more && !layer.querySelector('a, button, input, video, iframe, canvas')
      );
    }
    return false;
  }

  const areaOf = (element) => {
    const { width, height } = element.getBoundingClientRect();
    return Math.min(width, innerWidth) * Math.min(height, innerHeight);
  };

  /** The page navigates by a script, or says that it will. */
  const LEAVING =
    /redirect|forwarding|being forwarded|weitergeleitet|weiterleitung|redirig|redirecion|reindirizz|переадрес/i;
  const NAVIGATES = /\blocation(?:\.href)?\s*=[^=]|\blocation\.(?:replace|assign)\s*\(|\.submit\s*\(\s*\)/;
  const LATER = /setTimeout|setInterval|onload|load['"]/;

  /** A page with a form to fill in waits for its visitor. */
  const scriptsLeave = () =>
    !everywhere('input:not([type=hidden], [type=submit]), textarea, select').some(isShown) &&
    [...document.scripts].some(
      ({ src, text }) => !src && text.length < 20_000 && NAVIGATES.test(text) && LATER.test(text),
    );

  /** Some pages hide everything until a script has run, or for some seconds without it. */
  const isHidden = () =>
    [document.documentElement, document.body].some((element) => {
      if (!element) return false;
      const { display, opacity, visibility } = getComputedStyle(element);
      return display === 'none' || opacity === '0' || (visibility === 'hidden' && element.innerText.trim() === '');
    }) || hasHiddenRoot();

  /** Whether the element with most of the text is transparent, such as the root of an application. */
  function hasHiddenRoot() {
    const lengthOf = ({ innerText }) => innerText?.trim().length ?? 0;
    // Closed dialogs are transparent, too.
    const isHiddenPart = (child) => {
      const { opacity, position } = getComputedStyle(child);
      return opacity === '0' && /static|relative/.test(position) && child.checkVisibility();
    };
    const hidden = [...(document.body?.children ?? [])].filter(isHiddenPart);
    return hidden.some((child) => lengthOf(child) > lengthOf(document.body) / 2);
  }

  /** Whether an animation without end is in view. */
  const movesEndlessly = () =>
    [...trees()]
      .flatMap((tree) => tree.getAnimations())
      .some(
        ({ effect }) => effect?.getComputedTiming().endTime === Infinity && effect.target && isVisible(effect.target),
      );

  /** Pages with less text than this can be an interstitial, or have nothing but a sign that they are loading. */
  const sparse = { leaving: 250, announced: 600, loading: 300 };

  function lengthOfText() {
    const { length } = document.body?.innerText.trim() ?? { length: Infinity };
    return length < sparse.announced ? length + page.shadowText().trim().length : length;
  }

  /**
   * `hidden`: the page hides itself. `blank`: nothing is visible, or nothing but a movement without text. `loading`: nothing
   * is visible but signs that the page is loading. `partly`: the page has content and such signs. `leaving`: the page is about to navigate to another. `shown`: none of these.
   */
  function progress() {
    if (isHidden()) return 'hidden';
    if (!page.hasContent()) return 'blank';
    const length = lengthOfText();
    if (length < sparse.announced && LEAVING.test(document.body.innerText)) return 'leaving';
    if (length < sparse.leaving && scriptsLeave()) return 'leaving';
    if (isCovered()) return 'loading';
    const signs = signsInView();
    if (signs.length === 0) return length <= longestIndicator && movesEndlessly() ? 'blank' : 'shown';
    const covered = signs.reduce((sum, element) => sum + areaOf(element), 0);
    return length < sparse.loading || covered > innerWidth * innerHeight * 0.2 ? 'loading' : 'partly';
  }

  Object.assign(page, { progress, showsLoading });
})(globalThis.pagekeep);
