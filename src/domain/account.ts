import { Problem } from './problem.ts';
import { printable, readLine } from './text.ts';

export interface Account {
  readonly id: string;
  readonly email: string;
  readonly createdAt: string;
  readonly webpageCount: number;
}

/** An address of the shape local@domain, in lower case: whether it can be delivered is no concern of an archive. */
export function readEmail(text: string): string {
  const email = readLine('The e-mail address', text, 254).toLowerCase();
  if (!/^[^\s@]+@[^\s@]+$/.test(email)) {
    throw new Problem('invalid', `${printable(text)} is not an e-mail address such as ann@example.org.`);
  }
  return email;
}

export function readPassword(text: string): string {
  if (text.length < 10) throw new Problem('invalid', 'The password is too short; at least 10 characters are needed.');
  if (text.length > 1000)
    throw new Problem('invalid', 'The password is too long; at most 1000 characters are allowed.');
  return text;
}
