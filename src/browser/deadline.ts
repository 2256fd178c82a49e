/** Aborts its signal with the reason when its time is over. */
export class Deadline {
  readonly #ending = new AbortController();
  readonly #begin = performance.now();
  readonly #reason: (milliseconds: number) => Error;
  #milliseconds: number;
  #timer: NodeJS.Timeout;

  constructor(milliseconds: number, reason: (milliseconds: number) => Error) {
    this.#milliseconds = milliseconds;
    this.#reason = reason;
    this.#timer = this.#start();
  }

  get signal(): AbortSignal {
    return this.#ending.signal;
  }

  /** Milliseconds until the end. */
  get left(): number {
    return Math.max(0, this.#milliseconds - (performance.now() - this.#begin));
  }

  extend(milliseconds: number): void {
    clearTimeout(this.#timer);
    this.#milliseconds += milliseconds;
    this.#timer = this.#start();
  }

  /** Extends the deadline if less than this time is left. */
  leave(milliseconds: number): void {
    if (this.left < milliseconds) this.extend(milliseconds - this.left);
  }

  clear(): void {
    clearTimeout(this.#timer);
  }

  #start(): NodeJS.Timeout {
    return setTimeout(() => this.#ending.abort(this.#reason(this.#milliseconds)), this.left);
  }
}

/** Settles as the promise does, or rejects with the signal's reason as soon as the signal aborts. */
export function orAbort<Value>(signal: AbortSignal, promise: Promise<Value>): Promise<Value> {
  if (signal.aborted) {
    promise.catch(() => undefined);
    return Promise.reject(signal.reason);
  }
  const { promise: aborted, reject } = Promise.withResolvers<never>();
  const abort = () => reject(signal.reason);
  signal.addEventListener('abort', abort, { once: true });
  return Promise.race([promise, aborted]).finally(() => signal.removeEventListener('abort', abort));
}

export const timedOut = Symbol('timed out');

/** Settles as the promise does, or resolves with `timedOut` after this time. */
export async function within<Value>(milliseconds: number, promise: Promise<Value>): Promise<Value | typeof timedOut> {
  const { promise: over, resolve } = Promise.withResolvers<typeof timedOut>();
  const timer = setTimeout(resolve, Math.max(0, milliseconds), timedOut);
  try {
    return await Promise.race([promise, over]);
  } finally {
    clearTimeout(timer);
    promise.catch(() => undefined);
  }
}
