import type { Canvas, Type } from '../canvas.ts';
import { type Story, story } from '../story.ts';
import { daysAfter, fridayAfter, fullDay, longDay } from './dates.ts';

/** Ravensby Borough Council: consultations with deadlines and documents, and the road works of the month. */

type Item = readonly [name: string, detail: string];

interface Notice {
  readonly heading: string;
  readonly lead: string;
  readonly closes?: Date | undefined;
  readonly closed?: boolean;
  readonly listName: string;
  readonly list: readonly Item[];
  readonly sections: readonly Item[];
  readonly contact: string;
}

const PLUM = '#4a2560';
const LINK = '#1d4f91';
const ink = (size: number, weight = 400, fill = '#17131b'): Type => ({ family: 'arimo', size, weight, fill });

function draw(canvas: Canvas, notice: Notice, day: Date): number {
  canvas.rectangle({ x: 0, y: 0, width: 1280, height: 92 }, PLUM);
  canvas.text(80, 56, 'Ravensby Borough Council', ink(24, 700, '#fff'));
  canvas.text(1200, 55, 'Search · Pay · Report', { ...ink(16, 400, '#e6d9ef'), align: 'end' });
  aside(canvas, notice.contact);
  let y = canvas.paragraph({ x: 80, y: 178, width: 720 }, notice.heading, { ...ink(42, 700), leading: 52 });
  y = canvas.paragraph({ x: 80, y: y + 6, width: 740 }, notice.lead, { ...ink(19), leading: 31 }) + 6;
  if (notice.closes) y = deadline(canvas, notice, y);
  y += 44;
  canvas.text(80, y, notice.listName, ink(28, 700));
  const top = y + 14;
  for (const [name, detail] of notice.list) {
    y += 46;
    const width = canvas.text(80, y, name, { ...ink(18, 400, LINK), line: 'underline' });
    canvas.text(80 + width + 12, y, detail, ink(18, 400, '#57505e'));
  }
  canvas.element('#documents', { x: 80, y: top, width: 740, height: y + 14 - top });
  for (const [name, words] of notice.sections) {
    canvas.text(80, y + 76, name, ink(28, 700));
    y = canvas.paragraph({ x: 80, y: y + 120, width: 740 }, words, { ...ink(18), leading: 30 }) - 20;
  }
  y += 70;
  canvas.rule(80, y, 1120, '#d9d3de');
  canvas.text(80, y + 40, `This page was updated on ${fullDay(day)}.`, ink(16, 400, '#57505e'));
  canvas.element('.page-updated', { x: 80, y: y + 22, width: 420, height: 26 });
  canvas.rectangle({ x: 0, y: y + 76, width: 1280, height: 110 }, '#f1edf4');
  canvas.text(80, y + 138, 'Council House, Market Place, Ravensby. Open Monday to Friday, 9 to 17.', ink(16));
  return y + 186;
}

function deadline(canvas: Canvas, { closes, closed }: Notice, y: number): number {
  const box = { x: 80, y, width: 740, height: 104 };
  canvas.rectangle(box, closed ? '#f3e9e7' : '#f2eef6');
  canvas.rectangle({ ...box, width: 8 }, closed ? '#a3281c' : PLUM);
  canvas.element('.deadline', box);
  canvas.text(112, y + 38, closed ? 'This consultation is closed' : 'Comments close', ink(16));
  canvas.text(112, y + 76, closes ? `${longDay(closes)}, 17:00` : '', ink(24, 700));
  return y + 124;
}

function aside(canvas: Canvas, contact: string): void {
  canvas.rule(900, 150, 300, PLUM, 3);
  canvas.text(900, 190, 'Related', ink(18, 700));
  for (const [index, word] of ['Road works this month', 'Council meetings', 'Planning register'].entries()) {
    canvas.text(900, 228 + index * 36, word, { ...ink(17, 400, LINK), line: 'underline' });
  }
  canvas.text(900, 372, 'Contact', ink(18, 700));
  canvas.text(900, 408, contact, ink(17));
}

const DOCUMENTS: readonly Item[] = [
  ['Plan of the route, sheet 1 to 4', '(PDF, 3 MB)'],
  ['Traffic survey, spring', '(PDF, 1 MB)'],
  ['Revised junction at Orchard Street', '(PDF, 2 MB)'],
];

const TAKE_PART: Item = [
  'How to take part',
  'Write to us, come to the open evening in the Corn Hall, or answer the questions online. The answers are read by the same three people who drew the plan, and all of them are published with our reply.',
];
const WHY: Item = [
  'Why we propose this',
  'Twelve hundred people cycle along the canal on a weekday. Half of them leave it at Mill Lane and share the road with the buses for the rest of the way. A route of their own makes both faster.',
];
const PARKING: Item = [
  'What changes for parking',
  'Eleven of the forty places in Mill Lane would go. Residents keep their permits, and the car park behind the library opens at night.',
];

export function ravensby(now: Date): readonly Story[] {
  const near = fridayAfter(daysAfter(now, 6));
  return [
    story<Notice>({
      url: 'https://ravensby.example/consultations/mill-lane-cycle-route',
      title: 'Proposed cycle route, Mill Lane to Harbour Road',
      keywords: ['consultations', 'transport'],
      schedule: 'daily',
      since: 66,
      starred: [0.1],
      ignored: ['.page-updated'],
      ground: '#fff',
      draw,
      first: {
        heading: 'Proposed cycle route, Mill Lane to Harbour Road',
        lead: 'We are asking residents for their views on a protected cycle route along the canal.',
        closes: near,
        listName: 'Documents',
        list: DOCUMENTS,
        sections: [TAKE_PART, WHY, PARKING],
        contact: 'transport@ravensby.example',
      },
      edits: [
        [35, { sections: [TAKE_PART, WHY] }],
        [
          0.7,
          {
            closes: daysAfter(near, 14),
            list: [...DOCUMENTS, ['Equality impact assessment', '(PDF, 400 kB)'] as const],
          },
        ],
      ],
    }),
    story<Notice>({
      url: 'https://ravensby.example/consultations/market-place-trees',
      title: 'Twelve trees for the Market Place',
      keywords: ['consultations'],
      schedule: 'daily',
      since: 109,
      ignored: ['.page-updated'],
      ground: '#fff',
      draw,
      first: {
        heading: 'Twelve trees for the Market Place',
        lead: 'The square has no shade in summer. We propose to plant twelve lime trees and to move the stalls closer together.',
        closes: fridayAfter(daysAfter(now, -25)),
        listName: 'Documents',
        list: [
          ['Drawing of the square', '(PDF, 2 MB)'],
          ['Report on roots and pipes', '(PDF, 900 kB)'],
        ],
        sections: [TAKE_PART],
        contact: 'parks@ravensby.example',
      },
      edits: [
        [
          71,
          {
            list: [
              ['Report on roots and pipes', '(PDF, 900 kB)'],
              ['Drawing of the square', '(PDF, 2 MB)'],
            ],
          },
        ],
        [18.5, { closed: true }],
        [
          3.4,
          {
            sections: [
              [
                'What we decided',
                'Nine trees are planted in March, in three groups. The stalls stay where they are. 214 people answered.',
              ],
              TAKE_PART,
            ],
          },
        ],
      ],
    }),
    story<Notice>({
      url: 'https://ravensby.example/roads/works',
      title: 'Road works this month',
      keywords: ['transport'],
      schedule: 'weekly',
      since: 116,
      ground: '#fff',
      draw,
      first: {
        heading: 'Road works this month',
        lead: 'Work on roads and paths in the borough that closes a lane for more than a day.',
        listName: 'Under way',
        list: [
          ['Abbey Street', 'gas main, one lane, until the 24th'],
          ['Canal Bridge', 'repainting, closed at night'],
          ['Station Road', 'new surface, bus diversion'],
        ],
        sections: [['Report a fault', 'Tell us about a hole in the road and we look at it within two working days.']],
        contact: 'roads@ravensby.example',
      },
      edits: [
        [
          80,
          {
            list: [
              ['Canal Bridge', 'repainting, closed at night'] as const,
              ['Station Road', 'new surface, bus diversion'] as const,
            ],
          },
        ],
        [
          45,
          {
            list: [
              ['Canal Bridge', 'repainting, closed at night'],
              ['Station Road', 'new surface, bus diversion'],
              ['Tanner’s Row', 'water main, closed'],
            ],
          },
        ],
        [10, { list: [['Tanner’s Row', 'water main, closed'] as const] }],
      ],
    }),
  ];
}
