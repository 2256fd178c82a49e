import { isIdentifier } from '../domain/identifier.ts';
import type { Store } from '../domain/ports/store.ts';
import { Problem } from '../domain/problem.ts';
import { readScope, type Scope, scopeValue } from '../domain/scope.ts';
import type { Scope as SentScope } from './schemas/scope.ts';

/** Throws Problem('invalid'), and Problem('unprocessable') for a webpage that the account does not have. */
export async function readSentScope(store: Store, owner: string, { kind, ...values }: SentScope): Promise<Scope> {
  const other = Object.keys(values).find((name) => name !== kind);
  if (other !== undefined) {
    throw new Problem('invalid', `The property ${other} of scope is not for the kind ${kind}.`);
  }
  if (kind === 'all') return { kind };
  const value = values[kind];
  if (value === undefined) throw new Problem('invalid', `The property ${kind} of scope is missing.`);
  const scope = readScope(kind, value);
  if (scope.kind !== 'webpage') return scope;
  const known = isIdentifier(scope.webpageId) && (await store.webpages.find(owner, scope.webpageId));
  if (!known) throw new Problem('unprocessable', 'The webpage of scope does not exist.');
  return scope;
}

export function presentScope(scope: Scope): SentScope {
  return scope.kind === 'all' ? scope : { kind: scope.kind, [scope.kind]: scopeValue(scope) };
}
