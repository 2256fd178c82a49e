import type { Canvas, Type } from '../canvas.ts';
import { type Story, story } from '../story.ts';

/** Tessel: software that draws boards. A long page of plans, prices and questions. */

interface Plan {
  readonly name: string;
  readonly price: number;
  readonly note: string;
  readonly button: string;
  readonly points: readonly string[];
}

interface Pricing {
  readonly banner?: string | undefined;
  readonly plans: readonly Plan[];
  readonly accent: string;
  readonly questions: readonly (readonly [string, string])[];
  readonly customers: readonly string[];
  readonly year: string;
}

const ink = (size: number, weight = 400, fill = '#15161a'): Type => ({ family: 'hanken', size, weight, fill });
const soft = (size: number): Type => ink(size, 400, '#5b5f6b');
const NIGHT = '#1e2a5a';

function draw(canvas: Canvas, pricing: Pricing): number {
  let y = 0;
  if (pricing.banner) {
    canvas.element('.announcement', canvas.rectangle({ x: 0, y: 0, width: 1280, height: 58 }, '#15161a'));
    canvas.text(640, 36, pricing.banner, { ...ink(17, 500, '#fff'), align: 'middle' });
    y = 58;
  }
  canvas.text(72, y + 60, 'tessel', ink(28, 800));
  for (const [index, word] of ['Product', 'Templates', 'Pricing', 'Help'].entries()) {
    canvas.text(730 + index * 110, y + 58, word, ink(17, 500));
  }
  canvas.rectangle({ x: 1130, y: y + 32, width: 84, height: 44 }, '#15161a', { radius: 22 });
  canvas.text(1172, y + 60, 'Try it', { ...ink(16, 600, '#fff'), align: 'middle' });
  canvas.text(640, y + 210, 'Plans for teams of every size', { ...ink(60, 700), spacing: -1.5, align: 'middle' });
  canvas.text(640, y + 258, 'Change or cancel at any time. Prices without VAT.', { ...soft(20), align: 'middle' });
  for (const [index, plan] of pricing.plans.entries())
    card(canvas, plan, { index, y: y + 310, accent: pricing.accent });
  y = templates(canvas, y + 960);
  y = comparison(canvas, y);
  y = customers(canvas, pricing.customers, y);
  canvas.text(72, y, 'Questions', { ...ink(42, 700), spacing: -1 });
  for (const [question, answer] of pricing.questions) {
    canvas.text(72, y + 70, question, ink(22, 700));
    y = canvas.paragraph({ x: 72, y: y + 108, width: 860 }, answer, { ...soft(19), leading: 31 }) - 20;
  }
  y += 80;
  canvas.rectangle({ x: 0, y, width: 1280, height: 190 }, '#15161a');
  canvas.text(72, y + 80, 'tessel', ink(28, 800, '#fff'));
  canvas.text(72, y + 120, `Tessel BV, Leiden. © ${pricing.year}`, ink(16, 400, '#a9adba'));
  canvas.element('footer .copyright', { x: 72, y: y + 102, width: 300, height: 26 });
  canvas.text(1208, y + 80, 'Terms · Privacy · Status', { ...ink(16, 400, '#a9adba'), align: 'end' });
  return y + 190;
}

function card(canvas: Canvas, plan: Plan, { index, y, accent }: { index: number; y: number; accent: string }): void {
  const dark = index === 1;
  const box = { x: 72 + index * 388, y, width: 360, height: 540 };
  canvas.rectangle(box, dark ? NIGHT : '#fff', { radius: 18, stroke: dark ? NIGHT : '#e4e5ea' });
  canvas.element(`#plan-${plan.name.toLowerCase()}`, box);
  const [main, second] = dark ? ['#fff', '#c4cbe8'] : ['#15161a', '#5b5f6b'];
  const x = box.x + 36;
  canvas.text(x, y + 58, plan.name, ink(24, 700, main));
  const width = canvas.text(x, y + 128, `€${plan.price}`, { ...ink(58, 700, main), spacing: -2 });
  if (plan.price > 0) canvas.text(x + width + 14, y + 124, 'a person, monthly', ink(17, 400, second));
  canvas.text(x, y + 162, plan.note, ink(16, 400, second));
  const button = { x, y: y + 190, width: 288, height: 54 };
  const filled = index === 2;
  canvas.rectangle(button, filled ? accent : 'none', { radius: 27, stroke: filled ? accent : main });
  canvas.element(`#plan-${plan.name.toLowerCase()} .button`, button);
  canvas.text(x + 144, y + 224, plan.button, { ...ink(17, 600, filled ? '#15161a' : main), align: 'middle' });
  for (const [row, point] of plan.points.entries()) {
    const top = y + 296 + row * 40;
    canvas.picture(`<path d="M0 6l5 6L15 0" fill="none" stroke="${main}" stroke-width="2.5"/>`, { x, y: top - 12 });
    canvas.text(x + 28, top, point, ink(18, 400, main));
  }
}

function templates(canvas: Canvas, top: number): number {
  canvas.text(72, top, 'Every plan has all templates', { ...ink(42, 700), spacing: -1 });
  const colours = ['#f6c344', '#7bc8a4', '#ef8a62', '#8fb8ed', '#e3a7d3', '#c2d94c'];
  for (const [index, colour] of colours.entries()) {
    const [x, y] = [72 + (index % 3) * 388, top + 40 + Math.floor(index / 3) * 250];
    canvas.rectangle({ x, y, width: 360, height: 220 }, colour, { radius: 14 });
    for (let shape = 0; shape < 4; shape += 1) {
      const wide = 60 + ((index * 37 + shape * 53) % 90);
      canvas.rectangle(
        { x: x + 28 + (shape % 2) * 170, y: y + 36 + Math.floor(shape / 2) * 86, width: wide, height: 60 },
        '#ffffffaa',
        { radius: 8 },
      );
    }
  }
  return top + 620;
}

const ROWS: readonly (readonly [string, string, string, string])[] = [
  ['Boards', '3', 'No limit', 'No limit'],
  ['Guests', '–', '10', 'No limit'],
  ['History', '7 days', '90 days', 'Without end'],
  ['Export', 'PNG', 'PNG, PDF', 'PNG, PDF, SVG'],
  ['Sign-on with a directory', '–', '–', 'Yes'],
  ['Answers', 'Community', 'Within a day', 'Within an hour'],
];

function comparison(canvas: Canvas, top: number): number {
  canvas.text(72, top, 'Compare', { ...ink(42, 700), spacing: -1 });
  let y = top + 40;
  for (const [name, ...values] of ROWS) {
    canvas.rule(72, y, 1136, '#e4e5ea');
    canvas.text(72, y + 38, name, ink(18, 600));
    for (const [index, value] of values.entries()) canvas.text(480 + index * 260, y + 38, value, soft(18));
    y += 60;
  }
  return y + 90;
}

function customers(canvas: Canvas, names: readonly string[], top: number): number {
  canvas.text(72, top, 'People who draw with Tessel', { ...ink(42, 700), spacing: -1 });
  for (const [index, name] of names.entries()) {
    const box = { x: 72 + (index % 4) * 291, y: top + 40, width: 263, height: 110 };
    canvas.rectangle(box, '#f1f1ee', { radius: 12 });
    canvas.text(box.x + 131, box.y + 64, name, { ...ink(22, 700, '#5b5f6b'), align: 'middle' });
  }
  canvas.element('.customers', { x: 72, y: top + 40, width: 1136, height: 110 });
  return top + 250;
}

const plans = (team: number, studio: number): readonly Plan[] => [
  {
    name: 'Solo',
    price: 0,
    note: 'for ever',
    button: 'Start',
    points: ['3 boards', 'Export as PNG', 'Community help'],
  },
  {
    name: 'Team',
    price: team,
    note: 'billed each year',
    button: 'Try for 30 days',
    points: ['Boards without limit', 'Guest links', 'History of 90 days', 'Answers within a day'],
  },
  {
    name: 'Studio',
    price: studio,
    note: 'billed each year',
    button: 'Talk to us',
    points: ['Everything in Team', 'Sign-on with your own directory', 'History without end'],
  },
];

const CANCEL = [
  'Can I cancel?',
  'At any time, in the settings. You keep the plan until the end of the month that you paid for.',
] as const;
const SCHOOLS = [
  'Is it free for schools?',
  'Yes. Write to us from an address of the school and we change your plan by hand.',
] as const;
const DATA = [
  'Where are my boards?',
  'On machines in Leiden and Turku. Nobody reads them, and an export takes a minute.',
] as const;

export const tessel: readonly Story[] = [
  story<Pricing>({
    url: 'https://tessel.example/pricing',
    title: 'Plans and pricing · Tessel',
    keywords: ['prices', 'competitors'],
    schedule: 'daily',
    since: 120,
    starred: [92.1, 0.3],
    ground: '#fcfcfa',
    draw,
    first: {
      plans: plans(10, 24),
      accent: '#d9f06b',
      questions: [CANCEL, SCHOOLS, DATA],
      customers: ['Veldkamp', 'Atelier Noor', 'Hafen 7', 'Kolibri'],
      year: '2025',
    },
    edits: [
      [103, { year: '2026' }],
      [92, { plans: plans(12, 24), banner: 'New: guests can draw without an account' }],
      [74, { banner: undefined }],
      [58, { customers: ['Veldkamp', 'Hafen 7', 'Atelier Noor', 'Kolibri'] }],
      [36, { questions: [CANCEL, DATA] }],
      [16.4, { accent: '#f6c344' }],
      [9.4, { accent: '#d9f06b', plans: plans(12, 29) }],
      [0.6, { plans: plans(15, 29), banner: 'Tessel 3 is here: boards that draw themselves. Read what is new' }],
    ],
    troubles: [
      { from: 81, to: 79.5, kind: 'unavailable' },
      { from: 6.4, to: 5.3, kind: 'dns' },
    ],
  }),
];
