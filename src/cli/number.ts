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

/** Reads a percentage as a share from 0 to 1. Throws Problem('invalid') with the name of the option. */
export function percentage(option: string, text: string): number {
  const percent = /^\d{1,3}(\.\d{1,6})?$/.test(text) ? Number(text) : Number.NaN;
  if (percent <= 100) return percent / 100;
  throw new Problem('invalid', `${option} is ${printable(text)}, but must be a percentage from 0 to 100.`);
}
