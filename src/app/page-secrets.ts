import { randomBytes } from 'node:crypto';
import type { CaptureOptions } from '../domain/capture-options.ts';
import type { ShownOptions } from '../domain/capture-schedule.ts';
import { type SealingKey, seal, unseal } from './seal.ts';

/** Cookies and headers for pages that require signing in. Stored encrypted, never shown and never logged. */
export type PageSecrets = Pick<CaptureOptions, 'cookies' | 'headers'>;

const NONE: PageSecrets = { cookies: [], headers: {} };

/** Separates the secrets from the other options and seals them to this webpage. */
export function splitOptions(
  key: SealingKey,
  webpageId: string,
  { cookies, headers, ...shown }: CaptureOptions,
): { shown: ShownOptions; sealedSecrets: string | undefined } {
  if (cookies.length === 0 && Object.keys(headers).length === 0) return { shown, sealedSecrets: undefined };
  const text = JSON.stringify({ cookies, headers } satisfies PageSecrets);
  return { shown, sealedSecrets: seal(key, { text, boundTo: webpageId, randomBytes }) };
}

/** Throws Problem if they were sealed with another key. */
export function openSecrets(key: SealingKey, webpageId: string, sealed: string | undefined): PageSecrets {
  if (sealed === undefined) return NONE;
  return JSON.parse(unseal(key, { sealed, boundTo: webpageId }));
}
