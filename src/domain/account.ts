import { Problem } from './problem.ts';
import { printable, readLine } from './text.ts';

export interface Account {
  readonly id: string;
  readonly email: string;
  readonly createdAt: string;
  readonly webpageCount: number;
}

/** With one of these, an address would look the same as another one. */
const INVISIBLE = /[\p{Cf}\p{Default_Ignorable_Code_Point}]/u;

/** Returns the address in lower case. Checks only the form local@domain: an account works without mail. */
export function readEmail(text: string): string {
  if (INVISIBLE.test(text)) {
    throw new Problem('invalid', `The e-mail address ${printable(text)} contains invisible characters.`);
  }
  const email = readLine('The e-mail address', text, 254).toLowerCase();
  if (!/^[^\s@]+@[^\s@]+$/.test(email)) {
    throw new Problem('invalid', `${printable(text)} is not an e-mail address such as ann@example.org.`);
  }
  return email;
}

export function emailTaken(email: string, cause?: unknown): Problem {
  return new Problem('conflict', `An account for ${printable(email)} already exists.`, { cause });
}

export function readPassword(text: string): string {
  if (text.length < 10) throw new Problem('invalid', 'The password is too short; use at least 10 characters.');
  if (text.length > 1000)
    throw new Problem('invalid', 'The password is too long; at most 1000 characters are allowed.');
  return text;
}
