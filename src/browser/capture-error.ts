import type { FailureReason } from '../domain/capture.ts';

/** Why a capture has no picture. It is thrown, and it is the reason of aborted signals. */
export class CaptureError extends Error {
  override readonly name = 'CaptureError';
  readonly reason: FailureReason | 'scheme' | 'address';

  constructor(reason: CaptureError['reason'], detail: string, options?: ErrorOptions) {
    super(detail, options);
    this.reason = reason;
  }
}
