/** The removal of image files without a record, and of the records of deleted webpages. */
export interface Removals {
  /** Queues keys of files that are about to be written, so that a crash before the record is made leaves no file. */
  reserve(keys: readonly string[], due: Date): Promise<void>;
  /** Removes up to `limit` screenshots of deleted webpages. Returns whether there may be more. */
  dismantle(limit: number): Promise<boolean>;
  /** Keys of files to remove now. No record can refer to them from then on. */
  due(now: Date, limit: number): Promise<string[]>;
  /** Takes removed files off the queue. A file that was abandoned since due() stays, because it may exist. */
  done(keys: readonly string[]): Promise<void>;
  /** Postpones files that could not be removed. They are due again at that time, after all other files. */
  putOff(keys: readonly string[], until: Date): Promise<void>;
  /** Those of the pictures that have no record any more. */
  withoutRecord(pictureIds: readonly string[]): Promise<string[]>;
  /** Queues files without a record for removal at once, whether they are still queued or not. */
  giveUp(keys: readonly string[]): Promise<void>;
}
