/** The second step of the sign-in: a code of an authenticator app, or one of the recovery codes. */
export interface TwoStep {
  /** Undefined if the account signs in with the password only. */
  find(owner: string): Promise<TwoStepRecord | undefined>;
  /** Throws Problem('conflict') if it is on. `step` is the time step of the code that confirmed the secret. */
  enable(
    owner: string,
    enabled: { secret: string; step: number; codeHashes: readonly string[] },
    now: Date,
  ): Promise<void>;
  /** Throws Problem('not-found') if it is off. */
  disable(owner: string): Promise<void>;
  /** Whether the step is later than that of every accepted code. Then codes of this step are no longer accepted. */
  useStep(owner: string, step: number): Promise<boolean>;
  /** Whether the code exists. Deletes it. */
  useRecoveryCode(owner: string, hash: string): Promise<boolean>;
  replaceRecoveryCodes(owner: string, hashes: readonly string[]): Promise<void>;
  /** The encrypted secrets of all accounts, ordered by owner. */
  secrets(after: string, limit: number): Promise<OwnedSecret[]>;
}

interface OwnedSecret {
  readonly owner: string;
  readonly email: string;
  readonly secret: string;
}

interface TwoStepRecord {
  /** Encrypted. */
  readonly secret: string;
  readonly enabledAt: string;
  readonly recoveryCodesLeft: number;
}
