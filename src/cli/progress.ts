const REDRAW_MS = 200;
const LINE_EVERY_MS = 5_000;

export interface Progress {
  show(text: string): void;
  /** Leaves the terminal as it was. */
  end(): void;
}

/** How far a long command has come, on standard error: one line that changes at a terminal, else a line now and then. */
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
      process.stderr.write(terminal ? `\r\x1b[K${text}` : `${text}\n`);
    },
    end() {
      if (open) process.stderr.write('\r\x1b[K');
    },
  };
}
