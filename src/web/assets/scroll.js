/** Scrolls the filmstrip so that the selected capture is in the middle. */
export function centreStrip() {
  const strip = document.querySelector('.strip');
  const chosen = strip?.querySelector('.here');
  if (chosen) strip.scrollLeft = chosen.offsetLeft - strip.offsetLeft - (strip.clientWidth - chosen.clientWidth) / 2;
}
