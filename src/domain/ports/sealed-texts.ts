/** A text that is stored encrypted with SECRET_KEY. */
export interface SealedText {
  /** The table and the column, separated by a dot. */
  readonly place: string;
  /** The key of the row. */
  readonly id: string;
  /** The context that the text is bound to when it is encrypted. */
  readonly boundTo: string;
  readonly sealed: string;
}

/** All texts that are stored encrypted, of every owner: page logins, secrets of two-step sign-in, addresses and keys of webhooks, links in mails, and
 * answers to requests with an Idempotency-Key. */
export interface SealedTexts {
  exist(): Promise<boolean>;
  /** The number of texts that were not encrypted with the key of this id. */
  countOthers(keyId: string): Promise<number>;
  /** Texts that were not encrypted with the key of this id, from a place and a row on. */
  others(keyId: string, after: Pick<SealedText, 'place' | 'id'> | undefined, limit: number): Promise<SealedText[]>;
  /** Replaces texts, except those that were changed in the meantime. Returns the number of replaced texts. */
  replace(texts: readonly (SealedText & { readonly by: string })[]): Promise<number>;
}
