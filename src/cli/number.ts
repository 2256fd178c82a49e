import { Problem } from '../domain/problem.ts';
import { printable } from '../domain/text.ts';

/** Throws Problem('invalid') with the name of the option and the allowed range. */
export function wholeNumber(option: string, text: string, allowed: { from: number; to: number }): number {
  const value = /^\d{1,12}$/.test(text) ? Number(text) : -1;
  if (value < allowed.from || value > allowed.to) {
    throw new Problem(
      'invalid',
      `${option} is ${printable(text)}, but must be a whole number from ${allowed.from} to ${allowed.to}.`,
    );
  }
  return value;
}
