import type { ArchiveUse } from '../domain/person.ts';
import type { Store } from '../domain/ports/store.ts';
import { formatBytes } from '../domain/size.ts';

const MOST_LISTED = 10;

export interface StorageUse extends ArchiveUse {
  /** The largest accounts. */
  readonly largest: readonly { readonly email: string; readonly webpages: number; readonly bytes: number }[];
}

export async function storageUse({ people }: Store): Promise<StorageUse> {
  const largest = await people.largest(MOST_LISTED);
  return {
    ...(await people.total()),
    largest: largest.map(({ email, webpageCount, use }) => ({ email, webpages: webpageCount, bytes: use.bytes })),
  };
}

export function describeStorage({ accounts, webpages, bytes, largest }: StorageUse): string {
  return [
    `Pictures and text: ${formatBytes(bytes)} (accounts: ${accounts}, webpages: ${webpages}).`,
    ...largest.map((each) => `  ${each.email}: ${formatBytes(each.bytes)} (webpages: ${each.webpages})`),
  ].join('\n');
}
