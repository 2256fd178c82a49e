import type { Store } from '../domain/ports/store.ts';
import { nextRun, readSchedule } from '../domain/schedule.ts';
import { daysFrom } from '../domain/session.ts';
import type { Trashed } from '../domain/trash.ts';
import type { Webpage } from '../domain/webpage.ts';

export interface TrashParts {
  readonly store: Store;
  /** Days until something that was deleted is erased; 0: it is erased at once. */
  readonly trashDays: number;
}

/**
 * Moves a webpage to the trash, or erases it at once. `check` is called with the record as it is then, and may throw to
 * keep it. Throws Problem('not-found').
 */
export function deleteWebpage(
  { store, trashDays }: TrashParts,
  owner: string,
  id: string,
  { now, check }: { now: Date; check?: (webpage: Webpage) => void },
): Promise<void> {
  return trashDays > 0 ? store.trash.putWebpage(owner, id, now, check) : store.webpages.remove(owner, id, check);
}

/**
 * Moves a capture to the trash, or erases it at once. `check` is called in the transaction, and may throw to keep it. Throws
 * Problem('not-found').
 */
export function deleteCapture(
  { store, trashDays }: TrashParts,
  owner: string,
  capture: { webpageId: string; id: string },
  now: Date,
  check?: (tx: Store) => Promise<unknown>,
): Promise<void> {
  return store.transaction(async (tx) => {
    await check?.(tx);
    await tx.trash.putCapture(owner, capture, now);
    if (trashDays === 0) await tx.trash.erase(owner, capture.id);
  });
}

/** Restores all of them or none. Throws Problem('not-found') if one is not in the trash. */
export function restoreTrashed(store: Store, owner: string, items: readonly Trashed[], now: Date): Promise<void> {
  // A capture needs its webpage.
  const sorted = [...items.filter(({ kind }) => kind === 'webpage'), ...items.filter(({ kind }) => kind === 'capture')];
  return store.transaction(async (tx) => {
    for (const { kind, id } of sorted) {
      if (kind === 'capture') await tx.trash.restoreCapture(owner, id);
      else await tx.trash.restoreWebpage(owner, id, (text, zone) => nextRunOf(id, text, zone, now));
    }
  });
}

function nextRunOf(webpageId: string, text: string, timeZone: string, now: Date): Date {
  return nextRun(readSchedule(text, timeZone), { after: now, jitterSeed: webpageId });
}

/** Small steps, so that other writers do not wait long. */
const ERASED_A_STEP = 100;

/** Erases everything in the trash of the owner. */
export async function emptyTrash(store: Store, owner: string): Promise<void> {
  while ((await store.trash.eraseSome(owner, ERASED_A_STEP)) > 0);
}

/** Erases what has been in the trash for longer than `trashDays`. */
export async function eraseExpired({ store, trashDays }: TrashParts, now: Date, signal: AbortSignal): Promise<void> {
  const before = daysFrom(now, -trashDays);
  while (!signal.aborted && (await store.trash.eraseBefore(before, ERASED_A_STEP)) > 0);
}
