import type { CaptureSchedule } from '../domain/capture-schedule.ts';
import { timeTag } from './format.ts';
import { type Html, html } from './html.ts';

/** Whether a capture runs or is queued, so that the page should refresh itself. */
export function isCapturePending(schedule: CaptureSchedule | undefined): boolean {
  return schedule?.state.kind === 'capturing' || (schedule?.state.kind === 'waiting' && schedule.state.queued);
}

export function failureNote(schedule: CaptureSchedule | undefined): Html | undefined {
  const state = schedule?.state;
  if (!state || state.kind === 'capturing' || !state.failing) return undefined;
  return html`Failing since ${timeTag(state.failing.since)}: ${state.failing.because}`;
}

/** The time of the next scheduled capture; undefined while paused, queued or capturing. */
export function nextCaptureAt(schedule: CaptureSchedule | undefined): string | undefined {
  const state = schedule?.state;
  return state?.kind === 'waiting' && !state.queued ? state.nextAt : undefined;
}
