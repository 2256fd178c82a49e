import type { Finding } from '../finding.ts';

/** Queries of the doctor. A service may be running, so changes during a check must not count as problems. */
export interface Checks {
  /** Reads the whole database, and returns a sentence for each fault that only damage explains. */
  damage(): Promise<string[]>;
  /** Rebuilds all indexes if all rows are right and that repairs all damage. Otherwise returns false and changes nothing. */
  rebuildIndexes(): Promise<boolean>;
  /** How many of the newest transactions the database has lost, until mend() accepts it. */
  lostTransactions(): Promise<number>;
  /** Compares stored counts and indexes with the records, in small steps. */
  compare(report: (progress: string) => void): AsyncIterable<Finding>;
  /** Fixes the records in one transaction. Throws Problem('invalid') for a finding about a file or a setting. */
  mend(finding: Finding): Promise<void>;
  /** The files of all pictures, ordered by id. */
  pictureFiles(after: string, limit: number): Promise<PictureFiles[]>;
  /** After a thumbnail was drawn again. */
  keepThumbnailHash(picture: string, sha256: string): Promise<void>;
  /** The encrypted logins of all webpages, ordered by webpage id. */
  pageLogins(after: string, limit: number): Promise<PageLogin[]>;
  /** The keys in the removal queue, ordered. */
  queuedKeys(after: string, limit: number): Promise<string[]>;
  /** The subset of these keys that a picture uses. */
  keptKeys(keys: readonly string[]): Promise<string[]>;
  /** The subset of these keys that a picture or the removal queue contains. */
  neededKeys(keys: readonly string[]): Promise<string[]>;
}

interface PageLogin {
  readonly webpageId: string;
  readonly url: string;
  readonly sealedSecrets: string;
}

export interface PictureFiles {
  readonly id: string;
  readonly contentKey: string;
  readonly thumbnailKey: string;
  /** Size of the content file. */
  readonly bytes: number;
  readonly sha256: string;
  readonly thumbnailSha256: string | undefined;
}
