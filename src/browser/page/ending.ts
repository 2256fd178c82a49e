import type { FailureReason } from '../../domain/capture.ts';

/** Thrown, and given as the reason of an abort, when a capture cannot end in a picture. */
export class Ending extends Error {
  override readonly name = 'Ending';
  readonly reason: FailureReason | 'scheme' | 'address';

  constructor(reason: Ending['reason'], detail: string, options?: ErrorOptions) {
    super(detail, options);
    this.reason = reason;
  }
}

/** The promise, or the signal's reason as soon as it aborts. */
export function until<Value>(signal: AbortSignal, promise: Promise<Value>): Promise<Value> {
  if (signal.aborted) {
    promise.catch(() => undefined);
    return Promise.reject(signal.reason);
  }
  const { promise: aborted, reject } = Promise.withResolvers<never>();
  const abort = () => reject(signal.reason);
  signal.addEventListener('abort', abort, { once: true });
  return Promise.race([promise, aborted]).finally(() => signal.removeEventListener('abort', abort));
}

export const late = Symbol('late');

/** The promise, or `late` when the time is over first. */
export async function within<Value>(milliseconds: number, promise: Promise<Value>): Promise<Value | typeof late> {
  const { promise: over, resolve } = Promise.withResolvers<typeof late>();
  const timer = setTimeout(resolve, Math.max(0, milliseconds), late);
  try {
    return await Promise.race([promise, over]);
  } finally {
    clearTimeout(timer);
    promise.catch(() => undefined);
  }
}
