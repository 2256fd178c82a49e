/** Percent of the width that an arrow key moves the seam. */
const STEP = 2;

/**
 * The seam of the slider view. The range input is a thumb's width wider than the pictures, so that its thumb is always
 * on the seam.
 */
export function startSlider(root) {
  const pictures = root.querySelector('.aligned');
  const range = pictures.querySelector('.thumb');
  const isOn = () => root.querySelector('#v-slider').checked;
  const cut = () => pictures.style.setProperty('--cut', `${range.value}%`);
  const moveTo = (value) => {
    range.value = String(value);
    cut();
  };
  const follow = (event) => {
    if (!isOn() || (event.pointerType === 'mouse' && event.buttons !== 1)) return;
    const box = pictures.getBoundingClientRect();
    moveTo(((event.clientX - box.left) / box.width) * 100);
  };
  range.hidden = false;
  range.addEventListener('input', cut);
  pictures.addEventListener('pointerdown', follow);
  pictures.addEventListener('pointermove', follow);
  // Otherwise the browser starts to drag the image.
  pictures.addEventListener('dragstart', (event) => event.preventDefault());
  return { move: (way) => moveTo(Number(range.value) + way * STEP) };
}
