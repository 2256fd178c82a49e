/**
 * Marks a statement that is awaited later, so that several statements of a transaction share one round trip to
 * PostgreSQL. The caller that awaits the statement gets its error. If an earlier statement fails first, the caller
 * never awaits this one, and its error must not count as an unhandled rejection.
 */
export function send<T>(statement: Promise<T>): Promise<T> {
  statement.catch(() => undefined);
  return statement;
}
