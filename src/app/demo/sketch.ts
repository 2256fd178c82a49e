import type { Random } from './random.ts';

/** SVG drawing. Text is drawn as strokes in the shape of words, because installed fonts differ between machines. */
export interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

export const hsl = (hue: number, saturation: number, lightness: number) =>
  `hsl(${Math.round(hue) % 360}, ${Math.round(saturation)}%, ${Math.round(lightness)}%)`;

export function rectangle({ x, y, width, height }: Box, fill: string, radius = 0): string {
  return `<rect x="${x}" y="${y}" width="${width}" height="${height}" rx="${radius}" fill="${fill}"/>`;
}

export function circle(x: number, y: number, radius: number, fill: string): string {
  return `<circle cx="${x}" cy="${y}" r="${radius}" fill="${fill}"/>`;
}

export interface Type {
  /** Height of the letters, in pixels. */
  readonly size: number;
  readonly leading: number;
  readonly fill: string;
  readonly align?: 'left' | 'centre';
}

/** Lines of words within a width, as a single path. The last line is shorter. */
export function text(random: Random, at: { x: number; y: number; width: number }, lines: number, type: Type): string {
  const { size, leading, fill, align = 'left' } = type;
  const strokes: string[] = [];
  for (let line = 0; line < lines; line += 1) {
    const reach = at.width * (line === lines - 1 ? 0.35 + random.fraction() * 0.4 : 0.88 + random.fraction() * 0.12);
    const words: [start: number, length: number][] = [];
    for (let x = 0; x < reach; ) {
      const length = Math.min(size * (1.2 + random.fraction() * 4.6), reach - x);
      if (length > size * 0.6) words.push([x, length]);
      x += length + size * 0.62;
    }
    const [start = 0, length = 0] = words.at(-1) ?? [];
    const indent = align === 'centre' ? (at.width - start - length) / 2 : 0;
    const middle = at.y + line * leading + size / 2;
    for (const [from, long] of words) {
      const x = at.x + indent + from + size * 0.35;
      strokes.push(`M${x.toFixed(1)} ${middle.toFixed(1)}h${Math.max(long - size * 0.7, 1).toFixed(1)}`);
    }
  }
  return `<path d="${strokes.join('')}" stroke="${fill}" stroke-width="${(size * 0.7).toFixed(1)}" stroke-linecap="round"/>`;
}

/** Clips a drawing to its box. */
function framed(id: string, box: Box, radius: number, inside: string): string {
  return `<clipPath id="${id}">${rectangle(box, '#000', radius)}</clipPath><g clip-path="url(#${id})">${inside}</g>`;
}

function gradient(id: string, from: string, to: string, direction = 'x1="0" y1="0" x2="0" y2="1"'): string {
  return `<linearGradient id="${id}" ${direction}><stop offset="0" stop-color="${from}"/><stop offset="1" stop-color="${to}"/></linearGradient>`;
}

/** Ids must be unique within a document. Taking them from `random` makes them deterministic. */
const nextId = (random: Random) => `d${random.bits().toString(36)}`;

/** A landscape with sky, sun and hills. */
export function landscape(random: Random, box: Box, hue: number, radius = 0): string {
  const { x, y, width, height } = box;
  const sky = nextId(random);
  const warm = random.chance(0.5);
  const top = warm ? hsl(random.between(200, 260), 55, 55) : hsl(random.between(190, 220), 60, 72);
  const low = warm ? hsl(random.between(15, 45), 85, 74) : hsl(random.between(185, 210), 55, 92);
  const parts = [gradient(sky, top, low), rectangle(box, `url(#${sky})`)];
  const sun = height * (0.06 + random.fraction() * 0.06);
  parts.push(
    circle(x + width * (0.15 + random.fraction() * 0.7), y + height * 0.32, sun, warm ? '#fff3d6' : '#ffffffcc'),
  );
  const layers = random.between(3, 4);
  const land = warm ? random.between(230, 290) : hue;
  for (let layer = 0; layer < layers; layer += 1) {
    const depth = layer / (layers - 1);
    const base = y + height * (0.48 + depth * 0.3);
    const steps = random.between(3, 5);
    let d = `M${x} ${y + height}V${base.toFixed(0)}`;
    for (let step = 0; step < steps; step += 1) {
      const reach = width / steps;
      const rise = height * (0.05 + random.fraction() * 0.2) * (1 - depth * 0.5);
      d += `q${(reach / 2).toFixed(0)} ${(-rise).toFixed(0)} ${reach.toFixed(0)} 0`;
    }
    parts.push(
      `<path d="${d}H${x + width}V${y + height}z" fill="${hsl(land + layer * 8, 26 + depth * 14, 62 - depth * 38)}"/>`,
    );
  }
  return framed(nextId(random), box, radius, parts.join(''));
}

/** A product on a plain background. */
export function stillLife(random: Random, box: Box, hue: number, radius = 0): string {
  const { x, y, width, height } = box;
  const [cx, cy, unit] = [x + width / 2, y + height * 0.52, Math.min(width, height) / 2];
  const paint = nextId(random);
  const shade = random.between(0, 3) * 35 + hue;
  const parts = [
    rectangle(box, hsl(hue, 22, 93)),
    gradient(paint, hsl(shade, 52, 62), hsl(shade + 18, 55, 42), 'x1="0" y1="0" x2="1" y2="1"'),
    `<ellipse cx="${cx}" cy="${cy + unit * 0.58}" rx="${unit * 0.62}" ry="${unit * 0.09}" fill="#0002"/>`,
  ];
  const fill = `url(#${paint})`;
  const shapes = [
    () => circle(cx, cy, unit * 0.56, fill) + circle(cx - unit * 0.18, cy - unit * 0.2, unit * 0.12, '#fff6'),
    () =>
      rectangle(
        { x: cx - unit * 0.34, y: cy - unit * 0.62, width: unit * 0.68, height: unit * 1.2 },
        fill,
        unit * 0.12,
      ) + rectangle({ x: cx - unit * 0.24, y: cy - unit * 0.3, width: unit * 0.48, height: unit * 0.4 }, '#fff7', 6),
    () =>
      `<path d="M${cx - unit * 0.6} ${cy + unit * 0.55}L${cx} ${cy - unit * 0.65}L${cx + unit * 0.6} ${cy + unit * 0.55}z" fill="${fill}" stroke="${fill}" stroke-linejoin="round" stroke-width="${unit * 0.1}"/>`,
    () =>
      `<path d="M${cx - unit * 0.28} ${cy - unit * 0.6}h${unit * 0.56}c0 ${unit * 0.4} ${unit * 0.3} ${unit * 0.4} ${unit * 0.3} ${unit * 0.8}s${-unit * 0.2} ${unit * 0.38} ${-unit * 0.4} ${unit * 0.38}h${-unit * 0.36}c${-unit * 0.2} 0 ${-unit * 0.4} 0 ${-unit * 0.4} ${-unit * 0.38}s${unit * 0.3} ${-unit * 0.4} ${unit * 0.3} ${-unit * 0.8}z" fill="${fill}"/>`,
  ];
  parts.push(random.pick(shapes)());
  return framed(nextId(random), box, radius, parts.join(''));
}

/** Large overlapping shapes. */
export function abstract(random: Random, box: Box, hue: number, radius = 0): string {
  const { x, y, width, height } = box;
  const ground = nextId(random);
  const parts = [
    gradient(ground, hsl(hue, 60, 44), hsl(hue + 50, 62, 58), 'x1="0" y1="0" x2="1" y2="1"'),
    rectangle(box, `url(#${ground})`),
  ];
  for (let shape = 0; shape < 7; shape += 1) {
    const size = height * (0.15 + random.fraction() * 0.45);
    const [left, top] = [x + random.fraction() * width, y + random.fraction() * height];
    const fill = `hsla(${(hue + random.between(-40, 90) + 360) % 360}, 75%, ${random.between(48, 82)}%, 0.55)`;
    parts.push(
      random.chance(0.6)
        ? circle(left, top, size / 1.6, fill)
        : `<g transform="rotate(${random.between(0, 90)} ${left} ${top})">${rectangle({ x: left - size / 2, y: top - size / 2, width: size, height: size }, fill, size * 0.12)}</g>`,
    );
  }
  return framed(nextId(random), box, radius, parts.join(''));
}
