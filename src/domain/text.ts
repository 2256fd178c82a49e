import { Problem } from './problem.ts';

// C0 and C1 control characters. PostgreSQL cannot store U+0000 at all.
// biome-ignore lint/suspicious/noControlCharactersInRegex: finding control characters is the point
const CONTROL = /[\u0000-\u001f\u007f-\u009f]/;

/** Names, keywords and e-mail addresses are plain text, so a search for other text finds nothing. */
export function isPlain(text: string): boolean {
  return !CONTROL.test(text) && text.isWellFormed();
}

/** Text of several lines: line breaks and tabs are its only control characters. */
export function isPlainText(text: string): boolean {
  return isPlain(text.replace(/[\t\n\f\r]/g, ''));
}

/** Marks that change the direction of the text after them, up to another mark. Joiners and U+200E and U+200F, which words need, do not. */
const TURNS_TEXT = /[\u202a-\u202e\u2066-\u2069]/;

export function turnsText(text: string): boolean {
  return TURNS_TEXT.test(text);
}

/** Reads one line of text that a user entered. Throws Problem('invalid') with the name of the field. */
export function readLine(field: string, value: unknown, maximum: number): string {
  if (typeof value !== 'string') throw new Problem('invalid', `${field} must be text.`);
  const text = value.trim();
  if (text === '') throw new Problem('invalid', `${field} must not be empty.`);
  if (text.length > maximum) {
    throw new Problem('invalid', `${field} has ${text.length} characters; at most ${maximum} are allowed.`);
  }
  if (!isPlain(text)) {
    throw new Problem('invalid', `${field} ${printable(text)} contains control characters or invalid Unicode.`);
  }
  if (turnsText(text)) {
    throw new Problem('invalid', `${field} ${printable(text)} contains characters that change the direction of text.`);
  }
  return text;
}

/** Makes an external value safe for a message: shortened, in quotes, with special characters escaped. */
export function printable(value: string, maximum = 60): string {
  const shown = value.length > maximum ? `${value.slice(0, maximum)}…` : value;
  const escaped = shown.toWellFormed().replace(/[^\x20-\x7e…]/g, (character) => {
    const code = character.codePointAt(0) ?? 0;
    return code > 0xa0 && /\p{L}|\p{N}|\p{P}|\p{S}/u.test(character)
      ? character
      : `\\u${code.toString(16).padStart(4, '0')}`;
  });
  return `"${escaped}"`;
}

/**
 * Text from elsewhere as one line: it cannot end a header or imitate another line, and has no control characters and none
 * that change the direction of text.
 */
export function oneLine(text: string, most = Number.POSITIVE_INFINITY): string {
  const line = text
    .toWellFormed()
    .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\s]+/gu, ' ')
    .trim();
  return shorten(line, most);
}

/**
 * Without control characters and those that turn the text after them around, as a title from elsewhere may have them. Joiners
 * stay: emoji and Persian words need them.
 */
export function withoutControls(text: string): string {
  return text.replace(/[\p{Cc}\u202a-\u202e\u2066-\u2069]/gu, '');
}

/** The same for text of several lines: line breaks and tabs stay. */
export function withoutControlsInLines(text: string): string {
  return text.replace(/[[\p{Cc}\u202a-\u202e\u2066-\u2069]--[\t\n\f\r]]/gv, '');
}

/** The text with at most this number of code units, with an ellipsis in place of the rest. */
export function shorten(text: string, most: number): string {
  return text.length <= most ? text : `${text.slice(0, most - 1).toWellFormed()}…`;
}
