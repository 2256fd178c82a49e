import { openFullScreen } from './full-screen.js';
import { onKeys } from './keys.js';

const SVG = 'http://www.w3.org/2000/svg';

/** The keys of a webpage, the overview beside its picture, and the full-screen viewer. */
export function startViewer() {
  const press = (selector) => {
    const element = document.querySelector(selector);
    if (!element) return false;
    element.click();
  };
  const step = ({ key, shiftKey, target }) => {
    const back = key === 'ArrowLeft';
    if (shiftKey) return press(`[data-change="${back ? 'earlier' : 'later'}"]`);
    // A focused element that scrolls sideways keeps its arrow keys.
    if (target !== document.body && target.scrollWidth > target.clientWidth + 1) return false;
    return press(`.viewer a[rel="${back ? 'prev' : 'next'}"]`);
  };
  onKeys({
    ArrowLeft: step,
    ArrowRight: step,
    f: () => press('[data-full-screen]'),
    s: () => press('.viewer .star'),
    c: () => press('#capture-now'),
  });
  document.addEventListener('click', (event) => {
    const link = event.target.closest('[data-full-screen]');
    if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    openFullScreen(link);
  });
  addEventListener('hashchange', openTarget);
  followScroll();
}

/** Not every browser opens the details around the target of a link. */
function openTarget() {
  const closed = document.querySelector(':target')?.closest('details:not([open])');
  if (closed) closed.open = true;
}

/** Shows in the overview which part of the picture is visible, and scrolls to a place that is selected there. */
function followScroll() {
  // Scroll events do not bubble. Listening on the document survives live updates, which replace elements.
  document.addEventListener('scroll', drawView, { capture: true, passive: true });
  document.addEventListener('load', drawView, { capture: true });
  addEventListener('resize', drawView);
  for (const type of ['pointerdown', 'pointermove']) document.addEventListener(type, scrollToPointer);
  drawView();
}

function drawView() {
  const [sheet, mini] = [document.querySelector('.glass .scroll'), document.querySelector('.glass .mini')];
  if (!sheet || !mini) return;
  const { width, height } = mini.viewBox.baseVal;
  const view = mini.querySelector('.view') ?? mini.appendChild(document.createElementNS(SVG, 'rect'));
  view.setAttribute('class', 'view');
  const across = width / sheet.scrollWidth;
  const down = height / sheet.scrollHeight;
  view.setAttribute('x', sheet.scrollLeft * across);
  view.setAttribute('y', sheet.scrollTop * down);
  view.setAttribute('width', sheet.clientWidth * across);
  view.setAttribute('height', sheet.clientHeight * down);
}

function scrollToPointer(event) {
  const mini = event.target.closest?.('.glass .mini');
  if (!mini || event.buttons !== 1) return;
  const sheet = document.querySelector('.glass .scroll');
  const box = mini.getBoundingClientRect();
  sheet.scrollTo({
    left: ((event.clientX - box.left) / box.width) * sheet.scrollWidth - sheet.clientWidth / 2,
    top: ((event.clientY - box.top) / box.height) * sheet.scrollHeight - sheet.clientHeight / 2,
    behavior: 'instant',
  });
}
