import type { MailRecord } from '../domain/mail.ts';
import { timeTag } from './format.ts';
import { type Html, html } from './html.ts';

/** The state of a mail as text. */
export function mailWords({ state, problem, attempts, nextAt }: MailRecord): Html {
  if (state === 'sent') return html`Sent`;
  if (state === 'failed') return html`<strong>Not sent</strong>${problem && html`: ${problem}`}`;
  if (attempts === 0 || nextAt === undefined) return html`Waiting to be sent`;
  return html`Not sent yet: ${problem} Next attempt ${timeTag(nextAt)}`;
}
