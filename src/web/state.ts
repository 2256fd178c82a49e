import type { CaptureSchedule } from '../domain/capture-schedule.ts';
import { type Html, html } from './html.ts';
import { timeTag } from './words.ts';

/** Something is being done, or will be in its turn: a page that shows it looks again soon. */
export function isUnderWay(track: CaptureSchedule | undefined): boolean {
  return track?.state.kind === 'capturing' || (track?.state.kind === 'waiting' && track.state.queued);
}

/** How a webpage fares that has so many captures, in one chip. */
export function stateChip(track: CaptureSchedule | undefined, captures: number): Html {
  if (!track) return html`<span class="chip">No schedule</span>`;
  const { state } = track;
  if (state.kind === 'capturing') return html`<span class="chip busy" data-under-way>Capturing now</span>`;
  if (isUnderWay(track)) return html`<span class="chip busy" data-under-way>In the queue</span>`;
  if (state.kind === 'paused') return html`<span class="chip">Paused</span>`;
  if (state.failing) return html`<span class="chip bad">Failing</span>`;
  if (captures === 0) return html`<span class="chip">Waiting</span>`;
  return html`<span class="chip good">Fine</span>`;
}

/** Since when it fails, and why. */
export function failingWords(track: CaptureSchedule | undefined): Html | undefined {
  const state = track?.state;
  if (!state || state.kind === 'capturing' || !state.failing) return undefined;
  return html`Failing since ${timeTag(state.failing.since)}: ${state.failing.because}`;
}

/** When it is captured next, if that is known. */
export function nextAt(track: CaptureSchedule | undefined): string | undefined {
  const state = track?.state;
  return state?.kind === 'waiting' && !state.queued ? state.nextAt : undefined;
}
