import { invalid } from './invalid-option.ts';
import { isPlainText, turnsText } from './text.ts';

const longestSelector = 500;
const maxListLength = 50;

export function isSelector(given: unknown): given is string {
  return (
    typeof given === 'string' &&
    given.trim() !== '' &&
    given.length <= longestSelector &&
    !/[{}]/.test(given) &&
    isPlainText(given) &&
    !turnsText(given)
  );
}

export const selectorAllowed = `a CSS selector of 1–${longestSelector} characters without braces, control characters and characters that change the direction of text`;

/** Line breaks in a selector mean the same as spaces, but an input field of a form would drop them. */
export function onOneLine(selector: string): string {
  return selector.trim().replace(/\s*[\r\n\f]\s*/g, ' ');
}

export function readSelector(name: string, given: unknown): string | null {
  if (given === null) return null;
  if (isSelector(given)) return onOneLine(given);
  return invalid(name, given, `${selectorAllowed}, or null`);
}

/** Throws Problem('invalid') with the name of the setting. */
export function readSelectors(name: string, given: unknown): string[] {
  if (Array.isArray(given) && given.length <= maxListLength && given.every(isSelector)) return given.map(onOneLine);
  return invalid(name, given, `a list of at most ${maxListLength}, each ${selectorAllowed}`);
}
