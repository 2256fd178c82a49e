import type { ByteRange } from '../domain/ports/images.ts';
import { Problem } from '../domain/problem.ts';

/** Throws Problem('invalid') for zero bytes. */
export function checkImageBytes(bytes: Uint8Array): void {
  if (bytes.length === 0) throw new Problem('invalid', 'An image of 0 bytes cannot be stored.');
}

/** The first and last byte of a range in an image of `size` bytes. Throws Problem('invalid') if the range is outside. */
export function withinImage(range: ByteRange | undefined, size: number): { start: number; end: number } {
  const start = range?.start ?? 0;
  const end = Math.min(range?.end ?? size - 1, size - 1);
  const whole = range === undefined;
  if (!whole && !(Number.isSafeInteger(start) && Number.isSafeInteger(end) && start >= 0 && start <= end)) {
    throw new Problem(
      'invalid',
      `Bytes ${start} to ${range.end ?? 'the end'} are not part of an image of ${size} bytes.`,
    );
  }
  return { start, end };
}
