import type { Canvas, Type } from '../canvas.ts';
import { type Story, story } from '../story.ts';

/** Kaufhalle: a supermarket whose offers are behind a bot wall by now. */

type Offer = readonly [name: string, amount: string, price: string, colour: string];

const bold = (size: number, fill = '#16161d'): Type => ({ family: 'arimo', size, weight: 700, fill });
const plain = (size: number, fill = '#4a4a55'): Type => ({ family: 'arimo', size, fill });

function draw(canvas: Canvas, { offers, week }: { offers: readonly Offer[]; week: string }): number {
  canvas.rectangle({ x: 0, y: 0, width: 1280, height: 150 }, '#ffd21f');
  canvas.text(70, 96, 'KAUFHALLE', { ...bold(54, '#c4122f'), spacing: -2 });
  canvas.text(1210, 94, week, { ...bold(30), align: 'end' });
  let y = 200;
  for (const [index, [name, amount, price, colour]] of offers.entries()) {
    const x = 70 + (index % 3) * 390;
    if (index > 0 && index % 3 === 0) y += 400;
    canvas.rectangle({ x, y, width: 360, height: 370 }, '#fff', { stroke: '#e3e3e8' });
    canvas.picture(
      `<circle cx="180" cy="110" r="78" fill="${colour}"/><circle cx="154" cy="86" r="18" fill="#ffffff66"/>`,
      { x, y },
    );
    canvas.text(x + 24, y + 250, name, bold(24));
    canvas.text(x + 24, y + 282, amount, plain(17));
    canvas.rectangle({ x: x + 190, y: y + 296, width: 150, height: 58 }, '#c4122f');
    canvas.text(x + 265, y + 337, price, { ...bold(32, '#fff'), align: 'middle' });
    canvas.element(`#offer-${index + 1} .price`, { x: x + 190, y: y + 296, width: 150, height: 58 });
  }
  canvas.text(70, y + 430, 'Only while stocks last, in household quantities.', plain(16));
  return y + 470;
}

const offers = (apples: string, cheese: string): readonly Offer[] => [
  ['Apples, red', '1 kg, from the region', apples, '#c8362f'],
  ['Mountain cheese', '100 g', cheese, '#e3b23c'],
  ['Oranges', 'net of 2 kg', '2.99', '#ef8a2c'],
  ['Grapes, blue', '500 g', '1.79', '#5b3a7a'],
  ['Limes', '4 pieces', '0.99', '#8fb43a'],
  ['Beetroot', '500 g', '1.29', '#8a1f4a'],
];

export const kaufhalle: readonly Story[] = [
  story<{ offers: readonly Offer[]; week: string }>({
    url: 'https://kaufhalle.example/offers',
    title: 'Offers of the week, Kaufhalle',
    keywords: ['prices', 'food'],
    schedule: 'daily',
    since: 38,
    ground: '#f7f7f9',
    draw,
    first: { offers: offers('1.99', '1.49'), week: 'Offers from Monday' },
    edits: [
      [24, { offers: offers('1.79', '1.49') }],
      [9.4, { offers: offers('1.79', '1.29') }],
    ],
    troubles: [{ from: 2.6, to: 0, kind: 'blocked' }],
  }),
];
