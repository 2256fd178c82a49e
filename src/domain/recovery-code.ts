import { hashSecret } from './session.ts';
import { toBase32 } from './totp.ts';

export const RECOVERY_CODES = 10;

/** 80 bits: too many to guess, also with a copy of the hashes. */
const BYTES = 10;

/** Such as `abcd-efgh-ijkl-mnop`. */
export function makeRecoveryCode(randomBytes: (size: number) => Uint8Array): string {
  return (toBase32(randomBytes(BYTES)).toLowerCase().match(/.{4}/g) ?? []).join('-');
}

/** Accepts the code with or without dashes, spaces and capitals. */
export function hashRecoveryCode(code: string): string {
  return hashSecret(code.toLowerCase().replace(/[^a-z2-7]/g, ''));
}
