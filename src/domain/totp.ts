import { createHmac, timingSafeEqual } from 'node:crypto';

// RFC 6238 with the only values that all authenticator apps support: SHA-1, six digits, 30 seconds.
const STEP_SECONDS = 30;
const DIGITS = 6;

/** RFC 4226 recommends the length of the hash. */
export const TOTP_SECRET_BYTES = 20;

/** A code is also accepted one step early or late, for clocks that differ and codes that are typed slowly. */
const NEIGHBOURS = [-1, 0, 1];

export function totpCode(secret: Uint8Array, step: number): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const mac = createHmac('sha1', secret).update(counter).digest();
  const offset = (mac.at(-1) ?? 0) & 15;
  const number = mac.readUInt32BE(offset) & 0x7fff_ffff;
  return String(number % 10 ** DIGITS).padStart(DIGITS, '0');
}

/** The time step that the code belongs to; undefined for a wrong code. */
export function findTotpStep(secret: Uint8Array, code: string, now: Date): number | undefined {
  const typed = Buffer.from(code.replace(/\s/g, ''));
  if (typed.length !== DIGITS) return undefined;
  const current = Math.floor(now.getTime() / 1000 / STEP_SECONDS);
  return NEIGHBOURS.map((neighbour) => current + neighbour).find((step) =>
    timingSafeEqual(typed, Buffer.from(totpCode(secret, step))),
  );
}

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** RFC 4648, without padding. */
export function toBase32(bytes: Uint8Array): string {
  const bits = Array.from(bytes, (byte) => byte.toString(2).padStart(8, '0')).join('');
  return (bits.match(/.{1,5}/g) ?? []).map((five) => ALPHABET[Number.parseInt(five.padEnd(5, '0'), 2)]).join('');
}

/** The address that authenticator apps read from a QR code. */
export function totpAddress(email: string, secret: Uint8Array): string {
  return `otpauth://totp/Pagekeep:${encodeURIComponent(email)}?secret=${toBase32(secret)}&issuer=Pagekeep`;
}
