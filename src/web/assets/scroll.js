/** Scrolls the filmstrip so that the selected capture is in the middle. */
export function centreStrip() {
  const strip = document.querySelector('.strip');
  const chosen = strip?.querySelector('.here');
  if (chosen) strip.scrollLeft = chosen.offsetLeft - strip.offsetLeft - (strip.clientWidth - chosen.clientWidth) / 2;
}

/** Keeps two captures side by side at the same scroll position. */
export function scrollTogether() {
  for (const sides of document.querySelectorAll('[data-scroll-together]')) {
    const sheets = [...sides.querySelectorAll('.sheet')];
    for (const sheet of sheets) {
      sheet.addEventListener('scroll', () => {
        for (const other of sheets) {
          if (other !== sheet && other.scrollTop !== sheet.scrollTop) other.scrollTop = sheet.scrollTop;
        }
      });
    }
  }
}
