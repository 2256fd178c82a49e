import { randomBytes, randomUUIDv7 } from 'node:crypto';
import { readEmail, readPassword } from '../domain/account.ts';
import type { HeldMail } from '../domain/mail.ts';
import type { Store } from '../domain/ports/store.ts';
import { Problem } from '../domain/problem.ts';
import { hashSecret, SECRET_BYTES } from '../domain/session.ts';
import { type MailingParts, openMailSecret, sealMailSecret } from './mail-secret.ts';
import { hashPassword } from './password.ts';
import { passwordQueue } from './password-queue.ts';
import { refuseWeakPassword } from './password-strength.ts';
import { countAttempt, forgottenCounters } from './sign-in-attempts.ts';

/**
 * Queues a mail with a link for a new password. The work is the same for every address: the process that sends looks whether there
 * is an account. Throws Problem('invalid') for a text that is no address, and Problem('too-many').
 */
export async function requestPassword(
  store: Store,
  { email: typed, address }: { email: string; address: string },
  now: Date,
): Promise<void> {
  const email = readEmail(typed);
  await countAttempt(store, forgottenCounters(email, address), now);
  const mail = { owner: undefined, kind: 'password-forgotten', recipient: email, details: { address } } as const;
  await store.mails.add({ id: randomUUIDv7(), ...mail }, now);
}

/** The secret of the link in the mail, made at the first attempt. Undefined if no account has this address. */
export async function makeResetLink(
  { store, sealingKey }: MailingParts,
  mail: HeldMail,
  lease: string,
): Promise<string | undefined> {
  if (mail.sealed !== undefined) return openMailSecret(sealingKey, mail.id, mail.sealed);
  const found = await store.accounts.credentials(mail.recipient ?? '');
  if (!found) return undefined;
  const secret = randomBytes(SECRET_BYTES).toString('base64url');
  const sealed = sealMailSecret(sealingKey, mail.id, secret);
  const origin = { via: 'web', account: undefined, address: mail.details.address ?? '' } as const;
  await store.by(origin).transaction(async (tx) => {
    await tx.passwordResets.add(found.owner, hashSecret(secret), new Date(mail.expiresAt));
    await tx.mails.seal(mail.id, lease, { owner: found.owner, sealed });
    await tx.audit.record({ action: 'password-requested', owner: found.owner });
  });
  return secret;
}

/** Throws Problem('not-found') for a link that was used or has expired. */
export async function checkResetLink(store: Store, secret: string, now: Date): Promise<void> {
  if ((await store.passwordResets.find(hashSecret(secret), now)) === undefined) throw invalidLink();
}

/**
 * Sets the password, ends all sessions, forgets all known browsers and uses up all links. Does not sign in: an account with
 * two-step sign-in still needs a code. Throws Problem('not-found') and Problem('invalid').
 */
export async function resetPassword(
  store: Store,
  { secret, password: typed, revokeTokens }: { secret: string; password: string; revokeTokens: boolean },
  now: Date,
): Promise<void> {
  const password = readPassword(typed);
  const linkHash = hashSecret(secret);
  const owner = await store.passwordResets.find(linkHash, now);
  if (owner === undefined) throw invalidLink();
  const { email } = await store.people.find(owner);
  const passwordHash = await passwordQueue.run('stranger', async () => {
    await refuseWeakPassword(password, email);
    return hashPassword(password);
  });
  await store.transaction(async (tx) => {
    await tx.passwordResets.take(linkHash, now);
    await tx.accounts.setPassword(owner, passwordHash);
    await tx.sessions.endAll(owner);
    await tx.knownDevices.forgetAll(owner);
    if (revokeTokens) await tx.tokens.revokeAll(owner);
    await tx.mails.add({ id: randomUUIDv7(), owner, kind: 'password-changed' }, now);
  });
}

function invalidLink(): Problem {
  return new Problem('not-found', 'This link was already used or has expired. Request a new one on the sign-in page.');
}
