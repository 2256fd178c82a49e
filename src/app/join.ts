import { randomBytes, randomUUIDv7 } from 'node:crypto';
import { type Account, emailTaken, readEmail, readPassword } from '../domain/account.ts';
import { isMailable } from '../domain/mail-server.ts';
import type { Store } from '../domain/ports/store.ts';
import { Problem } from '../domain/problem.ts';
import { daysFrom, hashSecret, INVITATION_DAYS, SECRET_BYTES } from '../domain/session.ts';
import { printable } from '../domain/text.ts';
import { type MailingParts, sealMailSecret } from './mail-secret.ts';
import { hashPassword } from './password.ts';
import { passwordQueue } from './password-queue.ts';
import { refuseWeakPassword } from './password-strength.ts';
import { countAttempt, forgive, invitationCounters, signUpCounters } from './sign-in-attempts.ts';

export interface Applicant {
  readonly email: string;
  readonly password: string;
}

/**
 * Returns the secret of a link that creates one account. Without an inviter, it can only create the first account.
 * Throws Problem('forbidden') if the inviter may not invite, and Problem('unprocessable') if there are too many links.
 */
export async function invite(store: Store, inviter: string | undefined, now: Date): Promise<string> {
  const { invitation, secret } = newInvitation(inviter, undefined, now);
  await store.transaction(async (tx) => {
    if (inviter === undefined) await tx.invitations.withdrawSetUp();
    else await checkInviter(tx, inviter);
    await tx.invitations.add(invitation, hashSecret(secret));
  });
  return secret;
}

/**
 * Sends the link to an address, which is returned as it is stored. Throws like invite, Problem('invalid') for an address that mail cannot be sent to, and
 * Problem('too-many') after many of them: invitations are mail to strangers.
 */
export async function inviteByMail(
  { store, sealingKey }: MailingParts,
  inviter: string,
  address: string,
  now: Date,
): Promise<string> {
  const email = readEmail(address);
  if (!isMailable(email)) throw new Problem('invalid', `Mail cannot be sent to ${printable(email)}.`);
  await countAttempt(store, invitationCounters(inviter), now);
  const { invitation, secret } = newInvitation(inviter, email, now);
  const id = randomUUIDv7();
  const sealed = sealMailSecret(sealingKey, id, secret);
  await store.transaction(async (tx) => {
    await checkInviter(tx, inviter);
    await tx.invitations.add(invitation, hashSecret(secret));
    const mail = {
      id,
      owner: inviter,
      kind: 'invitation',
      recipient: email,
      subjectId: invitation.id,
      sealed,
    } as const;
    await tx.mails.add(mail, now);
  });
  return email;
}

function newInvitation(inviter: string | undefined, email: string | undefined, now: Date) {
  const secret = randomBytes(SECRET_BYTES).toString('base64url');
  const expiresAt = daysFrom(now, INVITATION_DAYS).toISOString();
  return { secret, invitation: { id: randomUUIDv7(), inviter, createdAt: now.toISOString(), expiresAt, email } };
}

async function checkInviter(store: Store, inviter: string): Promise<void> {
  if ((await store.people.find(inviter)).role === 'administrator' || (await store.people.membersMayInvite())) return;
  throw new Problem('forbidden', 'Only administrators may invite people to this archive.');
}

/** Creates an account. Throws Problem('not-found') if the link is no longer valid, Problem('invalid'), Problem('conflict'). */
export async function acceptInvitation(store: Store, secret: string, applicant: Applicant, now: Date): Promise<string> {
  const { account, passwordHash } = await prepareAccount(store, applicant, now);
  await store.transaction(async (tx) => {
    const invitation = await tx.invitations.take(hashSecret(secret), now);
    if (invitation.inviter === undefined && (await tx.accounts.list()).length > 0) {
      throw alreadySetUp();
    }
    await tx.accounts.add(account, passwordHash);
  });
  return account.id;
}

export function alreadySetUp(): Problem {
  return new Problem('not-found', 'This archive is already set up. Sign in, or ask for an invitation.');
}

/** Creates an account without an invitation. Throws Problem('invalid') and Problem('conflict'). */
export async function signUp(store: Store, applicant: Applicant, now: Date): Promise<string> {
  const { account, passwordHash } = await prepareAccount(store, applicant, now);
  await store.accounts.add(account, passwordHash);
  return account.id;
}

export async function hasAccounts(store: Store): Promise<boolean> {
  return (await store.people.list({ after: undefined, limit: 1 })).length > 0;
}

/** The first account is an administrator, so a stranger cannot create it. Throws Problem('forbidden'). */
export async function checkSignUp(store: Store): Promise<void> {
  if (await hasAccounts(store)) return;
  throw new Problem('forbidden', 'This archive has no account yet. Only its operator can create the first one.');
}

/**
 * Like signUp, for a stranger. Throws Problem('forbidden') for the first account, and Problem('too-many') after too many
 * addresses that were in use.
 */
export async function signUpFrom(store: Store, address: string, applicant: Applicant, now: Date): Promise<string> {
  await checkSignUp(store);
  const counters = signUpCounters(address);
  await countAttempt(store, counters, now);
  try {
    const owner = await signUp(store, applicant, now);
    await forgive(store, counters);
    return owner;
  } catch (error) {
    if (!(error instanceof Problem && error.kind === 'conflict')) await forgive(store, counters);
    throw error;
  }
}

/** Looks whether the address is free before it hashes the password, because a hash costs as much as thousands of reads. */
async function prepareAccount(
  store: Store,
  applicant: Applicant,
  now: Date,
): Promise<{ account: Account; passwordHash: string }> {
  const email = readEmail(applicant.email);
  const password = readPassword(applicant.password);
  if (await store.accounts.credentials(email)) throw emailTaken(email);
  const passwordHash = await passwordQueue.run('stranger', async () => {
    await refuseWeakPassword(password, email);
    return hashPassword(password);
  });
  return { account: { id: randomUUIDv7(), email, createdAt: now.toISOString(), webpageCount: 0 }, passwordHash };
}
