import type { MailMessage, SendOutcome } from '../mail.ts';

export interface Mailer {
  /** Never throws. The signal ends an attempt as a failed one. */
  send(message: MailMessage, signal: AbortSignal): Promise<SendOutcome>;
  /** Connects and signs in, as for a message. Throws Problem('unavailable') that names what does not work. */
  check(signal: AbortSignal): Promise<void>;
}
