/** A drag below this many pixels of the picture is a click. */
const LEAST_SIDE = 8;
const NAMES = ['x', 'y', 'width', 'height'];

/**
 * Rectangles on a picture, each with a row of four number fields. Dragging on the picture adds one; with the keyboard,
 * the fields move and resize it. A finger scrolls the page, unless the button "Draw" was pressed before.
 */
export function drawBoxes() {
  const root = document.querySelector('[data-boxes]');
  const canvas = root?.querySelector('.canvas');
  if (!canvas) return;
  const layer = canvas.querySelector('svg');
  const list = root.querySelector('.boxes');
  const blank = list.querySelector('.fresh');
  const { width, height } = layer.viewBox.baseVal;
  blank.remove();
  blank.classList.remove('fresh');
  blank.querySelector('[name=remove]').hidden = false;

  const fieldsOf = (row) => NAMES.map((name) => row.querySelector(`[name=${name}]`));
  const show = (drawn) => {
    const boxes = [...list.children].map((row) => fieldsOf(row).map(({ value }) => Number(value)));
    layer.replaceChildren(...[...boxes, ...(drawn ? [drawn] : [])].map(rectangle));
  };
  const rectangle = (box) => {
    const shape = document.createElementNS(layer.namespaceURI, 'rect');
    for (const [at, name] of NAMES.entries()) shape.setAttribute(name, String(box[at]));
    return shape;
  };
  const add = (box) => {
    const row = blank.cloneNode(true);
    for (const [at, field] of fieldsOf(row).entries()) field.value = String(box[at]);
    list.append(row);
    row.querySelector('[name=remove]').setAttribute('aria-label', `Remove rectangle ${list.children.length}`);
    show();
    return row;
  };

  const addButton = root.querySelector('[data-add]');
  addButton.hidden = false;
  addButton.addEventListener('click', () => {
    const top = (innerHeight / 3 - layer.getBoundingClientRect().top) * (height / layer.clientHeight);
    const y = Math.round(Math.max(0, Math.min(top, height - 100)));
    const row = add([Math.round(width / 4), y, Math.round(width / 2), Math.min(100, height)]);
    fieldsOf(row)[0].focus({ preventScroll: true });
  });
  list.addEventListener('input', () => show());
  // Saved like every other change of the form: with its button.
  list.addEventListener('click', (event) => {
    const remove = event.target.closest('[name=remove]');
    if (!remove) return;
    event.preventDefault();
    remove.closest('li').remove();
    addButton.focus({ preventScroll: true });
    show();
  });

  const drawButton = root.querySelector('[data-draw]');
  const setDrawing = (on) => drawButton.setAttribute('aria-pressed', String(on));
  const isDrawing = () => drawButton.getAttribute('aria-pressed') === 'true';
  drawButton.addEventListener('click', () => setDrawing(!isDrawing()));
  root.querySelector('[data-hint]').hidden = false;

  const canDraw = ({ button, pointerType }) => button === 0 && (pointerType !== 'touch' || isDrawing());
  followDrags(canvas, layer, {
    canDraw,
    show,
    end(box) {
      setDrawing(false);
      if (box[2] >= LEAST_SIDE && box[3] >= LEAST_SIDE) add(box);
      else show();
    },
  });
  show();
}

/** Reports the rectangle between the start and the present place of a drag, in pixels of the picture. */
function followDrags(canvas, layer, { canDraw, show, end }) {
  const { width, height } = layer.viewBox.baseVal;
  const within = (value, most) => Math.round(Math.max(0, Math.min(value, most)));
  const pointAt = ({ clientX, clientY }) => {
    const box = layer.getBoundingClientRect();
    return [
      within(((clientX - box.left) / box.width) * width, width),
      within(((clientY - box.top) / box.height) * height, height),
    ];
  };
  const between = ([x, y], [toX, toY]) => [Math.min(x, toX), Math.min(y, toY), Math.abs(toX - x), Math.abs(toY - y)];
  let start;
  canvas.addEventListener('pointerdown', (event) => {
    if (start || !canDraw(event)) return;
    event.preventDefault();
    canvas.setPointerCapture(event.pointerId);
    start = pointAt(event);
  });
  canvas.addEventListener('pointermove', (event) => {
    if (start) show(between(start, pointAt(event)));
  });
  canvas.addEventListener('pointerup', (event) => {
    if (!start) return;
    const box = between(start, pointAt(event));
    start = undefined;
    end(box);
  });
  canvas.addEventListener('pointercancel', () => {
    start = undefined;
    show();
  });
}
