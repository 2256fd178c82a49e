import { randomBytes } from 'node:crypto';
import type { Store } from '../domain/ports/store.ts';
import { DEVICE_DAYS, daysFrom, hashSecret, SECRET_BYTES } from '../domain/session.ts';
import { isPlain } from '../domain/text.ts';

/** Accounts that one browser is known to. */
const MOST_SECRETS = 4;

/** Returns the hash of the secret by which the account knows the browser; undefined for a stranger. */
export async function findDevice(
  store: Store,
  email: string,
  secrets: readonly string[],
  now: Date,
): Promise<string | undefined> {
  if (secrets.length === 0 || !isPlain(email)) return undefined;
  const found = await store.accounts.credentials(email);
  return found && knownDevice(store, found.owner, secrets, now);
}

/** Like findDevice, for an account whose owner is known. */
export async function knownDevice(
  store: Store,
  owner: string,
  secrets: readonly string[],
  now: Date,
): Promise<string | undefined> {
  return store.knownDevices.find(owner, secrets.slice(0, MOST_SECRETS).map(hashSecret), daysFrom(now, -DEVICE_DAYS));
}

/**
 * Returns the secrets that the browser keeps from now on. A browser that the account does not know gets a new one: an
 * attacker may have set its cookie.
 */
export async function rememberDevice(
  store: Store,
  owner: string,
  secrets: readonly string[],
  now: Date,
): Promise<readonly string[]> {
  const known = await knownDevice(store, owner, secrets, now);
  if (known !== undefined) {
    await store.knownDevices.remember(owner, known, now);
    return secrets;
  }
  const secret = randomBytes(SECRET_BYTES).toString('base64url');
  await store.knownDevices.remember(owner, hashSecret(secret), now);
  return [secret, ...secrets].slice(0, MOST_SECRETS);
}
