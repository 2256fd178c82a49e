import type { Caller } from '../domain/ports/tokens.ts';
import { Problem } from '../domain/problem.ts';
import type { Scope } from '../domain/token.ts';

/** The token is valid, but may not do this (RFC 6750 §3.1). */
export class InsufficientScope extends Problem {
  readonly scope: Scope;

  constructor(scope: Scope) {
    super('forbidden', `The Bearer token does not have the scope "${scope}", which this operation needs.`);
    this.scope = scope;
  }
}

export function checkScope({ limits }: Pick<Caller, 'limits'>, scope: Scope): void {
  if (!limits.scopes.includes(scope)) throw new InsufficientScope(scope);
}
