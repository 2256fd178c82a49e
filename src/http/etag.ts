import { crc32 } from 'node:zlib';

/**
 * A strong validator: of equal bodies equal, of others different but for one pair in four thousand million, and those are
 * of one length. A digest that nobody could forge costs a tenth of the whole answer, and nobody gains by forging this.
 */
export function etagOf(body: string | Buffer): string {
  return `"${crc32(body)}-${body.length}"`;
}

/**
 * A strong validator for a page of a list, known before the page is read: its collection's revision, which never comes
 * twice, the place of the page, and a mark of the manner in which this program shows it.
 */
export function etagOfRevision(revision: number, place: string, manner: string): string {
  return `"${revision.toString(36)}-${crc32(place).toString(36)}-${manner}"`;
}

/** Whether one of the tags in If-None-Match is this one; a weak comparison, as RFC 9110 has it for GET. */
export function matches(ifNoneMatch: string | undefined, etag: string): boolean {
  if (ifNoneMatch === undefined) return false;
  if (ifNoneMatch === etag || ifNoneMatch.trim() === '*') return true;
  return ifNoneMatch.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag);
}
