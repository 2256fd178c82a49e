import { storedOptions } from '../../../domain/capture-options.ts';
import type { CaptureSchedule, Failing, TrackState } from '../../../domain/capture-schedule.ts';
import type { Row } from '../../engine/database.ts';
import { optionalText } from '../optional-text.ts';

export function scheduleOf(row: Row, now: Date): CaptureSchedule {
  return {
    webpageId: String(row.webpage_id),
    schedule: String(row.schedule),
    timeZone: String(row.time_zone),
    options: storedOptions(String(row.options)),
    hasSecrets: row.secrets !== null,
    state: stateOf(row, now),
  };
}

function stateOf(row: Row, now: Date): TrackState {
  const readyAt = optionalText(row.ready_at);
  const failing: Failing | undefined =
    row.failing_since === null
      ? undefined
      : {
          since: String(row.failing_since),
          because: String(row.failing_because),
          failures: Number(row.failures),
        };
  if (row.attempt !== null && readyAt !== undefined && readyAt > now.toISOString()) {
    return { kind: 'capturing' };
  }
  if (readyAt === undefined) return { kind: 'paused', failing };
  const queued = row.site_turn !== null || row.capture_again === 1 || readyAt <= now.toISOString();
  return { kind: 'waiting', nextAt: readyAt, queued, failing };
}
