import type { Box, Findings, Rows } from '../../domain/findings.ts';
import { decodePair, MOST_PIXELS } from './decode.ts';
import { findChanges } from './find-changes.ts';

/** Decodes and compares two encoded images in this thread. The findings are in pixels of the images. */
export async function compareHere(before: Uint8Array, after: Uint8Array, mostPixels = MOST_PIXELS): Promise<Findings> {
  const pair = await decodePair(before, after, mostPixels);
  const findings = findChanges(pair.before, pair.after);
  return pair.scale === 1 ? findings : enlarge(findings, pair.scale);
}

function enlarge(findings: Findings, scale: number): Findings {
  const long = (length: number) => Math.round(length / scale);
  const box = ({ x, y, width, height }: Box): Box => ({
    x: long(x),
    y: long(y),
    width: long(width),
    height: long(height),
  });
  const rows = ({ top, bottom }: Rows): Rows => ({ top: long(top), bottom: long(bottom) });
  const size = ({ width, height }: { width: number; height: number }) => ({ width: long(width), height: long(height) });
  const area = (pixels: number) => Math.round(pixels / scale ** 2);
  return {
    ...findings,
    regions: findings.regions.map((region) => ({
      kind: region.kind,
      before: box(region.before),
      after: box(region.after),
      area: area(region.area),
    })),
    omittedArea: area(findings.omittedArea),
    moved: findings.moved.map((move) => ({ before: box(move.before), after: box(move.after) })),
    bands: findings.bands.map((band) => ({ before: rows(band.before), after: rows(band.after) })),
    before: size(findings.before),
    after: size(findings.after),
  };
}
