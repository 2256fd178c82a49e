/** Markup that needs no escaping. Only the html tag creates it from text. */
export class Html {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }

  toString(): string {
    return this.text;
  }
}

export type Child = Html | string | number | false | undefined | readonly Child[];

/** html`<p>${name}</p>` escapes every value that is not Html. Attribute values must be in double quotes. */
export function html(strings: TemplateStringsArray, ...children: readonly Child[]): Html {
  let text = strings[0] ?? '';
  for (let index = 0; index < children.length; index += 1) {
    text += render(children[index]) + (strings[index + 1] ?? '');
  }
  return new Html(text);
}

function render(child: Child): string {
  if (child instanceof Html) return child.text;
  if (typeof child === 'string') return escapeText(child);
  if (typeof child === 'number') return String(child);
  if (child === undefined || child === false) return '';
  let text = '';
  for (const each of child) text += render(each);
  return text;
}

// HTML has no control characters but these three, and titles and words of webpages may have any.
const SPECIAL = /[&<>"'[\p{Cc}--[\t\n\r]]]/v;
const ALL_SPECIAL = new RegExp(SPECIAL, 'gv');
const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

function escapeText(text: string): string {
  // Most texts contain no special character, and test() is cheaper than replace().
  return SPECIAL.test(text) ? text.replace(ALL_SPECIAL, (character) => ENTITIES[character] ?? '') : text;
}
