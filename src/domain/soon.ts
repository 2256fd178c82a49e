/**
 * A value that is at hand, or a promise of it. SQLite answers as soon as it is asked, and each wait for what is there
 * already costs half a microsecond: on the way of a request there were eight, as dear as finding a record. So whatever
 * stands on that way waits only where it has to.
 */
export type Soon<T> = T | Promise<T>;

export function soon<T, U>(value: Soon<T>, next: (value: T) => Soon<U>): Soon<U> {
  return value instanceof Promise ? value.then(next) : next(value);
}
