/** The newer capture lies over the older one, and the slider cuts it away. */
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
    // Otherwise the browser drags the picture itself away.
    for (const image of pair.querySelectorAll('img')) image.draggable = false;
    slider.dataset.ready = '';
    cut();
  }
}
