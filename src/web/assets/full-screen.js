const LIBRARY = new URL('openseadragon.min.js', import.meta.url);
const ZOOM_STEP = 1.6;
const WIDEST_OVERVIEW = 72;
/** A finger or a pointer still hits it. */
const NARROWEST_OVERVIEW = 24;
/** The highest overview, as a part of the screen. */
const HIGHEST_OVERVIEW = 0.75;

/** Shows the tiles of a picture in a dialog that fills the screen. The link has the description of the tiles. */
export async function openFullScreen(link) {
  const dialog = document.createElement('dialog');
  dialog.className = 'deep';
  dialog.setAttribute('aria-label', 'The picture, full screen');
  const canvas = document.createElement('div');
  canvas.className = 'deep-canvas';
  const tools = document.createElement('div');
  tools.className = 'deep-tools';
  dialog.append(canvas, tools);
  document.body.append(dialog);
  dialog.showModal();
  // Without the permission to use the whole screen, the dialog fills the window.
  await dialog.requestFullscreen?.().catch(() => undefined);

  await loadLibrary();
  const overview = overviewSize(link.dataset);
  const viewer = window.OpenSeadragon({
    element: canvas,
    tileSources: link.dataset.fullScreen,
    drawer: 'canvas',
    showNavigationControl: false,
    showNavigator: true,
    navigatorPosition: 'TOP_RIGHT',
    // Pages are tall: the overview is a column, as high and wide as the page needs.
    navigatorWidth: `${overview.width}px`,
    navigatorHeight: `${overview.height}px`,
    navigatorAutoFade: false,
    navigatorOpacity: 1,
    navigatorBackground: '#ffffff',
    navigatorBorderColor: '#8a8378',
    navigatorDisplayRegionColor: '#1e1b17',
    gestureSettingsMouse: { clickToZoom: false },
    maxZoomPixelRatio: 4,
    visibilityRatio: 0.8,
  });
  const showTop = () => {
    const { viewport } = viewer;
    const whole = viewer.world.getItemAt(0).getBounds();
    const scale = Math.min(viewport.imageToViewportZoom(1), 1 / whole.width);
    viewport.zoomTo(scale, undefined, true);
    const { height } = viewport.getBounds(true);
    const y = height > whole.height ? whole.height / 2 : height / 2;
    viewport.panTo(new window.OpenSeadragon.Point(whole.width / 2, y), true);
  };
  viewer.addOnceHandler('open', showTop);

  function close() {
    dialog.close();
  }
  dialog.addEventListener('close', () => {
    if (document.fullscreenElement) document.exitFullscreen();
    viewer.destroy();
    dialog.remove();
    link.focus();
  });
  dialog.addEventListener('fullscreenchange', () => {
    if (!document.fullscreenElement && dialog.open) close();
  });
  tools.append(
    button('Zoom in', '+', () => viewer.viewport.zoomBy(ZOOM_STEP).applyConstraints()),
    button('Zoom out', '−', () => viewer.viewport.zoomBy(1 / ZOOM_STEP).applyConstraints()),
    button('100 %', '100 %', showTop),
    button('Whole page', 'Whole page', () => viewer.viewport.goHome()),
    button('Close', 'Close', close),
  );
  tools.querySelector('button').focus();
}

function overviewSize({ width, height }) {
  const shown = Math.round(Math.min(innerHeight * HIGHEST_OVERVIEW, (WIDEST_OVERVIEW * height) / width));
  return { width: Math.max(NARROWEST_OVERVIEW, Math.round((shown * width) / height)), height: shown };
}

/**
 * The library adds a style element unless it finds one with this attribute. The security policy forbids style elements,
 * so this is an element of the same name that the browser does not interpret.
 */
async function loadLibrary() {
  const marker = document.createElementNS('', 'style');
  marker.setAttribute('data-openseadragon-mobile-css', 'true');
  if (!window.OpenSeadragon) document.head.append(marker);
  await import(LIBRARY);
}

function button(label, text, action) {
  const element = document.createElement('button');
  element.type = 'button';
  element.textContent = text;
  element.setAttribute('aria-label', label);
  element.addEventListener('click', action);
  return element;
}
