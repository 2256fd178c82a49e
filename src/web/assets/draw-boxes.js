/** A drag below this many pixels of the picture is a click. */
const LEAST_SIDE = 8;
const NAMES = ['x', 'y', 'width', 'height'];

/**
 * Rectangles on a picture, each with a row of four number fields. Dragging on the picture adds one; with the keyboard,
 * the fields move and resize it.
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
    row.classList.remove('fresh');
    const fields = fieldsOf(row);
    for (const [at, field] of fields.entries()) field.value = String(box[at]);
    list.append(row);
    show();
    fields[0].focus({ preventScroll: true });
  };

  const pointAt = ({ clientX, clientY }) => {
    const box = layer.getBoundingClientRect();
    const within = (value, most) => Math.round(Math.max(0, Math.min(value, most)));
    return [
      within(((clientX - box.left) / box.width) * width, width),
      within(((clientY - box.top) / box.height) * height, height),
    ];
  };
  const between = ([x, y], [toX, toY]) => [Math.min(x, toX), Math.min(y, toY), Math.abs(toX - x), Math.abs(toY - y)];
  let start;
  canvas.addEventListener('pointerdown', (event) => {
    if (event.button !== 0 || event.pointerType === 'touch') return;
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
    if (box[2] >= LEAST_SIDE && box[3] >= LEAST_SIDE) add(box);
    else show();
  });
  canvas.addEventListener('pointercancel', () => {
    start = undefined;
    show();
  });

  const button = root.querySelector('[data-add]');
  button.hidden = false;
  button.addEventListener('click', () => {
    const [, top] = pointAt({ clientX: 0, clientY: innerHeight / 3 });
    add([
      Math.round(width / 4),
      Math.min(top, Math.max(0, height - 100)),
      Math.round(width / 2),
      Math.min(100, height),
    ]);
  });
  list.addEventListener('input', () => show());
  root.querySelector('[data-hint]').hidden = matchMedia('(pointer: coarse)').matches;
  show();
}
