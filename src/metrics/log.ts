import { type Logger, pino } from 'pino';

const MAX_BUFFER_BYTES = 1024 * 1024;

/** Logs to standard error, because standard output holds the text for the person who started the program. */
export function openLog(level: string): Logger {
  // Synchronous: pino retries buffered lines when the process exits, so with a full disk the process would never exit.
  // `maxLength` bounds the memory for lines that cannot be written.
  const destination = pino.destination({ dest: 2, sync: true, maxLength: MAX_BUFFER_BYTES });
  // The service continues without its log.
  destination.on('error', () => undefined);
  return pino({ level, hooks: { streamWrite: escapeControls } }, destination);
}

/** JSON leaves these characters as they are. A terminal that shows the log could take them for commands. */
function escapeControls(line: string): string {
  const escaped = (character: string) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
  return line.replace(/[\u007f-\u009f\p{Bidi_Control}]/gu, escaped);
}
