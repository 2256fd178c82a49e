import { lantern, sleepingBag, stove, tent } from '../art.ts';
import type { Canvas, Type } from '../canvas.ts';
import { type Story, story } from '../story.ts';

/** Halden: a shop for camping gear. Prices, badges and stock change. */

interface Product {
  readonly name: string;
  readonly trail: string;
  readonly art: string;
  readonly price: number;
  readonly was?: number | undefined;
  readonly stock: string;
  readonly soldOut?: boolean;
  readonly button: string;
  readonly banner?: string | undefined;
  readonly facts: readonly (readonly [string, string])[];
  readonly words: readonly string[];
  readonly reviews: readonly (readonly [string, string, string])[];
}

const PINE = '#1f4d40';
const ink = (size: number, weight = 400, fill = '#1b2421'): Type => ({ family: 'hanken', size, weight, fill });
const soft = (size: number): Type => ink(size, 400, '#5d6a66');

function draw(canvas: Canvas, product: Product): number {
  let top = 0;
  if (product.banner) {
    canvas.element('.promo', canvas.rectangle({ x: 0, y: 0, width: 1280, height: 44 }, PINE));
    canvas.text(640, 28, product.banner, { ...ink(15, 600, '#fff'), align: 'middle' });
    top = 44;
  }
  header(canvas, top);
  canvas.picture(product.art, { x: 80, y: top + 130, scale: 1.14 });
  canvas.element('.gallery', { x: 80, y: top + 130, width: 638, height: 479 });
  details(canvas, product, top + 150);
  let y = top + 700;
  canvas.text(80, y, 'About this product', ink(26, 700));
  y += 44;
  for (const words of product.words)
    y = canvas.paragraph({ x: 80, y, width: 700 }, words, { ...ink(17), leading: 28 }) + 12;
  y = reviews(canvas, product, y + 40);
  return footer(canvas, y);
}

function header(canvas: Canvas, top: number): void {
  canvas.text(80, top + 52, 'HALDEN', { ...ink(20, 800), spacing: 5 });
  for (const [index, word] of ['Tents', 'Sleeping', 'Cooking', 'Light', 'Repair', 'Basket'].entries()) {
    canvas.text(700 + index * 100, top + 51, word, ink(15, 500));
  }
  canvas.rule(0, top + 84, 1280, '#e4e8e6');
}

function details(canvas: Canvas, product: Product, y: number): void {
  const x = 770;
  canvas.text(x, y + 6, product.trail, soft(14));
  canvas.text(x, y + 54, product.name, ink(36, 700));
  const price = `€${product.price}`;
  const end = x + canvas.text(x, y + 116, price, ink(38, 700, product.soldOut ? '#8a9692' : '#1b2421'));
  canvas.element('.price', { x, y: y + 82, width: 300, height: 46 });
  if (product.was) {
    canvas.text(end + 14, y + 114, `€${product.was}`, { ...soft(22), line: 'line-through' });
    canvas.rectangle({ x: end + 84, y: y + 92, width: 74, height: 30 }, '#c0392b', { radius: 4 });
    const saved = Math.round((1 - product.price / product.was) * 100);
    canvas.text(end + 121, y + 113, `−${saved} %`, { ...ink(15, 700, '#fff'), align: 'middle' });
  }
  canvas.text(x, y + 154, product.stock, ink(15, 500, product.stock.startsWith('Only') ? '#b8451f' : '#5d6a66'));
  canvas.element('.stock', { x, y: y + 138, width: 300, height: 22 });
  const button = { x, y: y + 178, width: 430, height: 56 };
  canvas.rectangle(button, product.soldOut ? '#cdd5d2' : product.button, { radius: 6 });
  canvas.element('#add-to-basket', button);
  const label = product.soldOut ? 'Sold out' : 'Add to basket';
  canvas.text(x + 215, y + 213, label, { ...ink(17, 600, product.soldOut ? '#5d6a66' : '#fff'), align: 'middle' });
  canvas.text(x, y + 264, 'Free returns within 60 days', soft(14));
  canvas.rule(x, y + 288, 430, '#e4e8e6');
  for (const [index, [name, value]] of product.facts.entries()) {
    canvas.text(x, y + 322 + index * 32, name, soft(15));
    canvas.text(x + 130, y + 322 + index * 32, value, ink(15));
  }
}

function reviews(canvas: Canvas, { reviews: list }: Product, top: number): number {
  canvas.text(80, top, 'What buyers say', ink(26, 700));
  let y = top + 30;
  for (const [who, stars, words] of list) {
    canvas.rule(80, y, 1120, '#e4e8e6');
    canvas.text(80, y + 38, stars, ink(16, 700, '#b9770e'));
    canvas.text(180, y + 38, who, ink(16, 600));
    y = canvas.paragraph({ x: 320, y: y + 38, width: 800 }, words, { ...ink(16), leading: 26 }) + 8;
  }
  return y + 20;
}

function footer(canvas: Canvas, y: number): number {
  canvas.rectangle({ x: 0, y, width: 1280, height: 180 }, '#f0f3f1');
  const columns = [
    ['Help', 'Delivery and returns', 'Repairs', 'Sizes'],
    ['Halden', 'Our workshop', 'Jobs', 'Stores'],
    ['Write to us', 'post@halden.example', 'Storgata 4, Halden', 'Monday to Friday, 9 to 16'],
  ];
  for (const [index, [title = '', ...lines]] of columns.entries()) {
    canvas.text(80 + index * 400, y + 50, title, ink(15, 700));
    for (const [row, line] of lines.entries()) canvas.text(80 + index * 400, y + 82 + row * 28, line, soft(15));
  }
  return y + 180;
}

const page = (path: string, rest: Omit<Parameters<typeof story<Product>>[0], 'url' | 'title' | 'ground' | 'draw'>) =>
  story<Product>({
    url: `https://halden.example/${path}`,
    title: ({ name }) => name,
    ground: '#fff',
    draw,
    ...rest,
  });

const LENE = ['Lene', '5 of 5', 'Two weeks on the plateau with wind every night, and nothing gave way.'] as const;
const TOR = ['Tor', '4 of 5', 'Well made. I would like a longer cord.'] as const;
const MARIT = ['Marit', '5 of 5', 'The zip of my old one broke after nine years and they mended it for free.'] as const;
const JONAS = ['Jonas', '3 of 5', 'Good, but it arrived a week late.'] as const;

export const halden: readonly Story[] = [
  page('tents/fjordlys-3', {
    keywords: ['prices', 'competitors'],
    schedule: 'daily',
    since: 118,
    starred: [43.2, 0.1],
    first: {
      name: 'Fjordlys 3 tunnel tent',
      trail: 'Tents / Three person',
      art: tent('#d8642c', '#b84f1f'),
      price: 449,
      stock: 'In stock, ships tomorrow',
      button: PINE,
      facts: [
        ['Weight', '3.2 kg'],
        ['Packed', '52 × 19 cm'],
        ['Made in', 'Halden, Norway'],
        ['Warranty', '10 years'],
      ],
      words: [
        'A tunnel tent for three that stands in a storm and packs into a pannier. The inner tent hangs from the outer one, so it is dry from the first minute to the last.',
        'The poles are 11 mm, the cloth is coated on both sides, and every seam is taped by the person whose name is on the bag.',
      ],
      reviews: [LENE, TOR],
    },
    edits: [
      [96, { stock: 'Only 2 left, ships on Monday' }],
      [88, { stock: 'In stock, ships tomorrow' }],
      [61, { price: 429 }],
      [43, { banner: 'Autumn sale: up to 25 % off everything for the mountain' }],
      [29, { banner: undefined, reviews: [MARIT, LENE, TOR] }],
      [0.6, { price: 349, was: 429, stock: 'Only 4 left, ships Thursday' }],
    ],
  }),
  page('cooking/ember-18', {
    keywords: ['prices'],
    schedule: 'daily',
    since: 84,
    first: {
      name: 'Ember 1.8 canister stove',
      trail: 'Cooking / Stoves',
      art: stove('#b8402a'),
      price: 79,
      stock: 'In stock, ships tomorrow',
      button: PINE,
      facts: [
        ['Weight', '410 g'],
        ['Packed', '12 × 9 cm'],
        ['Made in', 'Halden, Norway'],
        ['Warranty', '10 years'],
      ],
      words: [
        'Boils half a litre in two minutes, also at minus fifteen degrees. The burner sits low, so that a full pot does not tip.',
      ],
      reviews: [TOR],
    },
    edits: [
      [52, { price: 74 }],
      [13.4, { art: stove('#2c5f7c') }],
      [1.4, { button: '#c2571a' }],
    ],
  }),
  page('sleeping/vinter-900', {
    keywords: ['prices', 'winter'],
    schedule: 'daily',
    since: 70,
    first: {
      name: 'Vinter 900 sleeping bag',
      trail: 'Sleeping / Down',
      art: sleepingBag('#34507a', '#e8b65a'),
      price: 389,
      stock: 'In stock, ships tomorrow',
      button: PINE,
      facts: [
        ['Comfort', '−14 °C'],
        ['Filling', 'Goose down, 900 g'],
        ['Weight', '1.4 kg'],
        ['Warranty', '10 years'],
      ],
      words: [
        'Warm enough for a snow cave, light enough to carry there. The collar closes with one hand.',
        'The down comes from two farms that we visit every spring.',
      ],
      reviews: [LENE, JONAS],
    },
    edits: [
      [33, { stock: 'Only 3 left, ships tomorrow' }],
      [6.4, { soldOut: true, stock: 'Back in January' }],
    ],
  }),
  page('light/nordlys-lantern', {
    keywords: ['prices'],
    schedule: 'weekly',
    since: 0.17,
    first: {
      name: 'Nordlys lantern',
      trail: 'Light / Lanterns',
      art: lantern('#f4c95d'),
      price: 59,
      stock: 'In stock, ships tomorrow',
      button: PINE,
      facts: [
        ['Light', '220 lumen'],
        ['Battery', '40 hours'],
        ['Weight', '260 g'],
        ['Warranty', '10 years'],
      ],
      words: ['A lantern that can be repaired with one screwdriver. Every part is in the shop.'],
      reviews: [MARIT],
    },
    edits: [],
  }),
];
