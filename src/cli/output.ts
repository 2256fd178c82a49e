/**
 * Control characters (C0 except tabs and line breaks, C1, and those that reverse the direction of text) could be commands
 * for the terminal. Texts of webpages and of other users may contain them.
 */
const CONTROL = /(?![\t\n])[\p{Cc}\p{Bidi_Control}]/gu;

/** The characters that JSON.stringify leaves as they are. */
const UNESCAPED = /[\u007f-\u009f\p{Bidi_Control}]/gu;

/** Prints a text for people on standard output. */
export function say(text: string): void {
  console.log(text.replace(CONTROL, ' '));
}

/** Prints a text for people on standard error. */
export function complain(text: string): void {
  console.error(text.replace(CONTROL, ' '));
}

/** JSON in which control characters are escaped. */
export function safeJson(value: unknown): string {
  const escaped = (character: string) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
  return JSON.stringify(value).replace(UNESCAPED, escaped);
}
