import { Problem } from '../domain/problem.ts';
import { printable } from '../domain/text.ts';

/** The value of an option that takes a whole number. Throws Problem('invalid') naming it and what is allowed. */
export function wholeNumber(option: string, text: string, allowed: { from: number; to: number }): number {
  const value = /^\d{1,12}$/.test(text) ? Number(text) : -1;
  if (value < allowed.from || value > allowed.to) {
    throw new Problem(
      'invalid',
      `${option} is ${printable(text)}; allowed is a whole number from ${allowed.from} to ${allowed.to}.`,
    );
  }
  return value;
}
