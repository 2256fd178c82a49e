import { randomBytes } from 'node:crypto';
import { Problem } from '../domain/problem.ts';
import { type SealingKey, seal, unseal } from './seal.ts';

const BOUND_TO = 'sign-in ticket';
const VALID_MS = 5 * 60_000;

/** A password that was right. */
export interface PasswordPassed {
  readonly owner: string;
  /** SHA-256 of the stored hash of the password, by which a later change of the password is noticed. */
  readonly passwordSum: string;
}

/** States that its bearer has just entered the password of the account. It only allows to enter a code. */
export function makeTicket(key: SealingKey, { owner, passwordSum }: PasswordPassed, now: Date): string {
  const text = JSON.stringify({ owner, passwordSum, until: now.getTime() + VALID_MS });
  return seal(key, { text, boundTo: BOUND_TO, randomBytes });
}

/** Throws Problem('unauthorized') for a ticket that has expired or was not made here. */
export function readTicket(key: SealingKey, ticket: string, now: Date): PasswordPassed {
  const { until, ...passed } = open(key, ticket);
  if (until < now.getTime()) throw expired();
  return passed;
}

function open(key: SealingKey, sealed: string): PasswordPassed & { until: number } {
  try {
    return JSON.parse(unseal(key, { sealed, boundTo: BOUND_TO }));
  } catch (cause) {
    throw expired(cause);
  }
}

function expired(cause?: unknown): Problem {
  return new Problem('unauthorized', 'This took too long. Enter your password again.', { cause });
}
