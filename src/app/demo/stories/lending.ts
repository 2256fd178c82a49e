import type { Canvas, Type } from '../canvas.ts';
import { type Story, story } from '../story.ts';

/** Ravensby Library: opening hours, and new books in the catalogue. */

type Book = readonly [title: string, author: string, state: string, colour: string];

interface Shelf {
  readonly books: readonly Book[];
}

const serif = (size: number, weight = 400, fill = '#2a2018'): Type => ({ family: 'tinos', size, weight, fill });
const plain = (size: number, weight = 400, fill = '#2a2018'): Type => ({ family: 'arimo', size, weight, fill });

function header(canvas: Canvas, heading: string): void {
  canvas.rectangle({ x: 0, y: 0, width: 1280, height: 8 }, '#8c3b1f');
  canvas.text(100, 74, 'Ravensby Library', serif(30, 700, '#8c3b1f'));
  canvas.text(1180, 72, 'Catalogue · Hours · Rooms · Your account', { ...plain(16), align: 'end' });
  canvas.text(100, 176, heading, serif(52, 700));
}

function shelf(canvas: Canvas, { books }: Shelf): number {
  header(canvas, 'New this month');
  let y = 220;
  for (const [index, [title, author, state, colour]] of books.entries()) {
    const x = 100 + (index % 2) * 550;
    if (index > 0 && index % 2 === 0) y += 260;
    canvas.rectangle({ x, y, width: 150, height: 220 }, colour, { radius: 3 });
    canvas.rectangle({ x: x + 10, y, width: 3, height: 220 }, '#ffffff44');
    canvas.paragraph({ x: x + 26, y: y + 50, width: 108 }, title, { ...serif(19, 700, '#fff'), leading: 23 });
    canvas.paragraph({ x: x + 180, y: y + 34, width: 310 }, title, { ...serif(27, 700), leading: 33 });
    canvas.text(x + 180, y + 116, author, plain(17, 400, '#6b5d50'));
    canvas.text(x + 180, y + 160, state, plain(17, 700, state === 'On the shelf' ? '#2f6b3a' : '#a3461f'));
    canvas.element(`#book-${index + 1} .availability`, { x: x + 180, y: y + 142, width: 260, height: 26 });
  }
  y += 290;
  canvas.rule(100, y, 1080, '#d9cdbb');
  canvas.text(100, y + 46, 'Reserve a book and we keep it for you for seven days.', plain(16));
  return y + 90;
}

interface Hours {
  readonly rows: readonly (readonly [day: string, hours: string])[];
}

function hours(canvas: Canvas, { rows }: Hours): number {
  header(canvas, 'Opening hours');
  let y = 220;
  for (const [day, time] of rows) {
    canvas.rule(100, y, 700, '#d9cdbb');
    canvas.text(100, y + 44, day, plain(20, 700));
    canvas.text(420, y + 44, time, plain(20));
    y += 68;
  }
  canvas.rule(100, y, 700, '#d9cdbb');
  canvas.text(100, y + 70, 'The reading room closes half an hour earlier.', plain(17));
  return y + 130;
}

const book = (title: string, author: string, state: string, colour: string): Book => [title, author, state, colour];
const SHELF = 'On the shelf';
const LENT = 'Lent, back in two weeks';
const TIDE = (state: string) => book('A Year Below the Tide', 'Nell Farrow', state, '#2f5d73');
const CLOCK = (state: string) => book('The Clockmaker’s Apprentices', 'Orlo Finch', state, '#7a3b2e');
const MAPS = (state: string) => book('Maps of Small Places', 'Ilse Bauer', state, '#5c6b3a');
const SALT = (state: string) => book('Salt, Bread and Other Contracts', 'T. M. Okoro', state, '#8a6d2f');
const NIGHT = (state: string) => book('Night Ferries', 'Jon Aske', state, '#3a3f6b');

export const lending: readonly Story[] = [
  story<Shelf>({
    url: 'https://library.ravensby.example/new',
    title: 'New books this month, Ravensby Library',
    keywords: ['culture', 'books'],
    schedule: 'daily',
    since: 56,
    ground: '#fbf6ee',
    draw: shelf,
    first: { books: [TIDE(SHELF), CLOCK(SHELF), MAPS(SHELF), SALT(SHELF)] },
    edits: [
      [44, { books: [TIDE(LENT), CLOCK(SHELF), MAPS(SHELF), SALT(SHELF)] }],
      [28, { books: [NIGHT(SHELF), TIDE(LENT), CLOCK(SHELF), MAPS(SHELF), SALT(SHELF)] }],
      [6.4, { books: [NIGHT(SHELF), TIDE(SHELF), CLOCK(SHELF), MAPS(SHELF), SALT(SHELF)] }],
      [1.4, { books: [NIGHT(SHELF), TIDE(SHELF), CLOCK(LENT), MAPS(SHELF), SALT(SHELF)] }],
    ],
  }),
  story<Hours>({
    url: 'https://library.ravensby.example/hours',
    title: 'Library opening hours',
    keywords: ['books'],
    schedule: 'daily',
    since: 48,
    ground: '#fbf6ee',
    draw: hours,
    first: {
      rows: [
        ['Monday', 'closed'],
        ['Tuesday to Friday', '10:00 to 19:00'],
        ['Saturday', '10:00 to 16:00'],
        ['Sunday', 'closed'],
      ],
    },
    edits: [
      [
        26,
        {
          rows: [
            ['Monday', 'closed'],
            ['Tuesday to Friday', '10:00 to 19:00'],
            ['Saturday', '10:00 to 16:00'],
            ['Sunday', '13:00 to 17:00'],
          ],
        },
      ],
    ],
    troubles: [{ from: 0.5, to: 0, kind: 'unavailable' }],
  }),
];
