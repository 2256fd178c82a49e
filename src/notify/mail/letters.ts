import type { Letter, RenderedMail } from '../../app/send-mail.ts';
import { INVITATION_DAYS } from '../../domain/session.ts';
import { oneLine } from '../../domain/text.ts';
import { html } from '../../web/html.ts';
import { button, frame, heading, paragraph, small } from './frame.ts';

/** A mail that says one thing and has at most one button. */
interface Note {
  readonly subject: string;
  readonly title: string;
  readonly says: readonly string[];
  readonly action?: { readonly text: string; readonly url: string };
  readonly after: readonly string[];
}

export type NoteLetter = Extract<
  Letter,
  { kind: 'invitation' | 'password-forgotten' | 'password-changed' | 'webhook-off' }
>;

export function renderNote(publicUrl: string, letter: NoteLetter): RenderedMail {
  const { host } = new URL(publicUrl);
  return present(publicUrl, noteOf(publicUrl, host, letter));
}

/** The mail of `pagekeep mail test`. */
export function renderTest(publicUrl: string): RenderedMail {
  return present(publicUrl, {
    subject: 'Test of Pagekeep',
    title: 'Mail works',
    says: ['This is a test of the mail settings of Pagekeep.'],
    after: [],
  });
}

function noteOf(publicUrl: string, host: string, letter: NoteLetter): Note {
  switch (letter.kind) {
    case 'invitation':
      return {
        subject: `Invitation to the archive ${host}`,
        title: 'You are invited',
        says: [`${letter.inviter} invites you to ${host}, an archive of webpage screenshots.`],
        action: { text: 'Create account', url: `${publicUrl}/join/${letter.secret}` },
        after: [
          `The link works once and expires in ${INVITATION_DAYS} days. If you do not know the sender, ignore this mail.`,
        ],
      };
    case 'password-forgotten':
      return {
        subject: `New password for ${host}`,
        title: 'Choose a new password',
        says: [`Somebody asked for a new password for your account at ${host}, from the address ${letter.address}.`],
        action: { text: 'Choose a new password', url: `${publicUrl}/password/${letter.secret}` },
        after: [
          'The link works once and expires an hour after the request.',
          'If it was not you, ignore this mail: your password stays as it is.',
        ],
      };
    case 'password-changed':
      return {
        subject: `Your password for ${host} was changed`,
        title: 'Your password was changed',
        says: [
          `The password of your account at ${host} was changed by a link from a mail, and all sessions were signed out.`,
        ],
        action: { text: 'Sign in', url: `${publicUrl}/sign-in` },
        after: [
          'If it was not you, someone may have access to your mailbox. Ask the operator of the archive for help.',
        ],
      };
    case 'webhook-off':
      return {
        subject: `Webhook switched off: ${oneLine(letter.name, 80)}`,
        title: 'A webhook was switched off',
        says: [
          `The webhook ${oneLine(letter.name, 100)} to ${letter.host} was switched off: ${letter.because}`,
          'Nothing is sent until you switch it on again. It then continues where it stopped.',
        ],
        action: { text: 'Open the webhook', url: `${publicUrl}/notifications/webhooks/${letter.webhookId}` },
        after: [],
      };
  }
}

function present(publicUrl: string, { subject, title, says, action, after }: Note): RenderedMail {
  const body = html`${heading(title)}
${says.map((text) => paragraph(text))}
${action && button(action.url, action.text)}
${after.map((text) => small(text))}`;
  const footer = html`Sent by Pagekeep at ${publicUrl}`;
  const text = [
    title,
    ...says,
    ...(action ? [`${action.text}: ${action.url}`] : []),
    ...after,
    `-- \nSent by Pagekeep at ${publicUrl}`,
  ].join('\n\n');
  return {
    subject,
    text: `${text}\n`,
    html: frame({ title: subject, content: body, footer }),
    pictures: [],
    unsubscribe: undefined,
  };
}
