import { type HeldMail, type MailMessage, type SendOutcome, waitAfterAttempt } from '../domain/mail.ts';
import type { Mailer } from '../domain/ports/mailer.ts';
import type { MailResult } from '../domain/ports/mails.ts';
import { Problem } from '../domain/problem.ts';
import { makeResetLink } from './forgotten-password.ts';
import { type MailingParts, openMailSecret } from './mail-secret.ts';
import { type News, readNews } from './read-news.ts';

/** About webpages. */
export interface NewsLetter {
  readonly kind: 'changes' | 'digest';
  readonly owner: string;
  readonly news: News;
}

/** The content of a mail, before it is rendered. */
export type Letter =
  | NewsLetter
  | { readonly kind: 'invitation'; readonly inviter: string; readonly secret: string }
  | { readonly kind: 'password-forgotten'; readonly secret: string; readonly address: string }
  | { readonly kind: 'password-changed'; readonly at: string }
  | {
      readonly kind: 'webhook-off';
      readonly webhookId: string;
      readonly name: string;
      readonly host: string;
      readonly because: string;
    };

export type RenderedMail = Pick<MailMessage, 'subject' | 'text' | 'html' | 'pictures' | 'unsubscribe'>;

export interface SendMailParts extends MailingParts {
  readonly mailer: Mailer;
  readonly render: (letter: Letter) => Promise<RenderedMail>;
  readonly now: () => Date;
  readonly random: () => number;
}

export type MailAttempt = { readonly kind: 'no-recipient' } | { readonly kind: 'tried'; readonly result: MailResult };

/** Makes one attempt. A mail that has no recipient any more is dropped. */
export async function sendMail(
  parts: SendMailParts,
  mail: HeldMail,
  lease: string,
  signal: AbortSignal,
): Promise<MailAttempt> {
  const { now, random } = parts;
  const attempts = mail.attempts + 1;
  const outcome = now().toISOString() >= mail.expiresAt ? EXPIRED : await attempt(parts, mail, lease, signal);
  if (!outcome) return { kind: 'no-recipient' };
  const at = now();
  const next = new Date(at.getTime() + waitAfterAttempt(attempts, random)).toISOString();
  const isOver = outcome.kind !== 'failed' || next >= mail.expiresAt;
  return { kind: 'tried', result: { outcome, attempts, nextAt: isOver ? undefined : next, at } };
}

const EXPIRED: SendOutcome = { kind: 'failed', server: false, because: 'It was not sent in time.' };

async function attempt(
  parts: SendMailParts,
  mail: HeldMail,
  lease: string,
  signal: AbortSignal,
): Promise<SendOutcome | undefined> {
  const { store, mailer, render } = parts;
  const letter = await letterOf(parts, mail, lease);
  const to = mail.recipient ?? (mail.owner && (await emailOf(parts, mail.owner)));
  if (!letter || !to) return undefined;
  const rendered = await render(letter);
  // It may have been withdrawn meanwhile, or its webpage erased.
  if (!(await store.mails.isHeld(mail.id, lease))) return undefined;
  return mailer.send({ id: mail.id, to, ...rendered }, signal);
}

/** Undefined if the mail has no recipient any more. */
async function letterOf(parts: SendMailParts, mail: HeldMail, lease: string): Promise<Letter | undefined> {
  const { sealingKey } = parts;
  const { id, kind, owner, sealed, details, subjectId = '', createdAt } = mail;
  switch (kind) {
    case 'invitation': {
      const inviter = owner && (await emailOf(parts, owner));
      if (!inviter || sealed === undefined) return undefined;
      return { kind, inviter, secret: openMailSecret(sealingKey, id, sealed) };
    }
    case 'password-forgotten': {
      const secret = await makeResetLink(parts, mail, lease);
      return secret === undefined ? undefined : { kind, secret, address: details.address ?? '' };
    }
    case 'password-changed':
      return { kind, at: createdAt };
    case 'webhook-off': {
      const { name = '', host = '', because = '' } = details;
      return { kind, webhookId: subjectId, name, host, because };
    }
    case 'changes':
    case 'digest': {
      const news = owner && (await readNews(parts.store, owner, id));
      return owner && news ? { kind, owner, news } : undefined;
    }
  }
}

/** Undefined for an account that was closed. */
async function emailOf({ store }: SendMailParts, owner: string): Promise<string | undefined> {
  try {
    return (await store.people.find(owner)).email;
  } catch (error) {
    if (error instanceof Problem && error.kind === 'not-found') return undefined;
    throw error;
  }
}
