/** Errors that a caller can act on. Any other error is a bug or a failure of the machine. */
export type ProblemKind =
  | 'invalid' // the request itself is wrong
  | 'unauthorized'
  | 'forbidden' // the account may not do this
  | 'not-found'
  | 'method-not-allowed'
  | 'too-large'
  | 'unsupported-media'
  | 'unprocessable' // valid, but cannot be carried out
  | 'conflict'
  | 'precondition-failed' // the record is not the one that the caller expects
  | 'too-many'
  | 'damaged' // what is stored is not what was stored there once
  | 'unavailable'; // maintenance, overload, an unreachable database

export interface ProblemOptions extends ErrorOptions {
  /** For 'unavailable' and 'too-many': seconds until the caller should try again. */
  readonly retryAfter?: number;
}

export class Problem extends Error {
  readonly kind: ProblemKind;
  readonly retryAfter: number | undefined;

  constructor(kind: ProblemKind, description: string, options?: ProblemOptions) {
    super(description, options);
    this.name = 'Problem';
    this.kind = kind;
    this.retryAfter = options?.retryAfter;
  }
}

export function notFound(what: string): Problem {
  return new Problem('not-found', `The ${what} does not exist.`);
}
