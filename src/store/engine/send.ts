/**
 * Statements of one transaction that do not need each other's answers are sent one after the other without a wait
 * between them: PostgreSQL then needs one round trip for all. Whoever waits for a statement in the end is told of its
 * failure; where an earlier one has failed already, nobody does.
 */
export function send<T>(statement: Promise<T>): Promise<T> {
  statement.catch(() => undefined);
  return statement;
}
