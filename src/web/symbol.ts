import { type Html, html } from './html.ts';
import type { WebLinks } from './links.ts';

/** A page shows hundreds of symbols, but only some dozens of different ones: each is made once. */
const made = new WeakMap<WebLinks, Map<string, Html>>();

/** A symbol of icons.svg, as large as the style sheet says for the class. */
export function symbol(links: WebLinks, name: string, className: string): Html {
  const key = `${className} ${name}`;
  const known = made.get(links)?.get(key);
  if (known) return known;
  const svg = html`<svg class="${className}" aria-hidden="true"><use href="${links.asset('icons.svg')}#${name}"/></svg>`;
  made.set(links, (made.get(links) ?? new Map<string, Html>()).set(key, svg));
  return svg;
}
