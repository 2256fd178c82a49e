/** The newer capture covers the older one, and the slider clips it. */
export function startSlider() {
  for (const slider of document.querySelectorAll('[data-slider]')) {
    const range = slider.querySelector('input');
    const pair = slider.querySelector('.pair');
    const cut = () => pair.style.setProperty('--cut', `${range.value}%`);
    range.disabled = false;
    range.addEventListener('input', cut);
    const follow = (event) => {
      if (event.pointerType === 'mouse' && event.buttons === 0) return;
      const box = pair.getBoundingClientRect();
      range.value = String(Math.round(((event.clientX - box.left) / box.width) * 100));
      cut();
    };
    pair.addEventListener('pointerdown', follow);
    pair.addEventListener('pointermove', follow);
    // Otherwise the browser starts to drag the image.
    for (const image of pair.querySelectorAll('img')) image.draggable = false;
    slider.dataset.ready = '';
    cut();
  }
}
