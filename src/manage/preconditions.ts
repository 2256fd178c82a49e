import { otherRecord, type Preconditions, sameRecord } from '../http/etag.ts';

/**
 * The ETag of a webpage has two parts: `"settings.body"`. Both change with the settings, and only the second one when a
 * capture changes the state. If-Match is compared with the first: a capture between the read and the change of a client
 * must not make the change fail.
 */
export function etagWith(settingsTag: string, bodyTag: string): string {
  return `"${settingsTag}.${bodyTag.slice(1)}`;
}

/** Throws Problem('precondition-failed'). If-None-Match is a weak comparison, as RFC 9110 §13.1.2 requires. */
export function checkSettingsTag({ ifMatch, ifNoneMatch }: Preconditions, settingsTag: string): void {
  if (ifMatch !== undefined && ifMatch.trim() !== '*' && !settingsTagsIn(ifMatch).includes(settingsTag)) {
    throw otherRecord();
  }
  if (ifNoneMatch === undefined) return;
  const strong = ifNoneMatch.replaceAll('W/"', '"');
  if (strong.trim() === '*' || settingsTagsIn(strong).includes(settingsTag)) throw sameRecord();
}

/** For what exists and has no ETag. Throws Problem('precondition-failed'). */
export function checkUntagged({ ifMatch, ifNoneMatch }: Preconditions): void {
  if (ifMatch !== undefined && ifMatch.trim() !== '*') throw otherRecord();
  if (ifNoneMatch?.trim() === '*') throw sameRecord();
}

function settingsTagsIn(header: string): (string | undefined)[] {
  return header.split(',').map((tag) => /^"([0-9a-f]+)\.[\w.-]*"$/.exec(tag.trim())?.[1]);
}
