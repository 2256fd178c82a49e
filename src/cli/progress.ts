import { terminalText } from './terminal-text.ts';

const REDRAW_MS = 200;
const LINE_EVERY_MS = 5_000;

export interface Progress {
  show(text: string): void;
  /** Clears the progress line. */
  end(): void;
}

/** Shows progress on standard error: in a terminal one line that is redrawn, otherwise a new line every few seconds. */
export function showProgress(): Progress {
  const terminal = process.stderr.isTTY;
  let shown = performance.now();
  let open = false;
  return {
    show(text) {
      const now = performance.now();
      if (now - shown < (terminal ? REDRAW_MS : LINE_EVERY_MS)) return;
      shown = now;
      open = terminal;
      const shownText = terminalText(text);
      process.stderr.write(terminal ? `\r\x1b[K${shownText}` : `${shownText}\n`);
    },
    end() {
      if (open) process.stderr.write('\r\x1b[K');
    },
  };
}
