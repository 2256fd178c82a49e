import type { Random } from './random.ts';
import { type Box, circle, rectangle, text } from './sketch.ts';

export interface Palette {
  readonly hue: number;
  readonly ground: string;
  readonly panel: string;
  readonly line: string;
  readonly ink: string;
  readonly soft: string;
  readonly accent: string;
  readonly onAccent: string;
  readonly radius: number;
}

/** The settings that all blocks of a page share. */
export interface Sheet {
  readonly random: Random;
  readonly palette: Palette;
  readonly width: number;
  readonly margin: number;
  /** The number of items side by side. */
  readonly columns: number;
  readonly photo: (random: Random, box: Box, hue: number, radius?: number) => string;
}

/** Draws one horizontal section of a page from `y` downwards. */
export type Block = (sheet: Sheet, y: number) => { svg: string; height: number };

const narrow = ({ columns }: Sheet) => columns === 1;
const headline = (fill: string, size = 34) => ({ size, leading: size * 1.35, fill });
const body = (fill: string) => ({ size: 11, leading: 24, fill });

function columnsOf({ width, margin, columns }: Sheet, gap: number, count = columns): Box[] {
  const each = (width - 2 * margin - gap * (count - 1)) / count;
  return Array.from({ length: count }, (_, at) => ({ x: margin + at * (each + gap), y: 0, width: each, height: 0 }));
}

function button({ random, palette }: Sheet, x: number, y: number, width = 150): string {
  const words = text(random, { x: x + width * 0.2, y: y + 17, width: width * 0.75 }, 1, body(palette.onAccent));
  return rectangle({ x, y, width, height: 46 }, palette.accent, Math.max(palette.radius, 4)) + words;
}

function logo({ palette }: Sheet, x: number, y: number, size: number): string {
  return (
    rectangle({ x, y, width: size, height: size }, palette.accent, palette.radius) +
    circle(x + size * 0.5, y + size * 0.5, size * 0.22, palette.onAccent)
  );
}

/** A header with logo, name, links and a button. */
export const bar: Block = (sheet, y) => {
  const { random, palette, width, margin } = sheet;
  const parts = [rectangle({ x: 0, y, width, height: 84 }, palette.ground), logo(sheet, margin, y + 24, 36)];
  parts.push(text(random, { x: margin + 50, y: y + 33, width: 150 }, 1, { size: 18, leading: 20, fill: palette.ink }));
  if (narrow(sheet)) {
    for (let line = 0; line < 3; line += 1) {
      parts.push(rectangle({ x: width - margin - 26, y: y + 30 + line * 9, width: 26, height: 3 }, palette.ink, 2));
    }
  } else {
    for (let link = 0; link < 5; link += 1) {
      parts.push(text(random, { x: width * 0.42 + link * 105, y: y + 37, width: 84 }, 1, body(palette.ink)));
    }
    parts.push(button(sheet, width - margin - 130, y + 19, 130));
  }
  parts.push(rectangle({ x: 0, y: y + 83, width, height: 1 }, palette.line));
  return { svg: parts.join(''), height: 84 };
};

/** A newspaper header: the name in the middle, a row of sections below. */
export const masthead: Block = (sheet, y) => {
  const { random, palette, width, margin } = sheet;
  const centre = { x: margin, y: y + 34, width: width - 2 * margin };
  const parts = [
    text(random, centre, 1, { ...headline(palette.ink, 44), align: 'centre' }),
    rectangle({ x: margin, y: y + 104, width: centre.width, height: 2 }, palette.ink),
    rectangle({ x: margin, y: y + 146, width: centre.width, height: 1 }, palette.line),
  ];
  for (const column of columnsOf(sheet, 30, narrow(sheet) ? 3 : 8)) {
    parts.push(text(random, { x: column.x, y: y + 120, width: column.width * 0.9 }, 1, body(palette.accent)));
  }
  return { svg: parts.join(''), height: 170 };
};

/** A coloured announcement bar across the page. */
export const notice: Block = ({ random, palette, width, margin }, y) => ({
  svg:
    rectangle({ x: 0, y, width, height: 44 }, palette.accent) +
    text(random, { x: margin, y: y + 17, width: width - 2 * margin }, 1, {
      ...body(palette.onAccent),
      align: 'centre',
    }),
  height: 44,
});

/** A picture of full width with text on it. */
export const hero: Block = (sheet, y) => {
  const { random, palette, width, margin } = sheet;
  const height = narrow(sheet) ? 360 : 460;
  const box = { x: 0, y, width, height };
  const words = { x: margin, y: y + height * 0.46, width: Math.min(width - 2 * margin, 620) };
  return {
    svg: [
      sheet.photo(random, box, palette.hue),
      rectangle(box, '#0005'),
      text(random, words, 2, headline('#fff', narrow(sheet) ? 24 : 40)),
      button(sheet, margin, y + height - 96),
    ].join(''),
    height,
  };
};

/** Text on the left, a picture on the right; on a phone, one below the other. */
export const split: Block = (sheet, y) => {
  const { random, palette, width, margin } = sheet;
  const wide = narrow(sheet) ? width - 2 * margin : (width - 2 * margin - 60) / 2;
  const photo = { x: narrow(sheet) ? margin : margin + wide + 60, y: narrow(sheet) ? y + 330 : y + 56, width: wide };
  const height = narrow(sheet) ? 220 : 340;
  return {
    svg: [
      text(random, { x: margin, y: y + 80, width: wide }, 2, headline(palette.ink, narrow(sheet) ? 24 : 38)),
      text(random, { x: margin, y: y + 200, width: wide }, 3, body(palette.soft)),
      narrow(sheet) ? '' : button(sheet, margin, y + 300),
      sheet.photo(random, { ...photo, height }, palette.hue, palette.radius),
    ].join(''),
    height: narrow(sheet) ? 590 : 450,
  };
};

/** Pictures with a heading and a few lines each. */
export const cards: Block = (sheet, y) => {
  const { random, palette } = sheet;
  const parts: string[] = [];
  const columns = columnsOf(sheet, 32);
  for (const { x, width } of columns) {
    parts.push(
      sheet.photo(random, { x, y: y + 40, width, height: width * 0.62 }, palette.hue, palette.radius),
      text(random, { x, y: y + 62 + width * 0.62, width }, 2, headline(palette.ink, 17)),
      text(random, { x, y: y + 122 + width * 0.62, width }, 3, body(palette.soft)),
    );
  }
  return { svg: parts.join(''), height: 220 + (columns[0]?.width ?? 0) * 0.62 };
};

/** Square pictures with a name and a price. */
export const goods: Block = (sheet, y) => {
  const { random, palette } = sheet;
  const columns = columnsOf(sheet, 24, narrow(sheet) ? 2 : 4);
  const parts = columns.map(({ x, width }) =>
    [
      sheet.photo(random, { x, y: y + 30, width, height: width }, palette.hue, palette.radius),
      text(random, { x, y: y + 48 + width, width: width * 0.8 }, 1, body(palette.soft)),
      text(random, { x, y: y + 72 + width, width: 90 }, 1, { size: 14, leading: 20, fill: palette.ink }),
    ].join(''),
  );
  return { svg: parts.join(''), height: 110 + (columns[0]?.width ?? 0) };
};

/** Newspaper columns with a heading each. */
export const columns: Block = (sheet, y) => {
  const { random, palette } = sheet;
  const parts = columnsOf(sheet, 40).map(({ x, width }) =>
    [
      rectangle({ x, y: y + 20, width, height: 1 }, palette.line),
      text(random, { x, y: y + 44, width }, 2, headline(palette.ink, 20)),
      text(random, { x, y: y + 112, width }, 9, body(palette.soft)),
    ].join(''),
  );
  return { svg: parts.join(''), height: 350 };
};

/** A table of figures on a panel. */
export const figures: Block = (sheet, y) => {
  const { random, palette, width, margin } = sheet;
  const parts = [text(random, { x: margin, y: y + 40, width: width * 0.5 }, 1, headline(palette.ink, 26))];
  const cells = columnsOf(sheet, 20, narrow(sheet) ? 2 : 4);
  for (let row = 0; row < 7; row += 1) {
    const top = y + 96 + row * 48;
    const shade = row === 0 ? palette.accent : row % 2 === 0 ? palette.panel : palette.ground;
    parts.push(rectangle({ x: margin, y: top, width: width - 2 * margin, height: 48 }, shade));
    for (const cell of cells) {
      const fill = row === 0 ? palette.onAccent : palette.soft;
      parts.push(text(random, { x: cell.x + 18, y: top + 19, width: cell.width * 0.6 }, 1, body(fill)));
    }
  }
  return { svg: parts.join(''), height: 470 };
};

/** A vertical list of links with a line of explanation each. */
export const list: Block = (sheet, y) => {
  const { random, palette, width, margin } = sheet;
  const parts: string[] = [];
  for (let row = 0; row < 6; row += 1) {
    const top = y + 36 + row * 82;
    parts.push(
      text(random, { x: margin, y: top, width: width * 0.45 }, 1, { size: 15, leading: 20, fill: palette.accent }),
      text(random, { x: margin, y: top + 30, width: (width - 2 * margin) * 0.8 }, 1, body(palette.soft)),
      rectangle({ x: margin, y: top + 58, width: width - 2 * margin, height: 1 }, palette.line),
    );
  }
  return { svg: parts.join(''), height: 540 };
};

/** A panel with input fields and a button. */
export const form: Block = (sheet, y) => {
  const { random, palette, width, margin } = sheet;
  const panel = { x: margin, y: y + 30, width: width - 2 * margin, height: narrow(sheet) ? 290 : 130 };
  const fields = columnsOf(sheet, 20, narrow(sheet) ? 1 : 4);
  const parts = [rectangle(panel, palette.panel, palette.radius)];
  for (const [at, field] of (narrow(sheet) ? [fields[0], fields[0]] : fields.slice(0, 3)).entries()) {
    if (!field) continue;
    const box = {
      x: field.x + 20,
      y: panel.y + 50 + (narrow(sheet) ? at * 86 : 0),
      width: field.width - 40,
      height: 46,
    };
    parts.push(
      text(random, { x: box.x, y: box.y - 24, width: 90 }, 1, body(palette.soft)),
      rectangle(box, palette.line, 6),
      rectangle({ x: box.x + 1, y: box.y + 1, width: box.width - 2, height: 44 }, palette.ground, 5),
    );
  }
  parts.push(button(sheet, width - margin - 180, panel.y + panel.height - 80));
  return { svg: parts.join(''), height: panel.height + 50 };
};

/** A bar chart with a rising trend, on a panel. */
export const chart: Block = (sheet, y) => {
  const { random, palette, width, margin } = sheet;
  const panel = { x: margin, y: y + 30, width: width - 2 * margin, height: 300 };
  const count = narrow(sheet) ? 8 : 24;
  const step = (panel.width - 60) / count;
  const parts = [rectangle(panel, palette.panel, palette.radius)];
  for (let at = 0; at < count; at += 1) {
    const height = 40 + ((at / count) * 0.6 + random.fraction() * 0.4) * 190;
    const place = { x: panel.x + 30 + at * step, y: panel.y + 270 - height, width: step * 0.62, height };
    parts.push(rectangle(place, at % 6 === 5 ? palette.ink : palette.accent, 3));
  }
  return { svg: parts.join(''), height: 360 };
};

/** An article with title, author, picture and paragraphs, and a sidebar. */
export const article: Block = (sheet, y) => {
  const { random, palette, width, margin } = sheet;
  const wide = narrow(sheet) ? width - 2 * margin : (width - 2 * margin) * 0.66;
  const tall = wide * 0.5;
  const parts = [
    text(random, { x: margin, y: y + 56, width: wide }, 2, headline(palette.ink, narrow(sheet) ? 24 : 36)),
    circle(margin + 20, y + 184, 20, palette.accent),
    text(random, { x: margin + 54, y: y + 178, width: 220 }, 1, body(palette.soft)),
    sheet.photo(random, { x: margin, y: y + 226, width: wide, height: tall }, palette.hue, palette.radius),
  ];
  let top = y + 262 + tall;
  for (const lines of Array.from({ length: 5 }, () => random.between(4, 8))) {
    parts.push(text(random, { x: margin, y: top, width: wide }, lines, body(palette.soft)));
    top += lines * 24 + 22;
  }
  if (!narrow(sheet)) {
    const x = margin + wide + 56;
    const aside = width - margin - x;
    for (let at = 0; at < 4; at += 1) {
      const box = { x, y: y + 226 + at * 210, width: aside, height: 120 };
      parts.push(sheet.photo(random, box, palette.hue, palette.radius));
      parts.push(text(random, { x, y: box.y + 136, width: aside }, 2, body(palette.ink)));
    }
  }
  return { svg: parts.join(''), height: Math.max(top - y + 20, narrow(sheet) ? 0 : 1090) };
};

export const footer: Block = (sheet, y) => {
  const { random, palette, width, margin } = sheet;
  const columns = columnsOf(sheet, 40, narrow(sheet) ? 2 : 4);
  const parts = [rectangle({ x: 0, y: y + 40, width, height: 240 }, palette.panel), logo(sheet, margin, y + 220, 28)];
  for (const { x, width: wide } of columns) {
    for (let line = 0; line < 4; line += 1) {
      parts.push(text(random, { x, y: y + 84 + line * 30, width: wide * 0.6 }, 1, body(palette.soft)));
    }
  }
  return { svg: parts.join(''), height: 280 };
};
