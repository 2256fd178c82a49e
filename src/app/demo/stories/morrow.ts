import { bridge, harbour, moss, skyline } from '../art.ts';
import type { Canvas, Type } from '../canvas.ts';
import { type Story, story } from '../story.ts';
import { longDay } from './dates.ts';

/** The Morrow: a newspaper. Its front page changes every few days, its articles are corrected. */

type Headline = readonly [section: string, title: string, lead: string];

interface Front {
  readonly breaking?: string | undefined;
  readonly art: string;
  readonly lead: Headline;
  readonly others: readonly Headline[];
  readonly below: readonly (readonly [section: string, title: string, art: string])[];
}

const RED = '#b3122a';
const serif = (size: number, weight = 400, fill = '#161412'): Type => ({ family: 'newsreader', size, weight, fill });
const small = (size: number, weight = 400, fill = '#161412'): Type => ({ family: 'arimo', size, weight, fill });

function masthead(canvas: Canvas, left: string): void {
  canvas.text(640, 96, 'The Morrow', { ...serif(76, 800), align: 'middle' });
  canvas.rule(60, 128, 1160, '#161412', 2);
  canvas.text(60, 160, left, small(15));
  canvas.text(640, 160, 'World · City · Business · Letters · Science', { ...small(15), align: 'middle' });
  canvas.text(1220, 160, 'Late edition', { ...small(15), align: 'end' });
  canvas.rule(60, 178, 1160, '#161412');
}

function front(canvas: Canvas, { breaking, art, lead, others, below }: Front, day: Date): number {
  masthead(canvas, longDay(day));
  canvas.element('.edition-date', { x: 60, y: 144, width: 220, height: 22 });
  let y = 200;
  if (breaking) {
    canvas.element('.breaking', canvas.rectangle({ x: 60, y, width: 1160, height: 52 }, RED));
    canvas.text(84, y + 33, breaking, small(18, 700, '#fff'));
    y += 76;
  }
  canvas.picture(art, { x: 60, y, scale: 1.27 });
  canvas.element('.lead-picture', { x: 60, y, width: 711, height: 533 });
  let side = y + 14;
  for (const [section, title, words] of others) {
    canvas.text(820, side, section, small(14, 700, RED));
    side = canvas.paragraph({ x: 820, y: side + 32, width: 400 }, title, { ...serif(26, 700), leading: 32 });
    side = canvas.paragraph({ x: 820, y: side - 4, width: 400 }, words, { ...serif(18, 400, '#4c4742'), leading: 26 });
    canvas.rule(820, side - 4, 400, '#d8d2ca');
    side += 26;
  }
  canvas.element('.side-stories', { x: 820, y, width: 400, height: side - y });
  y = canvas.paragraph({ x: 60, y: y + 596, width: 700 }, lead[1], { ...serif(50, 700), leading: 58 });
  y = canvas.paragraph({ x: 60, y: y - 8, width: 700 }, lead[2], { ...serif(22, 400, '#4c4742'), leading: 34 });
  y = Math.max(y, side) + 10;
  canvas.rule(60, y, 1160, '#161412', 2);
  for (const [index, [section, title, picture]] of below.entries()) {
    const x = 60 + index * 400;
    canvas.picture(picture, { x, y: y + 36, scale: 0.643 });
    canvas.text(x, y + 344, section, small(14, 700, RED));
    canvas.paragraph({ x, y: y + 378, width: 350 }, title, { ...serif(26, 700), leading: 32 });
  }
  return ending(canvas, y + 500);
}

function ending(canvas: Canvas, y: number): number {
  canvas.rule(60, y, 1160, '#d8d2ca');
  canvas.text(60, y + 46, 'The Morrow, founded 1887. Letters: letters@morrow.example', small(15, 400, '#4c4742'));
  return y + 90;
}

interface Article {
  readonly title: string;
  readonly correction?: string | undefined;
  readonly art: string;
  readonly paragraphs: readonly string[];
}

function article(canvas: Canvas, { title, correction, art, paragraphs }: Article): number {
  masthead(canvas, 'Science');
  let y = canvas.paragraph({ x: 240, y: 266, width: 800 }, title, { ...serif(54, 700), leading: 62 });
  canvas.text(240, y, 'By Ida Holm', small(16, 700));
  canvas.picture(art, { x: 240, y: y + 36, scale: 1.43 });
  canvas.element('article img', { x: 240, y: y + 36, width: 800, height: 600 });
  y += 700;
  const top = y - 20;
  for (const words of paragraphs) {
    y = canvas.paragraph({ x: 300, y, width: 680 }, words, { ...serif(23), leading: 38 }) + 14;
  }
  canvas.element('article .body', { x: 300, y: top, width: 680, height: y - top - 20 });
  if (correction) {
    canvas.element('.correction', canvas.rectangle({ x: 300, y: y - 8, width: 680, height: 92 }, '#f3efe8'));
    canvas.paragraph({ x: 328, y: y + 30, width: 620 }, correction, { ...small(17), leading: 28 });
    y += 130;
  }
  return ending(canvas, y + 20);
}

const TRAM: Headline = [
  'City',
  'Tram line 9 will run all night from January',
  'Drivers and council agree after months of talks.',
];
const MOSS: Headline = [
  'Science',
  'A moss that drinks fog, and what it asks of us',
  'Notes from forty years on one wet hill.',
];
const PAPER: Headline = [
  'Business',
  'Paper mill finds buyer at the last minute',
  '210 jobs stay, the rag line will close.',
];
const PIER: Headline = ['Letters', 'Why we should let the old pier go', 'A reader answers our series on the seafront.'];
const BELOW: Front['below'] = [
  ['World', 'The bridge that took three governments', bridge('#dfe6e8', '#8c3b2e')],
  ['Science', 'A moss that drinks fog', moss('#dfe6d3', '#7f9a55')],
  ['City', 'Who owns the night in the old town?', skyline('#e8d6bd', '#d9793d', '#46323a')],
];

const SLEEP: Pick<Front, 'art' | 'lead'> = {
  art: skyline('#e6c393', '#d9793d', '#3a2a2e'),
  lead: [
    'World',
    'The city that learned to sleep through summer',
    'In Almeria the siesta is back, by decree and by heat.',
  ],
};
const HARBOUR: Pick<Front, 'art' | 'lead'> = {
  art: harbour('#cfdfe8', '#2f6d86'),
  lead: ['City', 'Harbour reopens after nine quiet weeks', 'The first ship was small and carried onions.'],
};
const BRIDGE: Pick<Front, 'art' | 'lead'> = {
  art: bridge('#e7e2d8', '#37505c'),
  lead: [
    'World',
    'The bridge that took three governments',
    'It opens tomorrow, and nobody remembers whose idea it was.',
  ],
};

const FOG = [
  'The hill above Sund is wet on three hundred days of the year, and on most of them it does not rain. The water comes from the fog, and the fog is caught by a moss.',
  'Karin Lund has measured it since she was a student. She walks up on Mondays, weighs forty cushions of moss, and walks down again. In a dry week a cushion loses a third of its weight. In a foggy night it drinks all of it back.',
  'What it asks of us is little: a path that keeps its distance, and no sheep between April and July.',
];

export const morrow: readonly Story[] = [
  story<Front>({
    url: 'https://morrow.example/',
    title: 'The Morrow',
    keywords: ['news'],
    schedule: '12h',
    since: 62,
    ignored: ['.edition-date'],
    starred: [34.4],
    ground: '#fffdf9',
    draw: front,
    first: { ...BRIDGE, others: [PIER, PAPER, MOSS], below: BELOW },
    edits: [
      [49, { others: [PIER, MOSS, PAPER] }],
      [34, { ...SLEEP, others: [TRAM, PIER, MOSS] }],
      [23, { below: [...BELOW].reverse() }],
      [13.4, { others: [TRAM, PIER, MOSS, PAPER] }],
      [2.4, { ...HARBOUR, others: [TRAM, MOSS, PAPER] }],
      [0.2, { breaking: 'Live: council votes on the harbour wall at 19:00' }],
    ],
    troubles: [{ from: 40.2, to: 39.6, kind: 'unavailable' }],
  }),
  story<Article>({
    url: 'https://morrow.example/science/a-moss-that-drinks-fog',
    title: 'A moss that drinks fog, and what it asks of us',
    keywords: ['news', 'science'],
    schedule: 'weekly',
    since: 50,
    ground: '#fffdf9',
    draw: article,
    first: {
      title: 'A moss that drinks fog, and what it asks of us',
      art: moss('#dfe6d3', '#7f9a55'),
      paragraphs: [FOG[0] ?? '', 'A cushion the size of a plate holds a litre.', ...FOG.slice(1)],
    },
    edits: [
      [43, { paragraphs: FOG }],
      [
        10.5,
        {
          correction:
            'Correction: an earlier version said that a cushion of the moss holds a litre. It holds a third of a litre.',
        },
      ],
    ],
  }),
];
