import { setImmediate as nextTurn } from 'node:timers/promises';
import type { ChangeSettings } from '../domain/change.ts';
import { readChangeSettings } from '../domain/change-settings.ts';
import type { Store } from '../domain/ports/store.ts';
import { Problem } from '../domain/problem.ts';
import { recordWebpage } from './record-webpage.ts';

/** Findings that are evaluated in one transaction: about ten milliseconds. */
const AT_ONCE = 20;
/** The most transactions before the caller gets its answer. evaluatePending() does the rest. */
const STEPS = 50;

/**
 * Stores what does not count as a change of a webpage, and applies it to the findings that are stored already. Throws
 * Problem('invalid') with the invalid value, and Problem('not-found').
 */
export async function changeSettings(
  { store }: { readonly store: Store },
  owner: string,
  webpageId: string,
  settings: ChangeSettings,
): Promise<void> {
  const valid = readChangeSettings(settings);
  await store.transaction(async (tx) => {
    await tx.changes.setSettings(owner, webpageId, valid);
    await recordWebpage(tx, 'change-settings-changed', owner, webpageId);
  });
  await evaluateSome(store, owner, webpageId);
}

/** Applies changed settings to stored findings. evaluatePending() does what remains. */
export async function evaluateSome(store: Store, owner: string, webpageId: string): Promise<void> {
  for (let step = 0; step < STEPS; step += 1) {
    if (!(await store.changes.evaluate(owner, webpageId, AT_ONCE))) return;
    await nextTurn();
  }
}

/** Completes evaluations that changeSettings() left, or that a crash interrupted. */
export async function evaluatePending(store: Store, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    const pending = await store.changes.unevaluated();
    if (!pending) return;
    try {
      await store.changes.evaluate(pending.owner, pending.webpageId, AT_ONCE);
    } catch (error) {
      // The webpage was deleted in the meantime.
      if (!(error instanceof Problem && error.kind === 'not-found')) throw error;
    }
    await nextTurn();
  }
}
