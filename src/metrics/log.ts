import { type Logger, pino } from 'pino';

const KEPT_BYTES = 1024 * 1024;

/** Logs go to standard error: standard output is for the person who started it. */
export function openLog(level: string): Logger {
  // Written at once: a process with lines that wait would try them again and again at its end, and where the disk is
  // full never come to it. Of those that cannot be written only some are kept.
  const destination = pino.destination({ dest: 2, sync: true, maxLength: KEPT_BYTES });
  // A log that cannot be written is no reason to answer nobody.
  destination.on('error', () => undefined);
  return pino({ level }, destination);
}
