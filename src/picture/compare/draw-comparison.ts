import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp, { type OverlayOptions } from 'sharp';
import type { Band, Box, Findings, Region, RegionKind } from '../../domain/findings.ts';
import { Problem } from '../../domain/problem.ts';
import { decodeLimit } from '../thumbnail.ts';
import type { SideName } from './bitmap.ts';
import { openPicture } from './decode.ts';

/** The space between the two pictures. */
const GUTTER = 24;

/** The drawing is made in strips, so that a tall page takes no more memory than a short one. */
const STRIP = 1024;

const COLOURS: Readonly<Record<RegionKind, string>> = { added: '#0a5ad4', removed: '#b8450e', altered: '#8f1fa8' };
const SIGNS: Readonly<Record<RegionKind, string>> = { added: '+', removed: '−', altered: '~' };
const BACKGROUND = '#ebe8e1';

/**
 * Both pictures side by side as a PNG, aligned by the bands of the findings: a hatched gap where only the other one has
 * content. Regions have a number, a light tint and a frame: closed if added, dashed if removed, corners if altered.
 * Throws Problem('unprocessable') if the result would be too large, and Problem('invalid') if a picture is damaged.
 */
export async function drawComparison(before: Uint8Array, after: Uint8Array, findings: Findings): Promise<Buffer> {
  const layout = layOut(findings);
  const { width, height } = layout;
  if (width * height > decodeLimit) {
    throw new Problem('unprocessable', `The drawing would be too large: ${width} × ${height} pixels.`);
  }
  const folder = await mkdtemp(join(tmpdir(), 'pagekeep-drawing-'));
  try {
    const files = { before: join(folder, 'before.tif'), after: join(folder, 'after.tif') };
    await writeTiles(before, 'older', files.before);
    await writeTiles(after, 'newer', files.after);
    const marks = marksOf(findings, layout);
    const strips: Buffer[] = [];
    for (let top = 0; top < height; top += STRIP) strips.push(await drawStrip(files, layout, marks, top));
    // Strips have one height: the rest of the last one is cut off.
    const joined =
      strips.length > 1 ? sharp(strips, { join: { across: 1 }, limitInputPixels: false }) : sharp(strips[0]);
    return await joined.extract({ left: 0, top: 0, width, height }).png({ compressionLevel: 6 }).toBuffer();
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Writes a picture to a file from which parts can be read without decoding the rest. */
async function writeTiles(image: Uint8Array, name: 'older' | 'newer', path: string): Promise<void> {
  await openPicture(image)
    .tiff({ tile: true, tileWidth: 256, tileHeight: 256, compression: 'packbits' })
    .toFile(path)
    .catch((cause) => {
      throw new Problem('invalid', `The ${name} picture is damaged.`, { cause });
    });
}

async function drawStrip(
  files: Readonly<Record<SideName, string>>,
  layout: Layout,
  marks: readonly Mark[],
  top: number,
): Promise<Buffer> {
  const slices: OverlayOptions[] = [];
  for (const side of ['before', 'after'] as const) {
    for (const band of layout.bands) {
      const slice = await cutSlice(files[side], side, band, layout, top);
      if (slice) slices.push(slice);
    }
  }
  const create = { width: layout.width, height: STRIP, channels: 3, background: BACKGROUND } as const;
  const svg = svgOf(marks, layout.width, top);
  const overlays = svg ? [...slices, { input: svg, left: 0, top: 0 }] : slices;
  return sharp({ create, limitInputPixels: false })
    .composite(overlays)
    .removeAlpha()
    .png({ compressionLevel: 1 })
    .toBuffer();
}

/** The part of a band that is in the strip. */
async function cutSlice(
  path: string,
  side: SideName,
  band: Placed,
  layout: Layout,
  top: number,
): Promise<OverlayOptions | undefined> {
  const from = Math.max(top, band.y);
  const to = Math.min(top + STRIP, band.y + band[side].bottom - band[side].top);
  if (to <= from) return undefined;
  const width = layout.widths[side];
  const area = { left: 0, top: band[side].top + from - band.y, width, height: to - from };
  const { data, info } = await sharp(path, { limitInputPixels: decodeLimit })
    .extract(area)
    .raw()
    .toBuffer({ resolveWithObject: true });
  const raw = { width, height: to - from, channels: info.channels };
  return { input: data, raw, left: layout.left[side], top: from - top };
}

interface Placed extends Band {
  /** The first row of the band in the drawing. */
  readonly y: number;
  readonly height: number;
}

interface Layout {
  readonly width: number;
  readonly height: number;
  readonly bands: readonly Placed[];
  /** The left edge of each picture. */
  readonly left: Readonly<Record<SideName, number>>;
  readonly widths: Readonly<Record<SideName, number>>;
}

function layOut({ bands, before, after }: Findings): Layout {
  const placed: Placed[] = [];
  let y = 0;
  for (const band of bands) {
    const height = Math.max(band.before.bottom - band.before.top, band.after.bottom - band.after.top);
    placed.push({ ...band, y, height });
    y += height;
  }
  return {
    width: before.width + GUTTER + after.width,
    height: Math.max(1, y),
    bands: placed,
    left: { before: 0, after: before.width + GUTTER },
    widths: { before: before.width, after: after.width },
  };
}

function marksOf(findings: Findings, layout: Layout): Mark[] {
  return [
    ...layout.bands.flatMap((band) => gapsOf(band, layout)),
    ...findings.regions.flatMap((region, index) =>
      (['before', 'after'] as const).map((side) => markOf(region, index + 1, side, layout)),
    ),
  ];
}

/** The marks that touch the strip. */
function svgOf(marks: readonly Mark[], width: number, top: number): Buffer | undefined {
  const inside = marks.filter((mark) => mark.top < top + STRIP && mark.bottom > top);
  if (inside.length === 0) return undefined;
  return Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${STRIP}" viewBox="0 ${top} ${width} ${STRIP}">
    <defs><pattern id="gap" width="8" height="8" patternUnits="userSpaceOnUse" patternTransform="rotate(45)"><path d="M0 0V8" stroke="#c3bdb0" stroke-width="2"/></pattern></defs>
    ${inside.map(({ svg }) => svg).join('')}</svg>`);
}

interface Mark {
  readonly top: number;
  readonly bottom: number;
  readonly svg: string;
}

function gapsOf(band: Placed, { left, widths }: Layout): Mark[] {
  return (['before', 'after'] as const).flatMap((side) => {
    const shown = band[side].bottom - band[side].top;
    const [y, height] = [band.y + shown, band.height - shown];
    if (height <= 0) return [];
    const svg = `<rect x="${left[side]}" y="${y}" width="${widths[side]}" height="${height}" fill="url(#gap)"/>`;
    return [{ top: y, bottom: y + height, svg }];
  });
}

function markOf({ kind, ...boxes }: Region, number: number, side: SideName, layout: Layout): Mark {
  const colour = COLOURS[kind];
  const box = place(boxes[side], side, layout);
  const { x, y, width, height } = box;
  const isAbsent = width === 0 || height === 0;
  const shape = isAbsent
    ? `<path d="M${x} ${y}h${width}v${height}" fill="none" stroke="${colour}" stroke-width="2" stroke-dasharray="2 4"/>`
    : `<rect x="${x}" y="${y}" width="${width}" height="${height}" fill="${colour}" fill-opacity=".08"/>${frameOf(kind, box)}`;
  const label = `${SIGNS[kind]} ${number}`;
  const labelWidth = 14 + label.length * 7;
  const labelX = Math.max(layout.left[side], x - labelWidth - 4);
  const labelY = Math.max(0, y - 2);
  const svg = `${shape}<rect x="${labelX}" y="${labelY}" width="${labelWidth}" height="20" rx="3" fill="${colour}"/>
    <text x="${labelX + labelWidth / 2}" y="${labelY + 14.5}" text-anchor="middle" font-family="sans-serif" font-size="13" font-weight="700" fill="#fff">${label}</text>`;
  return { top: Math.min(y - 4, labelY), bottom: Math.max(y + height + 4, labelY + 20), svg };
}

/** Around the box, so that the frame covers none of it. */
function frameOf(kind: RegionKind, box: Box): string {
  const [x, y, right, bottom] = [box.x - 2, box.y - 2, box.x + box.width + 2, box.y + box.height + 2];
  const corner = Math.min(14, (right - x) / 3, (bottom - y) / 3);
  const path =
    kind === 'altered'
      ? `M${x} ${y + corner}V${y}h${corner}M${right - corner} ${y}H${right}v${corner}M${right} ${bottom - corner}V${bottom}h${-corner}M${x + corner} ${bottom}H${x}v${-corner}`
      : `M${x} ${y}H${right}V${bottom}H${x}Z`;
  const dashes = kind === 'removed' ? ' stroke-dasharray="8 5"' : '';
  return `<path d="${path}" fill="none" stroke="#fff" stroke-width="6"/><path d="${path}" fill="none" stroke="${COLOURS[kind]}" stroke-width="3"${dashes}/>`;
}

/** A box of a picture in the drawing. */
function place(box: Box, side: SideName, { bands, left }: Layout): Box {
  const top = rowOf(box.y, side, bands);
  const bottom = box.height === 0 ? top : rowOf(box.y + box.height - 1, side, bands) + 1;
  return { x: left[side] + box.x, y: top, width: box.width, height: bottom - top };
}

function rowOf(row: number, side: SideName, bands: readonly Placed[]): number {
  const band = bands.find((each) => row < each[side].bottom) ?? bands.at(-1);
  return band ? band.y + Math.min(Math.max(0, row - band[side].top), band.height) : row;
}
