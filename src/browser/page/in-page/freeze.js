/** Waits until movements have ended, then freezes the page. */
((page) => {
  const { changes, frame, wait, to, trees, everywhere } = page;

  /** Rounds without a change: after a pause of a busy machine, the timers of the page may not have been called yet. */
  const leastRounds = 3;

  /**
   * Waits for movements and counters that a script animates: freezing cannot bring them to their end. The motion is `moving`
   * if the page still moves, `stepping` if it changes slowly without end, and `unknown` if it has canvases: those of WebGL
   * can seldom be read, and some need longer for a frame.
   */
  async function waitForMotion(maxTime) {
    const motion = await motionAfter(maxTime);
    return { motion, hasLateContent: page.hasLateContent() };
  }

  async function motionAfter(maxTime) {
    const begin = performance.now();
    const end = begin + maxTime;
    await frame();
    const watched = page.watchCanvases();
    let isDrawing = false;
    if (watched) changes.noteDrawing(begin);
    // A page that becomes higher adds content at its end.
    const isGrowing = () => changes.areAdditions(performance.now()) && page.hasGrown();
    const isCalm = () => changes.areOver(performance.now()) && !isGrowing();
    let rounds = changes.areFrequent(performance.now()) ? 0 : leastRounds;
    while (!(isCalm() && rounds >= leastRounds) && performance.now() < end) {
      const { last } = changes;
      await wait(25);
      // On a busy machine a frame takes longer than 150 ms, and the next step of a movement comes with it.
      await frame();
      // Charts are complete after about a second; many backgrounds move endlessly.
      if (watched && performance.now() <= begin + 1_500) {
        isDrawing = watched();
        if (isDrawing) changes.noteDrawing(performance.now());
      }
      rounds = changes.last === last ? rounds + 1 : 0;
    }
    if (!isDrawing && !isCalm() && (changes.areSlowSteps() || isGrowing())) return 'stepping';
    if (isDrawing || !isCalm()) return 'moving';
    return watched ? 'unknown' : 'still';
  }

  /** Waits for fonts and for images that have started to load. `requested` are the addresses of images that are loading. */
  async function waitForResources(maxTime, requested) {
    const end = performance.now() + maxTime;
    page.placeKeptCanvases();
    // A layout starts to load the necessary fonts. `fonts.ready` would wait for a document that never ends.
    document.documentElement?.getBoundingClientRect();
    while (document.fonts?.status === 'loading' && performance.now() < end) await wait(25);
    const images = everywhere('img');
    // A lazy image that has never been in view is not complete either.
    const loading = () =>
      images.filter((image) => !image.complete && image.loading !== 'lazy' && (image.src || image.srcset));
    while (loading().length > 0 && performance.now() < end) await wait(50);
    const missing = loading().length + lazyImages(requested) + backgroundImages(requested);
    return { missing, mayQueryScripting: page.mayQueryScripting() };
  }

  /** The number of these images that are lazy. `currentSrc` of an image is empty until a part of it has arrived. */
  function lazyImages(requested) {
    if (requested.length === 0) return 0;
    const sourcesOf = (image) => [image, ...(image.closest('picture')?.querySelectorAll('source') ?? [])];
    const sources = everywhere('img[loading=lazy i]')
      .filter(({ complete }) => !complete)
      .flatMap(sourcesOf)
      .map(({ src, srcset }) => `${src} ${srcset}`);
    const isSource = (url) => sources.some((text) => text.includes(url.slice(new URL(url).origin.length)));
    return requested.filter(isSource).length;
  }

  /** The number of these images that are backgrounds. */
  function backgroundImages(requested) {
    if (requested.length === 0) return 0;
    const backgrounds = new Set(everywhere('*').map((element) => getComputedStyle(element).backgroundImage));
    const isBackground = (url) => [...backgrounds].some((background) => background.includes(`"${url}"`));
    return requested.filter(isBackground).length;
  }

  /**
   * Returns the numbers of frames and elements, whether endless animations are at their beginning, whether frames of other sites are below the first screen, whether a scripting query may be left, and whether a video is not yet at its beginning. A height of 0 means a picture of the viewport
   * only. `sheets` are the addresses of those with a scripting query, or null if visitors have no scripts either.
   */
  function freeze({ maxHeight = 0, sheets = null, rewinds = false }) {
    const hasUnreadable = sheets !== null && page.showAsScripted(sheets);
    // The time can be over in the middle of scrolling.
    if (maxHeight > 0) to(0);
    endInnerAnimations();
    endCopiedAnimations();
    page.restoreTop();
    page.hideCursor();
    if (maxHeight > 0) page.placeFixedElements(maxHeight);
    if (maxHeight > 0) page.repeatFixedLayers(maxHeight);
    page.repeatFixedBackground();
    page.keepRevealed();
    for (const media of everywhere('video, audio')) rewind(media);
    for (const marquee of everywhere('marquee')) stopMarquee(marquee);
    for (const animation of everywhere('[fill=freeze]')) finishSvgAnimation(animation);
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
    finishAnimations(rewinds);
    const hasFramesToReplace = page.numberFrames();
    const elements = document.getElementsByTagName('*').length;
    const hasRewound = rewound.size > 0;
    return {
      frames: globalThis.length,
      elements,
      hasRewound,
      hasFramesToReplace,
      hasUnreadable,
      isRewinding: isRewinding(),
    };
  }

  /**
   * A video that has played shows its first frame. Another video shows its poster, or also its first frame. The controls
   * of one that has not loaded show a turning wheel until shortly after the loading has ended.
   */
  function rewind(media) {
    media.pause();
    if (media.currentTime > 0 && Number.isFinite(media.duration)) media.currentTime = 0;
    if (!media.controls || media.readyState > HTMLMediaElement.HAVE_NOTHING || !page.isShown(media)) return;
    if (media.networkState === HTMLMediaElement.NETWORK_LOADING) {
      media.autoplay = false;
      media.preload = 'none';
      media.load();
    }
    wheelsEnd = performance.now() + wheelTime;
  }

  const wheelTime = 1_500;
  let wheelsEnd = 0;

  const isRewinding = () => performance.now() < wheelsEnd || everywhere('video').some(({ seeking }) => seeking);

  /** A marquee cannot be moved to its beginning, so a box with its content takes its place. */
  function stopMarquee(marquee) {
    const box = document.createElement('div');
    const computed = getComputedStyle(marquee);
    for (const name of computed) box.style.setProperty(name, computed.getPropertyValue(name));
    box.style.setProperty('overflow', 'hidden');
    if (!/up|down/i.test(marquee.getAttribute('direction') ?? '')) box.style.setProperty('white-space', 'nowrap');
    box.append(...marquee.childNodes);
    marquee.replaceWith(box);
  }

  /** These parts of elements are in shadow trees of the browser, and getAnimations() does not return their animations. */
  const INNER_PARTS = [
    'details-content',
    'file-selector-button',
    'picker(select)',
    'placeholder',
    '-webkit-meter-optimum-value',
    '-webkit-progress-bar',
    '-webkit-progress-value',
    '-webkit-slider-runnable-track',
    '-webkit-slider-thumb',
  ];

  function endInnerAnimations() {
    const controls = everywhere('details, input, meter, progress, select, textarea');
    if (controls.length === 0) return;
    for (const progress of controls.filter((each) => each.matches('progress:indeterminate'))) stopProgress(progress);
    const sheet = new CSSStyleSheet();
    const still = '{ transition: none !important; animation: none !important }';
    sheet.replaceSync(INNER_PARTS.map((part) => `::${part} ${still}`).join('\n'));
    for (const tree of trees()) tree.adoptedStyleSheets.push(sheet);
  }

  /**
   * The browser moves the bar itself, unless the page gives the element a style. A fifth is how it begins.
   */
  function stopProgress(progress) {
    const { appearance, borderStyle, backgroundColor, backgroundImage } = getComputedStyle(progress);
    const isPlain = borderStyle === 'none' && backgroundColor === 'rgba(0, 0, 0, 0)' && backgroundImage === 'none';
    if (appearance !== 'none' && isPlain) progress.value = progress.max / 5;
  }

  /** Nor does getAnimations() return those of the copies that `use` shows of SVG elements. Copies have the style of their original. */
  function endCopiedAnimations() {
    const addresses = new Set(everywhere('use').map(({ href }) => href.baseVal));
    for (const address of [...addresses].filter((each) => each.startsWith('#'))) {
      const id = `#${CSS.escape(address.slice(1))}`;
      for (const original of document.querySelectorAll(`symbol${id}, symbol${id} *, defs ${id}, defs ${id} *`))
        if (getComputedStyle(original).animationName !== 'none')
          original.style.setProperty('animation', 'none', 'important');
    }
  }

  /** The end of a transition can start another one in children that inherit the value. */
  const maxRounds = 20;

  /**
   * Finite animations jump to their end. Endless ones are cancelled: 12 of 12 pictures were equal, but not after pausing
   * them. Chromium draws a cancelled animation a little differently after different frames, so with `rewinds` they stop at
   * their beginning first; call `cancelRewound` once that is drawn. Animations that the page has paused stay unchanged.
   */
  function finishAnimations(rewinds = false) {
    const all = () => [...trees()].flatMap((tree) => tree.getAnimations());
    // Until the next frame, a scroll-driven animation can report that it has finished.
    let animations = all().filter(({ playState }) => playState !== 'paused');
    for (let round = 0; round < maxRounds && animations.length > 0; round += 1) {
      for (const animation of animations) {
        try {
          if (Number.isFinite(animation.effect?.getComputedTiming().endTime ?? 0)) animation.finish();
          else if (rewinds) rewindAnimation(animation);
          else animation.cancel();
        } catch {
          animation.cancel();
        }
      }
      animations = all().filter(({ playState }) => playState === 'running');
    }
  }

  const rewound = new Set();

  function rewindAnimation(animation) {
    animation.currentTime = 0;
    animation.pause();
    rewound.add(animation);
  }

  function cancelRewound() {
    for (const animation of rewound) animation.cancel();
    rewound.clear();
  }

  /** SVG animations that begin without an event: at a time, or with another animation. */
  const beginsByItself = /^\s*$|^\s*[+-]?[\d.:]+\s*(?:h|min|s|ms)?\s*(?:;|$)|\.(?:begin|end)\b/;

  /** The browser does not animate SVG (flags.ts). Sets the final value of an animation that would keep it. */
  function finishSvgAnimation(animation) {
    const given = (name) => animation.getAttribute(name) ?? '';
    const endless = ['repeatCount', 'repeatDur', 'dur'].some((name) => given(name) === 'indefinite');
    const end =
      given('to') ||
      given('values')
        .split(';')
        .findLast((value) => value.trim() !== '');
    const [name, type] = [given('attributeName'), given('type')];
    if (!animation.targetElement || endless || !end || !name || !beginsByItself.test(given('begin'))) return;
    const value = animation.localName === 'animateTransform' ? `${type || 'translate'}(${end})` : end.trim();
    animation.targetElement.setAttribute(name, value);
    // A style sheet would override the attribute.
    animation.targetElement.style.setProperty(name, value, 'important');
  }

  Object.assign(page, { waitForMotion, waitForResources, freeze, isRewinding, finishAnimations, cancelRewound });
})(globalThis.pagekeep);
