/** UUIDv7 in lower case. */
const IDENTIFIER = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

/** The creation time in a UUIDv7. */
export function timeOf(identifier: string): Date {
  return new Date(Number.parseInt(identifier.slice(0, 13).replace('-', ''), 16));
}

export function isIdentifier(text: string): boolean {
  return IDENTIFIER.test(text);
}
