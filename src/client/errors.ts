/** Why a request failed. Each is one HTTP status, or none for `network`. */
export type FailureKind =
  | 'invalid'
  | 'unauthorized'
  | 'forbidden'
  | 'not-found'
  | 'conflict'
  | 'precondition-failed'
  | 'too-large'
  | 'unprocessable'
  | 'too-many'
  | 'unavailable'
  | 'network'
  | 'other';

const KINDS: Readonly<Record<number, FailureKind>> = {
  400: 'invalid',
  401: 'unauthorized',
  403: 'forbidden',
  404: 'not-found',
  409: 'conflict',
  412: 'precondition-failed',
  413: 'too-large',
  422: 'unprocessable',
  429: 'too-many',
  503: 'unavailable',
};

/** An answer with an error. The message is the description of its Error record. */
export class PagekeepError extends Error {
  readonly kind: FailureKind;
  /** 0 if there was no answer. */
  readonly status: number;
  /** Seconds until the server wants to be asked again. */
  readonly retryAfter: number | undefined;

  constructor(status: number, message: string, options?: ErrorOptions & { retryAfter?: number | undefined }) {
    super(message, options);
    this.name = 'PagekeepError';
    this.status = status;
    this.kind = status === 0 ? 'network' : (KINDS[status] ?? 'other');
    this.retryAfter = options?.retryAfter;
  }
}
