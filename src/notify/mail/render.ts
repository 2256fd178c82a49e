import type { Letter, RenderedMail } from '../../app/send-mail.ts';
import { renderNote } from './letters.ts';
import { type NewsParts, renderNews } from './news.ts';

/** Makes the subject and the parts of a mail. */
export function makeMailRenderer(parts: NewsParts) {
  return async (letter: Letter): Promise<RenderedMail> => {
    return 'news' in letter ? renderNews(parts, letter) : renderNote(parts.publicUrl, letter);
  };
}
