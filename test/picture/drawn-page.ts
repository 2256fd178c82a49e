import sharp from 'sharp';
import { compareHere } from '../../src/picture/compare/compare-here.ts';

export const draw = (body: string, width = 800, height = 600) =>
  sharp(
    Buffer.from(
      `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><rect width="100%" height="100%" fill="#fff"/>${body}</svg>`,
    ),
  )
    .png()
    .toBuffer();

export const block = (x: number, y: number, width: number, height: number, colour: string) =>
  `<rect x="${x}" y="${y}" width="${width}" height="${height}" fill="${colour}"/>`;

/** A line of letters, drawn as strokes so that it does not depend on the fonts of the machine. Each character has its own strokes. */
export function line(x: number, y: number, letters: string, colour = '#222'): string {
  const strokes = [...letters].map((letter, index) => {
    const code = letter.charCodeAt(0);
    const left = x + index * 9;
    const bars = [0, 1, 2, 3, 4].filter((bit) => (code >> bit) & 1).map((bit) => `M${left} ${y + 1 + bit * 2.5}h6`);
    return letter === ' ' ? '' : `M${left + (code % 6)} ${y}v12${bars.join('')}`;
  });
  return `<path d="${strokes.join('')}" stroke="${colour}" stroke-width="1.6" fill="none"/>`;
}

export async function compare(before: string, after: string) {
  return compareHere(await draw(before), await draw(after));
}
