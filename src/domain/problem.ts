/** What can go wrong in a way that a caller can understand. Everything else is a bug or a broken machine. */
export type ProblemKind =
  | 'invalid' // the request itself is wrong
  | 'unauthorized'
  | 'not-found'
  | 'method-not-allowed'
  | 'too-large'
  | 'unsupported-media'
  | 'unprocessable' // well formed, but it cannot be carried out
  | 'conflict'
  | 'too-many'
  | 'unavailable'; // maintenance, overload, a database that is away

export interface ProblemOptions extends ErrorOptions {
  /** For 'unavailable' and 'too-many': how many seconds to wait before asking again. */
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
