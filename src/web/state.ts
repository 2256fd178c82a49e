import type { Track } from '../domain/track.ts';
import { type Html, html } from './html.ts';
import { timeTag } from './words.ts';

/** Something is being done, or will be at any moment: a page that shows it looks again soon. */
export function isUnderWay(track: Track | undefined, now: Date): boolean {
  if (track?.state.kind === 'capturing') return true;
  return track?.state.kind === 'waiting' && track.state.nextAt <= now.toISOString();
}

/** How a webpage fares, in one chip. */
export function stateChip(track: Track | undefined, now: Date): Html {
  if (!track) return html`<span class="chip">No schedule</span>`;
  const { state } = track;
  if (state.kind === 'capturing') return html`<span class="chip busy" data-under-way>Capturing now</span>`;
  if (isUnderWay(track, now)) return html`<span class="chip busy" data-under-way>In the queue</span>`;
  if (state.kind === 'paused') return html`<span class="chip">Paused</span>`;
  if (state.failing) return html`<span class="chip bad">Failing</span>`;
  return html`<span class="chip good">Fine</span>`;
}

/** Since when it fails, and why. */
export function failingWords(track: Track | undefined): Html | undefined {
  const state = track?.state;
  if (!state || state.kind === 'capturing' || !state.failing) return undefined;
  return html`Failing since ${timeTag(state.failing.since)}: ${state.failing.because}`;
}

/** When it is captured next, if that is known. */
export function nextAt(track: Track | undefined, now: Date): string | undefined {
  const state = track?.state;
  return state?.kind === 'waiting' && state.nextAt > now.toISOString() ? state.nextAt : undefined;
}
