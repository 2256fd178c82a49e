const LINKS = { ArrowLeft: 'a[rel="prev"]', ArrowRight: 'a[rel="next"]' };

/** The arrow keys open the previous or next capture, except in fields and in elements that scroll sideways. */
export function moveByKeys() {
  document.addEventListener('keydown', (event) => {
    if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey || !(event.key in LINKS)) return;
    const { target } = event;
    if (target.closest('input, select, textarea, .strip') || target.scrollWidth > target.clientWidth + 1) return;
    const link = document.querySelector(`.viewer ${LINKS[event.key]}`);
    if (!link) return;
    event.preventDefault();
    link.click();
  });
}
