import { Problem } from './problem.ts';
import { printable } from './text.ts';

const UNITS = ['kB', 'MB', 'GB', 'TB', 'PB'] as const;

/** "999 bytes", "1.2 kB", "3.4 GB". */
export function formatBytes(bytes: number): string {
  if (bytes < 1000) return bytes === 1 ? '1 byte' : `${bytes} bytes`;
  // 999,950 bytes would round to 1000.0 kB.
  const power = UNITS.findIndex((_, index) => bytes < 999.95 * 1000 ** (index + 1));
  const index = power === -1 ? UNITS.length - 1 : power;
  return `${(bytes / 1000 ** (index + 1)).toFixed(1)} ${UNITS[index]}`;
}

/** The exact size as readSize() reads it: "10 GB", "1.5 MB". */
export function formatSize(bytes: number): string {
  const index = UNITS.findLastIndex((_, power) => bytes >= 1000 ** (power + 1) && bytes % 1000 ** power === 0);
  return index === -1 ? `${bytes / 1000} kB` : `${bytes / 1000 ** (index + 1)} ${UNITS[index]}`;
}

/** Reads "10 GB" or "1.5tb". Throws Problem('invalid') with the name of the field. */
export function readSize(field: string, text: string): number {
  const [, number, name] = /^(\d{1,6}(?:\.\d{1,3})?) ?([kmgtp]?b)$/i.exec(text.trim()) ?? [];
  const unit = UNITS.findIndex((each) => each.toLowerCase() === name?.toLowerCase());
  if (number === undefined || unit === -1) {
    throw new Problem('invalid', `${field} is ${printable(text)}, but must be a size such as 500 MB or 10 GB.`);
  }
  const bytes = Math.round(Number(number) * 1000 ** (unit + 1));
  // Larger numbers are not exact.
  if (bytes > Number.MAX_SAFE_INTEGER)
    throw new Problem('invalid', `${field} is ${printable(text)}, which is too large.`);
  return bytes;
}
