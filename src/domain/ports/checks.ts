import type { Finding } from '../finding.ts';

/** What the doctor asks. It may run beside a service: what changes meanwhile is not taken for a fault. */
export interface Checks {
  /** Counts again whatever is noted, a part at a time, and tells `report` how far it is. */
  compare(report: (progress: string) => void): AsyncIterable<Finding>;
  /** Makes the records right, in one transaction. Throws Problem('invalid') for a finding about a file or a setting. */
  mend(finding: Finding): Promise<void>;
  /** The files of all pictures, by id, from behind this one. */
  pictureFiles(after: string, limit: number): Promise<PictureFiles[]>;
  /** The logins of all webpages that have one, by webpage, from behind this one. */
  pageLogins(after: string, limit: number): Promise<PageLogin[]>;
  /** The keys on the removal queue, from behind this one. */
  queuedKeys(after: string, limit: number): Promise<string[]>;
  /** The image keys of all comparisons, from behind this one. */
  differenceKeys(after: string, limit: number): Promise<string[]>;
  /** Which of these keys a picture or a comparison names. */
  keptKeys(keys: readonly string[]): Promise<string[]>;
  /** Which of these keys a picture, a comparison or the removal queue names. */
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
  /** Of the content. */
  readonly bytes: number;
  readonly sha256: string;
}
