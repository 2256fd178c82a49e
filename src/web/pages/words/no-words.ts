import { isGood, type Screenshot } from '../../../domain/screenshot.ts';
import { VERDICT_LABELS } from '../../format.ts';

/** Why no words of a capture can be shown. */
export function whyNoWords({ verdict }: Pick<Screenshot, 'verdict'>): string {
  return isGood(verdict)
    ? 'Its words are not known: it is from before Pagekeep kept words, or they could not be read.'
    : `Its words are not kept, because its result is “${VERDICT_LABELS[verdict].label}”.`;
}
