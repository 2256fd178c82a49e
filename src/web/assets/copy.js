const SHOWN_MS = 2000;

/** Copy buttons. They stay hidden where the page cannot reach the clipboard, as over plain HTTP. */
export function startCopying() {
  if (!navigator.clipboard) return;
  for (const button of document.querySelectorAll('[data-copy]')) {
    const words = button.innerHTML;
    button.hidden = false;
    button.addEventListener('click', async () => {
      await navigator.clipboard.writeText(document.getElementById(button.dataset.copy).textContent);
      button.textContent = 'Copied';
      setTimeout(() => {
        button.innerHTML = words;
      }, SHOWN_MS);
    });
  }
}
