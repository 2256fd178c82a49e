import { Problem } from '../domain/problem.ts';
import type { Preconditions } from '../http/etag.ts';

/**
 * The ETag of a webpage has two parts: `"settings.body"`. Both change with the settings, and only the second one when a
 * capture changes the state. If-Match is compared with the first: a capture between the read and the change of a client
 * must not make the change fail.
 */
export function etagWith(settingsTag: string, bodyTag: string): string {
  return `"${settingsTag}.${bodyTag.slice(1)}`;
}

/** Throws Problem('precondition-failed'). */
export function checkSettingsTag({ ifMatch, ifNoneMatch }: Preconditions, settingsTag: string): void {
  const named = ifMatch?.split(',').map((tag) => /^"([0-9a-f]+)\.[\w.-]*"$/.exec(tag.trim())?.[1]);
  if (named && ifMatch?.trim() !== '*' && !named.includes(settingsTag)) {
    throw new Problem(
      'precondition-failed',
      'The settings have changed since If-Match was read. Nothing was done: read the record and try again.',
    );
  }
  if (ifNoneMatch?.trim() === '*') {
    throw new Problem('precondition-failed', 'The record matches If-None-Match. Nothing was done.');
  }
}
