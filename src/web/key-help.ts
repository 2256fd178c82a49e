import { type Html, html } from './html.ts';

export interface KeyHelp {
  /** Keys that do the same or belong together, such as j and k. */
  readonly keys: readonly string[];
  readonly text: string;
}

const EVERYWHERE: readonly KeyHelp[] = [
  { keys: ['/'], text: 'Search the archive' },
  { keys: ['g', 'c'], text: 'Go to Changes' },
  { keys: ['g', 'a'], text: 'Go to the archive' },
  { keys: ['?'], text: 'Show this help' },
  { keys: ['Esc'], text: 'Close menus and dialogs' },
];

/** The list of keys. keys.js opens it; without JavaScript there are no keys and it stays closed. */
export function keyHelp(ofPage: readonly KeyHelp[]): Html {
  const row = ({ keys, text }: KeyHelp) => html`<dt>${keys.map((key) => html`<kbd>${key}</kbd>`)}</dt><dd>${text}</dd>`;
  return html`<dialog id="keys" aria-labelledby="keys-title">
<div class="headline"><h2 id="keys-title">Keyboard shortcuts</h2><form method="dialog"><button class="quiet">Close</button></form></div>
<dl class="keymap">${[...ofPage, ...EVERYWHERE].map(row)}</dl>
</dialog>`;
}
