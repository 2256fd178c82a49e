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
