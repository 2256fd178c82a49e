import { hash } from 'node:crypto';
import { Problem } from '../domain/problem.ts';
import type { Encoding } from './compress.ts';

/** A strong validator: different texts get different tags. */
export function etagOf(text: string): string {
  return `"${hash('sha256', text, 'hex').slice(0, 32)}"`;
}

/** A compressed body is another representation, so its strong tag must differ. */
export function encodedEtag(etag: string, encoding: Encoding): string {
  return encoding === 'identity' ? etag : `${etag.slice(0, -1)}-${encoding}"`;
}

/** Whether If-None-Match names the tag; a weak comparison, as RFC 9110 §13.1.2 requires. */
export function matchesEtag(ifNoneMatch: string | undefined, etag: string): boolean {
  if (ifNoneMatch === undefined) return false;
  return ifNoneMatch.trim() === '*' || tagsIn(ifNoneMatch).some((tag) => tag.replace(/^W\//, '') === etag);
}

/** The conditional headers of a request that changes a record. */
export interface Preconditions {
  readonly ifMatch: string | undefined;
  readonly ifNoneMatch: string | undefined;
}

/**
 * Throws Problem('precondition-failed') unless the record with this tag is what the client expects (RFC 9110 §13.2). The
 * client may name the tag of any encoding of the record.
 */
export function checkPreconditions({ ifMatch, ifNoneMatch }: Preconditions, etag: string): void {
  const tags = [etag, encodedEtag(etag, 'gzip'), encodedEtag(etag, 'br')];
  if (ifMatch !== undefined && ifMatch.trim() !== '*' && !tagsIn(ifMatch).some((tag) => tags.includes(tag))) {
    throw otherRecord();
  }
  if (tags.some((tag) => matchesEtag(ifNoneMatch, tag))) throw sameRecord();
}

export function otherRecord(): Problem {
  const description =
    'The ETag in If-Match is not that of the record. Nothing was changed: read the record and try again.';
  return new Problem('precondition-failed', description);
}

export function sameRecord(): Problem {
  return new Problem('precondition-failed', 'The record matches If-None-Match. Nothing was changed.');
}

function tagsIn(header: string): string[] {
  return header.split(',').map((tag) => tag.trim());
}
