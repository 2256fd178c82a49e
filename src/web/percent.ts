import { Problem } from '../domain/problem.ts';

/** Reads a percentage of a form, with a point or a comma, as a share from 0 to 1. Throws Problem('invalid'). */
export function readPercent(text: string): number {
  const percent = Number(text.replace(',', '.'));
  if (text === '' || !(percent >= 0 && percent <= 100)) {
    throw new Problem('invalid', `The share ${JSON.stringify(text.slice(0, 40))} is not a percentage from 0 to 100.`);
  }
  return percent / 100;
}
