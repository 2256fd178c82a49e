import { randomBytes } from 'node:crypto';
import { Problem } from '../domain/problem.ts';
import { type SealingKey, seal, unseal } from './seal.ts';

const BOUND_TO = 'sign-in ticket';
const VALID_MS = 5 * 60_000;

/** States that its bearer has just entered the password of the account. It only allows to enter a code. */
export function makeTicket(key: SealingKey, owner: string, now: Date): string {
  const text = JSON.stringify({ owner, until: now.getTime() + VALID_MS });
  return seal(key, { text, boundTo: BOUND_TO, randomBytes });
}

/** Returns the owner. Throws Problem('unauthorized') for a ticket that has expired or was not made here. */
export function readTicket(key: SealingKey, ticket: string, now: Date): string {
  const { owner, until } = open(key, ticket);
  if (until < now.getTime()) throw expired();
  return owner;
}

function open(key: SealingKey, sealed: string): { owner: string; until: number } {
  try {
    return JSON.parse(unseal(key, { sealed, boundTo: BOUND_TO }));
  } catch (cause) {
    throw expired(cause);
  }
}

function expired(cause?: unknown): Problem {
  return new Problem('unauthorized', 'This took too long. Enter your password again.', { cause });
}
