/** An answer that is repeated for a request with the same Idempotency-Key. */
export interface Reply {
  readonly status: number;
  readonly location: string | undefined;
  readonly body: string;
}

/** A request that must not be carried out twice. */
export interface RepeatableRequest {
  readonly key: string;
  /** The hash of the method, the path and the body. */
  readonly fingerprint: string;
  readonly now: Date;
}

/** Answers to requests with an Idempotency-Key, kept for REPLY_HOURS. Must run in a transaction. */
export interface Replies {
  /**
   * Reserves the key until the end of the transaction: a second request with it waits. Returns the answer to an earlier
   * request. Throws Problem('unprocessable') if that was another request.
   */
  reserve(owner: string, request: RepeatableRequest): Promise<Reply | undefined>;
  keep(owner: string, key: string, reply: Reply): Promise<void>;
  /** Deletes up to `limit` answers from before this time. Returns whether there may be more. */
  forget(before: Date, limit: number): Promise<boolean>;
}

export const REPLY_HOURS = 24;
