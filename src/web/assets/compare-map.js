/** Shows in the minimap which part of the newer picture is on the screen, and moves there on a click. */
export function showView(root) {
  const map = root.querySelector('.mini');
  const bar = root.querySelector('.tools');
  const slices = [...root.querySelectorAll('.cell.b .slice')];
  if (!map || slices.length === 0) return;
  const { width, height } = map.viewBox.baseVal;
  const view = document.createElementNS(map.namespaceURI, 'rect');
  view.classList.add('view');
  map.append(view);

  /** The row of the picture at this height of the window. */
  const rowAt = (y) => {
    for (const slice of slices) {
      const box = slice.getBoundingClientRect();
      if (box.bottom > y) return Number(slice.dataset.top) + (Math.max(0, y - box.top) / box.width) * width;
    }
    return height;
  };
  let asked = false;
  const draw = () => {
    asked = false;
    const top = rowAt(bar.getBoundingClientRect().bottom);
    view.setAttribute('x', '0');
    view.setAttribute('y', String(top));
    view.setAttribute('width', String(width));
    view.setAttribute('height', String(Math.max(1, rowAt(innerHeight) - top)));
  };
  const redraw = () => {
    if (!asked) requestAnimationFrame(draw);
    asked = true;
  };
  addEventListener('scroll', redraw, { passive: true });
  addEventListener('resize', redraw);
  root.querySelector('.segments').addEventListener('change', redraw);

  map.addEventListener('click', ({ clientY }) => {
    const box = map.getBoundingClientRect();
    const row = ((clientY - box.top) / box.height) * height;
    const slice = slices.findLast(({ dataset }) => Number(dataset.top) <= row) ?? slices[0];
    const place = slice.getBoundingClientRect();
    const y = place.top + ((row - Number(slice.dataset.top)) / width) * place.width;
    scrollBy({ top: y - innerHeight / 2 });
  });
  draw();
}
