import { type Logger, pino } from 'pino';

const MAX_BUFFER_BYTES = 1024 * 1024;

/** Logs to standard error, because standard output holds the text for the person who started the program. */
export function openLog(level: string): Logger {
  // Synchronous: pino retries buffered lines when the process exits, so with a full disk the process would never exit.
  // `maxLength` bounds the memory for lines that cannot be written.
  const destination = pino.destination({ dest: 2, sync: true, maxLength: MAX_BUFFER_BYTES });
  // The service continues without its log.
  destination.on('error', () => undefined);
  return pino({ level }, destination);
}
