import { Problem } from './problem.ts';
import { printable } from './text.ts';

/** A text as it was given, anything else as JSON; both shortened. */
function shown(given: unknown): string {
  return typeof given === 'string' ? printable(given) : printable(JSON.stringify(given) ?? String(given)).slice(1, -1);
}

export function invalid(name: string, given: unknown, allowed: string): never {
  throw new Problem('invalid', `${name} ${shown(given)} is not valid; allowed is ${allowed}.`);
}

/** Error messages contain the name of a secret, never its value. */
export function invalidSecret(name: string, allowed: string): never {
  throw new Problem('invalid', `${name} is not valid; allowed is ${allowed}.`);
}
