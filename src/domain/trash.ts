import { daysFrom } from './session.ts';
import type { View } from './view.ts';
import type { Webpage } from './webpage.ts';

/** Days until deleted webpages and captures are erased, unless TRASH_DAYS says otherwise. */
export const DEFAULT_TRASH_DAYS = 7;

/** Something that its owner deleted and can restore. `id` is the id of the webpage or of the capture. */
export type Trashed = {
  readonly id: string;
  readonly trashedAt: string;
  /** The deleted webpage, or the webpage of the deleted capture. */
  readonly webpage: Webpage;
  /** The title of the page at its newest good capture. */
  readonly title: string | undefined;
  readonly view: View;
} & (
  | { readonly kind: 'webpage'; readonly captures: number }
  | { readonly kind: 'capture'; readonly capturedAt: string }
);

/** The position of an entry in the trash, whose newest entry comes first. */
export interface TrashPosition {
  readonly at: string;
  readonly id: string;
}

/** When an entry of the trash is erased. */
export function erasedAt({ trashedAt }: Pick<Trashed, 'trashedAt'>, trashDays: number): Date {
  return daysFrom(new Date(trashedAt), trashDays);
}
