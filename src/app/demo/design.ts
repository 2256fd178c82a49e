import {
  article,
  type Block,
  bar,
  cards,
  chart,
  columns,
  figures,
  footer,
  form,
  goods,
  hero,
  list,
  masthead,
  notice,
  type Palette,
  type Sheet,
  split,
} from './blocks.ts';
import { Random } from './random.ts';
import { abstract, hsl, landscape, rectangle, stillLife } from './sketch.ts';

/** The page layout of each kind of organisation, in the order of TRADES. */
const LAYOUTS: readonly { head: Block; home: readonly Block[]; photo: Sheet['photo'] }[] = [
  { head: masthead, home: [split, columns, cards, columns, cards], photo: landscape },
  { head: bar, home: [hero, goods, goods, split, goods], photo: stillLife },
  { head: bar, home: [split, figures, cards, chart], photo: abstract },
  { head: masthead, home: [hero, cards, split, cards], photo: abstract },
  { head: bar, home: [hero, cards, columns, list], photo: landscape },
  { head: bar, home: [form, list, columns, list], photo: landscape },
  { head: bar, home: [split, chart, cards, figures], photo: abstract },
  { head: bar, home: [hero, form, cards, split, cards], photo: landscape },
];

export const VIEWS = ['home', 'article', 'phone'] as const;
type View = (typeof VIEWS)[number];

/** Identifies a picture: one of the designs of a trade, in one of three views, before or after a change. */
export interface Look {
  readonly design: number;
  readonly view: View;
  readonly version: number;
}

export const DESIGNS_PER_TRADE = 2;

const SIZES = {
  home: { width: 1280, columns: 3 },
  article: { width: 1280, columns: 3 },
  phone: { width: 390, columns: 1 },
};

/** One picture of a page, as an SVG document. */
export function drawPage(seed: string, { design, view, version }: Look): string {
  const layout = LAYOUTS[Math.floor(design / DESIGNS_PER_TRADE) % LAYOUTS.length] as (typeof LAYOUTS)[number];
  const { width, columns } = SIZES[view];
  const sheet: Sheet = {
    random: new Random(seed, 'page', design, view, version),
    palette: paletteOf(seed, design),
    width,
    margin: view === 'phone' ? 22 : 72,
    columns,
    photo: layout.photo,
  };
  // Versions differ visibly: by their pictures, and by an announcement bar in odd versions.
  const top = version % 2 === 0 ? [layout.head] : [notice, layout.head];
  const middle = view === 'article' ? [article] : view === 'phone' ? layout.home.slice(0, 3) : layout.home;
  const parts: string[] = [];
  let y = 0;
  for (const block of [...top, ...middle, footer]) {
    const { svg, height } = block(sheet, y);
    parts.push(svg);
    y += Math.round(height);
  }
  const ground = rectangle({ x: 0, y: 0, width, height: y }, sheet.palette.ground);
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${y}" fill="none">${ground}${parts.join('')}</svg>`;
}

function paletteOf(seed: string, design: number): Palette {
  const random = new Random(seed, 'palette', design);
  // Multiples of the golden angle keep the hues of successive designs apart.
  const hue = (design * 137.5 + random.between(0, 40)) % 360;
  const radius = random.pick([0, 6, 14]);
  if (design % 5 === 4) {
    return {
      hue,
      radius,
      ground: hsl(hue, 22, 11),
      panel: hsl(hue, 22, 17),
      line: hsl(hue, 16, 28),
      ink: hsl(hue, 20, 94),
      soft: hsl(hue, 12, 66),
      accent: hsl(hue, 78, 64),
      onAccent: hsl(hue, 40, 10),
    };
  }
  return {
    hue,
    radius,
    ground: random.chance(0.3) ? hsl(hue, 40, 98) : '#fff',
    panel: hsl(hue, 30, 95),
    line: hsl(hue, 18, 86),
    ink: hsl(hue, 30, 15),
    soft: hsl(hue, 10, 52),
    accent: hsl(hue, 66, 40),
    onAccent: '#fff',
  };
}
