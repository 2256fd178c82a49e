import { chair, leaf, vase } from '../art.ts';
import type { Canvas, Type } from '../canvas.ts';
import { type Story, story } from '../story.ts';

/** Aurum: a museum of made things. Exhibitions come and go, hours and tickets change. */

interface Exhibition {
  readonly lines: readonly string[];
  readonly dates: string;
  readonly art: string;
  readonly ground: string;
  readonly words: readonly string[];
  readonly facts: readonly (readonly [string, string])[];
  readonly objects: readonly (readonly [name: string, detail: string, art: string])[];
}

const ink = (size: number, weight = 400, fill = '#1c1512'): Type => ({ family: 'hanken', size, weight, fill });

function draw(canvas: Canvas, show: Exhibition): number {
  canvas.rectangle({ x: 0, y: 0, width: 1280, height: 720 }, show.ground);
  canvas.text(72, 58, 'Aurum', ink(22, 800));
  for (const [index, word] of ['Visit', 'Exhibitions', 'Collection', 'Tickets'].entries()) {
    canvas.text(800 + index * 115, 57, word, ink(16, 500));
  }
  for (const [index, line] of show.lines.entries()) {
    canvas.text(72, 210 + index * 84, line, { ...ink(84, 900), spacing: -3 });
  }
  canvas.text(72, 210 + show.lines.length * 84, show.dates, ink(20, 500));
  canvas.element('.exhibition-dates', { x: 72, y: 188 + show.lines.length * 84, width: 420, height: 30 });
  canvas.picture(show.art, { x: 640, y: 130, scale: 1.03 });
  canvas.element('.hero-picture', { x: 640, y: 130, width: 577, height: 433 });
  canvas.rectangle({ x: 0, y: 620, width: 1280, height: 130 }, '#15110f');
  for (const [index, [name, value]] of show.facts.entries()) {
    canvas.text(72 + index * 400, 674, name, ink(17, 700, '#fff'));
    canvas.text(72 + index * 400, 706, value, ink(17, 400, '#d9cfc7'));
  }
  canvas.element('.opening-hours', { x: 0, y: 620, width: 1280, height: 130 });
  let y = 840;
  for (const words of show.words) {
    y = canvas.paragraph({ x: 72, y, width: 820 }, words, { ...ink(24), leading: 38 }) + 18;
  }
  return objects(canvas, show.objects, y + 30);
}

function objects(canvas: Canvas, list: Exhibition['objects'], top: number): number {
  canvas.text(72, top, 'In the room', { ...ink(40, 800), spacing: -1 });
  let y = top + 40;
  for (const [index, [name, detail, art]] of list.entries()) {
    const x = 72 + (index % 3) * 386;
    if (index > 0 && index % 3 === 0) y += 400;
    canvas.picture(art, { x, y, scale: 0.65 });
    canvas.text(x, y + 312, name, ink(20, 700));
    canvas.text(x, y + 340, detail, ink(16, 400, '#6d625b'));
  }
  y += 420;
  canvas.rule(72, y, 1136, '#d9cfc7');
  canvas.text(72, y + 50, 'Aurum, museum of made things. Kornmarkt 2, Lindau.', ink(16));
  canvas.text(1208, y + 50, 'Newsletter · Press · Friends', { ...ink(16), align: 'end' });
  return y + 90;
}

const RED = vase('#e0925e', '#9c4520', '#7c3517');
const BLACK = vase('#3a3230', '#c9b8a8', '#8c7a6b');
const BLUE = vase('#5f7f9a', '#e3dccf', '#2f4a61');
const OAK = leaf('#8fae6f', '#cfdcbc', '#4d6a36');
const IVY = leaf('#5f8a58', '#e6ecd8', '#33532e');
const BEECH = leaf('#b98a4a', '#efe4cf', '#7a5524');
const ASH = chair('#8a5a33', '#eadfce');
const PINE = chair('#c49a5c', '#dfe5df');

const HOURS = ['Today', '10:00 to 18:00'] as const;
const TICKETS = ['Tickets', '€14, €9 reduced'] as const;

export const aurum: readonly Story[] = [
  story<Exhibition>({
    url: 'https://aurum.example/',
    title: ({ lines }) => `${lines.join(' ')} – Aurum`,
    keywords: ['culture'],
    schedule: 'daily',
    since: 104,
    starred: [52.1],
    ground: '#fbf7f2',
    draw,
    first: {
      lines: ['Sit down,', 'stay', 'a while'],
      dates: 'Chairs of four centuries, until Sunday',
      art: ASH,
      ground: '#e9d9c0',
      words: [
        'Forty chairs, and you may use thirty of them. The exhibition asks what a body needs, and what a room wants from it.',
        'The oldest was made by a wheelwright who had never seen an armchair. The newest was grown on a field near Lindau.',
      ],
      facts: [HOURS, ['Thursday', 'until 21:00, free from 18:00'], TICKETS],
      objects: [
        ['Armchair, ash', 'Wheelwright, 1641', ASH],
        ['Kitchen chair', 'Pine, about 1890', PINE],
        ['Rocking chair', 'Beech and rope, 1954', ASH],
      ],
    },
    edits: [
      [86, { facts: [HOURS, ['Thursday', 'until 21:00, free from 18:00'], ['Tickets', '€13, €8 reduced']] }],
      [
        52,
        {
          lines: ['Every leaf', 'in the', 'house'],
          dates: 'Drawn, pressed, carved and cast',
          art: OAK,
          ground: '#dfe7d0',
          objects: [
            ['Oak', 'Pressed by a child, 1902', OAK],
            ['Ivy', 'Cast iron, from a railing', IVY],
            ['Beech', 'Gold leaf on lime wood', BEECH],
          ],
          words: [
            'A house full of leaves: on plates and curtains, in the stove, under the stairs. We have counted them, and there are eleven thousand.',
          ],
        },
      ],
      [27, { facts: [HOURS, ['Thursday', 'until 21:00, free from 18:00'], TICKETS] }],
      [
        0.9,
        {
          lines: ['Clay has', 'a long', 'memory'],
          dates: 'Until 28 March, west wing',
          art: RED,
          ground: '#f0d6c4',
          objects: [
            ['Storage jar', 'Red clay, 3rd century', RED],
            ['Wine jug', 'Smoked clay, about 1500', BLACK],
            ['Water jar', 'Salt glaze, 1780', BLUE],
          ],
          words: [
            'A pot keeps the fingers of the potter, the heat of the kiln and the taste of what was in it. Two hundred vessels from nine countries, and a workshop in which you can make your own.',
          ],
        },
      ],
    ],
  }),
  story<Exhibition>({
    url: 'https://aurum.example/collection/leaves',
    title: 'Every leaf in the house – Aurum',
    keywords: ['culture'],
    schedule: 'weekly',
    since: 60,
    paused: true,
    ground: '#fbf7f2',
    draw,
    first: {
      lines: ['Every leaf', 'in the', 'house'],
      dates: 'The collection, 2nd floor',
      art: IVY,
      ground: '#dfe7d0',
      words: ['What stays of the exhibition: three rooms of leaves, and the cabinet of seeds.'],
      facts: [HOURS, ['Guided tour', 'Sunday, 11:00'], TICKETS],
      objects: [
        ['Ivy', 'Cast iron, from a railing', IVY],
        ['Oak', 'Pressed by a child, 1902', OAK],
      ],
    },
    edits: [
      [
        31,
        {
          objects: [
            ['Ivy', 'Cast iron, from a railing', IVY],
            ['Oak', 'Pressed by a child, 1902', OAK],
            ['Beech', 'Gold leaf on lime wood', BEECH],
          ],
        },
      ],
    ],
  }),
  story<Exhibition>({
    url: 'https://aurum.example/exhibitions/chairs',
    title: 'Sit down, stay a while – Aurum',
    keywords: ['culture'],
    schedule: 'daily',
    since: 75,
    ground: '#fbf7f2',
    draw,
    first: {
      lines: ['Sit down,', 'stay', 'a while'],
      dates: 'This exhibition has ended',
      art: PINE,
      ground: '#dfe5df',
      words: ['Forty chairs, and you may use thirty of them. The catalogue is still in the shop.'],
      facts: [HOURS, ['Catalogue', '€24, in the shop'], TICKETS],
      objects: [
        ['Kitchen chair', 'Pine, about 1890', PINE],
        ['Armchair, ash', 'Wheelwright, 1641', ASH],
      ],
    },
    edits: [[16.4, { facts: [HOURS, ['Catalogue', '€19, in the shop'], TICKETS] }]],
    troubles: [{ from: 1.6, to: 0, kind: 'missing' }],
  }),
];
