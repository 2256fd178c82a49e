import { randomBytes, randomUUIDv7 } from 'node:crypto';
import { sealingKey } from '../../src/app/seal.ts';
import { trackWebpages } from '../../src/app/track-webpages.ts';
import type { Store } from '../../src/domain/ports/store.ts';
import type { Webpage } from '../../src/domain/webpage.ts';

/** Tracks pages that are due now and then once a month, so that a test sees one capture. */
export function trackPages(
  store: Store,
  owner: string,
  urls: readonly string[],
  { secretKey = randomBytes(32).toHex(), options = {} }: { secretKey?: string; options?: object } = {},
): Promise<Webpage[]> {
  const key = sealingKey(secretKey);
  const drafts = urls.map((url) => ({ url, name: `Page ${randomUUIDv7()}`, schedule: 'monthly', options }));
  return trackWebpages({ store, sealingKey: key }, owner, drafts, new Date());
}
