import { type Html, html } from './html.ts';

/** A text to copy. copy.js shows the button; without JavaScript the text is selected by a click. */
export function copyable(id: string, text: string): Html {
  return html`<div class="copyable"><pre tabindex="0" id="${id}"><code>${text}</code></pre><button type="button" data-copy="${id}" hidden>Copy<span class="visually-hidden"> this text</span></button></div>`;
}
