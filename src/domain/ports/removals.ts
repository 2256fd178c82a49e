/** Image files that no record needs any more, and records whose webpage was deleted. */
export interface Removals {
  /** Queues keys about to be written, so that a crash before their record is made leaves nothing behind. */
  reserve(keys: readonly string[], due: Date): Promise<void>;
  /** Takes apart up to `limit` screenshots of deleted webpages; answers whether there may be more. */
  dismantle(limit: number): Promise<boolean>;
  /** Keys whose files are due to be removed; from now on no record can take them. */
  due(now: Date, limit: number): Promise<string[]>;
  /** Their files are gone; those that were given up since they were due may be there, and stay in the queue. */
  done(keys: readonly string[]): Promise<void>;
  /** Their files could not be removed: they are due again at that time, behind all others, and no record can take them. */
  putOff(keys: readonly string[], until: Date): Promise<void>;
  /** Queues files that no record took, to be removed at once, whether they are still queued or not. */
  giveUp(keys: readonly string[]): Promise<void>;
}
