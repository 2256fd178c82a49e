import sharp, { type OverlayOptions } from 'sharp';
import type { Band, Box, Findings, Region, RegionKind } from '../../domain/findings.ts';
import { Problem } from '../../domain/problem.ts';
import { decodeLimit } from '../thumbnail.ts';
import { decodePicture } from './decode.ts';

/** The space between the two pictures. */
const GUTTER = 24;

/** The drawing is SVG, whose renderer takes 4 bytes for each pixel of a piece. */
const PIECE_HEIGHT = 4_000;

const COLOURS: Readonly<Record<RegionKind, string>> = { added: '#0a5ad4', removed: '#b8450e', altered: '#8f1fa8' };
const SIGNS: Readonly<Record<RegionKind, string>> = { added: '+', removed: '−', altered: '~' };

type Side = 'before' | 'after';

/**
 * Both pictures side by side as a PNG, aligned by the bands of the findings: a hatched gap where only the other one has
 * content. Regions have a number, a light tint and a frame: closed if added, dashed if removed, corners if altered.
 * Throws Problem('unavailable') if the result would be too large, and Problem('invalid') if a picture is damaged.
 */
export async function drawComparison(before: Uint8Array, after: Uint8Array, findings: Findings): Promise<Buffer> {
  const layout = layOut(findings);
  if (layout.width * layout.height > decodeLimit) {
    throw new Problem('unavailable', `The picture would be too large: ${layout.width} × ${layout.height} pixels.`);
  }
  const canvas = sharp({
    create: { width: layout.width, height: layout.height, channels: 3, background: '#ebe8e1' },
    limitInputPixels: decodeLimit,
  });
  const rows = [...(await slicesOf(before, 'before', layout)), ...(await slicesOf(after, 'after', layout))];
  const raw = await canvas.composite(rows).removeAlpha().raw().toBuffer();
  const size = { width: layout.width, height: layout.height, channels: 3 } as const;
  return sharp(raw, { raw: size, limitInputPixels: decodeLimit })
    .composite(marksOf(findings, layout))
    .removeAlpha()
    .png({ compressionLevel: 6 })
    .toBuffer();
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
  readonly left: Readonly<Record<Side, number>>;
  readonly widths: Readonly<Record<Side, number>>;
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

async function slicesOf(image: Uint8Array, side: Side, layout: Layout): Promise<OverlayOptions[]> {
  const { data, width } = await decodePicture(image, side === 'before' ? 'older' : 'newer');
  const stride = width * 3;
  return layout.bands.flatMap((band) => {
    const { top, bottom } = band[side];
    if (bottom <= top) return [];
    const input = Buffer.from(data.buffer, data.byteOffset + top * stride, (bottom - top) * stride);
    const raw = { width, height: bottom - top, channels: 3 } as const;
    return [{ input, raw, left: layout.left[side], top: band.y }];
  });
}

/** Drawn in pieces, each with the marks that touch it. */
function marksOf(findings: Findings, layout: Layout): OverlayOptions[] {
  const drawn = [
    ...layout.bands.flatMap((band) => gapsOf(band, layout)),
    ...findings.regions.flatMap((region, index) =>
      (['before', 'after'] as const).map((side) => markOf(region, index + 1, side, layout)),
    ),
  ];
  const pieces: OverlayOptions[] = [];
  for (let top = 0; top < layout.height; top += PIECE_HEIGHT) {
    const height = Math.min(PIECE_HEIGHT, layout.height - top);
    const inside = drawn.filter((mark) => mark.top < top + height && mark.bottom > top);
    if (inside.length === 0) continue;
    const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${layout.width}" height="${height}" viewBox="0 ${top} ${layout.width} ${height}">
      <defs><pattern id="gap" width="8" height="8" patternUnits="userSpaceOnUse" patternTransform="rotate(45)"><path d="M0 0V8" stroke="#c3bdb0" stroke-width="2"/></pattern></defs>
      ${inside.map(({ svg: mark }) => mark).join('')}</svg>`;
    pieces.push({ input: Buffer.from(svg), left: 0, top });
  }
  return pieces;
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

function markOf({ kind, ...boxes }: Region, number: number, side: Side, layout: Layout): Mark {
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
function place(box: Box, side: Side, { bands, left }: Layout): Box {
  const top = rowOf(box.y, side, bands);
  const bottom = box.height === 0 ? top : rowOf(box.y + box.height - 1, side, bands) + 1;
  return { x: left[side] + box.x, y: top, width: box.width, height: bottom - top };
}

function rowOf(row: number, side: Side, bands: readonly Placed[]): number {
  const band = bands.find((each) => row < each[side].bottom) ?? bands.at(-1);
  return band ? band.y + Math.min(Math.max(0, row - band[side].top), band.height) : row;
}
