import type { Letter, RenderedMail } from '../../app/send-mail.ts';
import { renderNote } from './letters.ts';

export interface MailRenderParts {
  readonly publicUrl: string;
}

/** Makes the subject and the parts of a mail. */
export function makeMailRenderer({ publicUrl }: MailRenderParts) {
  return async (letter: Letter): Promise<RenderedMail> => renderNote(publicUrl, letter);
}
