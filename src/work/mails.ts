import { randomUUIDv7 } from 'node:crypto';
import { type SendMailParts, sendMail } from '../app/send-mail.ts';
import type { HeldMail } from '../domain/mail.ts';
import type { MailResult } from '../domain/ports/mails.ts';
import { pause, repeat } from './loop.ts';

export type MailNews = 'sent' | 'failed' | 'given up';

export interface MailsParts extends SendMailParts {
  /** Longer than the longest attempt, so that no other process sends the mail meanwhile. */
  readonly leaseMs: number;
  readonly report: MailReport;
  /** The wait before this process looks for mail again. */
  readonly idleMs?: number;
  /** The time that attempts under way have at the stop. */
  readonly graceMs?: number;
}

export interface MailReport {
  tried(mail: HeldMail, result: MailResult, news: MailNews): void;
  failed(error: unknown): void;
}

const IDLE_MS = 500;
/** The most messages that a process sends at a time. */
const AT_ONCE = 4;
/** A server that has the whole message but did not say so would get it twice. */
const GRACE_MS = 10_000;

/** The source of the alert while the server cannot be used. */
export const MAIL_ALERT = 'mail';
/** The attempts of one mail before the alert: about 20 minutes. */
const ALERT_AFTER = 4;

/** Sends mails until the signal. Each is held by one process at a time. */
export async function runMails(parts: MailsParts, signal: AbortSignal): Promise<void> {
  const { store, now, leaseMs, report } = parts;
  const underWay = new Set<Promise<void>>();
  const ending = new AbortController();

  async function claimAll(): Promise<void> {
    while (!signal.aborted && underWay.size < AT_ONCE) {
      const lease = randomUUIDv7();
      const at = now();
      const mail = await store.mails.claim(lease, { now: at, until: new Date(at.getTime() + leaseMs) });
      if (!mail) return;
      const work = serve(parts, mail, lease, ending.signal)
        .catch(report.failed)
        .finally(() => underWay.delete(work));
      underWay.add(work);
    }
  }

  await repeat(claimAll, { pauseMs: parts.idleMs ?? IDLE_MS, reportFailure: report.failed, signal });
  const ended = Promise.all(underWay);
  const rested = new AbortController();
  await Promise.race([ended, pause(parts.graceMs ?? GRACE_MS, rested.signal)]);
  rested.abort();
  ending.abort();
  await ended;
}

async function serve(parts: MailsParts, mail: HeldMail, lease: string, ending: AbortSignal): Promise<void> {
  const { store, report } = parts;
  try {
    const tried = await sendMail(parts, mail, lease, ending);
    if (tried.kind === 'no-recipient') return await store.mails.drop(mail.id, lease);
    const { result } = tried;
    const wasStopped = ending.aborted && result.outcome.kind === 'failed';
    if (wasStopped) return await store.mails.release(lease);
    await store.mails.record(mail.id, lease, result);
    report.tried(mail, result, newsOf(result));
    await tellOperator(parts, result);
  } catch (error) {
    // For example a secret of another key. The lease keeps the mail from being tried again at once.
    report.failed(error);
  }
}

function newsOf({ outcome, nextAt }: MailResult): MailNews {
  if (outcome.kind === 'sent') return 'sent';
  return nextAt === undefined ? 'given up' : 'failed';
}

async function tellOperator({ store }: MailsParts, { outcome, attempts, at }: MailResult): Promise<void> {
  if (outcome.kind === 'failed' && outcome.server && attempts >= ALERT_AFTER) {
    const message = 'Mail cannot be sent at the moment. The log of Pagekeep has the reason.';
    await store.alerts.raise({ source: MAIL_ALERT, message, since: at.toISOString() });
  }
  if (outcome.kind !== 'sent') return;
  const isRaised = (await store.alerts.list()).some(({ source }) => source === MAIL_ALERT);
  if (isRaised) await store.alerts.clear(MAIL_ALERT);
}
