import { hash } from 'node:crypto';
import { crc32 } from 'node:zlib';

/** A strong validator: equal bytes, and only equal bytes, have equal tags. */
export function etagOf(body: string | Buffer): string {
  return `"${hash('sha1', body, 'base64url')}"`;
}

/**
 * A strong validator for a page of a list: its collection's revision, which never comes twice, and a checksum against
 * the one case where it does, a database that was set back. A hash of 30 kB would cost a tenth of the whole request.
 */
export function etagOfRevision(revision: number, body: string, bytes: number): string {
  return `"${revision.toString(36)}-${bytes.toString(36)}-${crc32(body).toString(36)}"`;
}

/** Whether one of the tags in If-None-Match is this one; a weak comparison, as RFC 9110 has it for GET. */
export function matches(ifNoneMatch: string | undefined, etag: string): boolean {
  if (ifNoneMatch === undefined) return false;
  if (ifNoneMatch === etag || ifNoneMatch.trim() === '*') return true;
  return ifNoneMatch.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag);
}
