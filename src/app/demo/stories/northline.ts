import type { Canvas, Type } from '../canvas.ts';
import { type Story, story } from '../story.ts';
import { longDay } from './dates.ts';

/** Northline: ferries. A table of departures with warnings, cancellations and added sailings. */

type Sailing = readonly [time: string, to: string, vessel: string, quay: string, status: string];

interface Departures {
  readonly from: string;
  readonly warning?: string | undefined;
  readonly sailings: readonly Sailing[];
  readonly note: string;
}

const NAVY = '#0d2c66';
const ink = (size: number, weight = 400, fill = '#0f2145'): Type => ({ family: 'arimo', size, weight, fill });
const COLUMNS = [80, 300, 640, 900, 1040];

function draw(canvas: Canvas, { from, warning, sailings, note }: Departures, day: Date): number {
  canvas.rectangle({ x: 0, y: 0, width: 1280, height: 96 }, NAVY);
  canvas.text(80, 58, 'Northline', { ...ink(26, 700, '#fff'), spacing: -0.6 });
  for (const [index, word] of ['Timetables', 'Tickets', 'Traffic', 'Contact'].entries()) {
    canvas.text(810 + index * 110, 57, word, ink(16, 400, '#dbe5f7'));
  }
  let y = 96;
  if (warning) {
    canvas.element('.traffic-warning', canvas.rectangle({ x: 0, y, width: 1280, height: 62 }, '#f2c744'));
    canvas.text(80, y + 38, warning, ink(17, 700, '#3b2d00'));
    y += 62;
  }
  canvas.text(80, y + 88, `Departures from ${from}`, { ...ink(44, 700), spacing: -1 });
  canvas.text(80, y + 128, longDay(day), ink(17, 400, '#4b5d80'));
  canvas.element('.date', { x: 80, y: y + 110, width: 260, height: 24 });
  y = table(canvas, sailings, y + 168);
  y = canvas.paragraph({ x: 80, y: y + 50, width: 900 }, note, { ...ink(16, 400, '#4b5d80'), leading: 26 });
  canvas.rectangle({ x: 0, y: y + 40, width: 1280, height: 130 }, NAVY);
  canvas.text(80, y + 90, 'Traffic information, day and night: 815 00 220', ink(18, 700, '#fff'));
  canvas.text(80, y + 124, 'Northline AS, Ferjekaien 1, Vikhavn', ink(15, 400, '#b9c9ea'));
  return y + 170;
}

function table(canvas: Canvas, sailings: readonly Sailing[], top: number): number {
  canvas.rectangle({ x: 80, y: top, width: 1120, height: 48 }, '#d9e4f5');
  for (const [index, word] of ['Time', 'To', 'Vessel', 'Quay', 'Status'].entries()) {
    canvas.text((COLUMNS[index] ?? 0) + 20, top + 31, word, ink(15, 700, '#35496f'));
  }
  let y = top + 48;
  for (const [time, to, vessel, quay, status] of sailings) {
    canvas.rectangle({ x: 80, y, width: 1120, height: 64 }, '#fff');
    canvas.rule(80, y + 63, 1120, '#e1e8f3');
    canvas.text(100, y + 41, time, ink(20, 700));
    canvas.text(320, y + 40, to, ink(18));
    canvas.text(660, y + 40, vessel, ink(18));
    canvas.text(920, y + 40, quay, ink(18));
    const colour = status === 'On time' ? '#1c7a45' : status === 'Cancelled' ? '#b81d2b' : '#a35f00';
    canvas.text(1060, y + 40, status, ink(18, 700, colour));
    y += 64;
  }
  canvas.element('table.departures', { x: 80, y: top, width: 1120, height: y - top });
  return y;
}

const NOTE = 'Be at the quay ten minutes before the departure. Bicycles travel free of charge, cars need a ticket.';

const MORNING: readonly Sailing[] = [
  ['06:40', 'Stokk', 'MF Havørn', '2', 'On time'],
  ['08:15', 'Lille Sund', 'MF Terna', '1', 'On time'],
  ['09:50', 'Grøtø', 'MF Ryper', '3', 'On time'],
  ['10:30', 'Stokk', 'MF Havørn', '2', 'On time'],
  ['12:05', 'Grøtø', 'MF Ryper', '3', 'On time'],
];
const AFTERNOON: readonly Sailing[] = [
  ['14:20', 'Stokk', 'MF Havørn', '2', 'On time'],
  ['16:45', 'Lille Sund', 'MF Terna', '1', 'On time'],
  ['18:30', 'Stokk', 'MF Havørn', '2', 'On time'],
  ['20:10', 'Grøtø', 'MF Ryper', '3', 'On time'],
];
const DAY = [...MORNING, ...AFTERNOON];
const NOON: Sailing = ['13:15', 'Stokk', 'MF Terna', '1', 'On time'];
const WINTER = [...MORNING, NOON, ...AFTERNOON];
const cancelled = (sailings: readonly Sailing[], from: string): readonly Sailing[] =>
  sailings.map(([time, to, vessel, quay, status]) => [
    time,
    to,
    vessel,
    quay,
    to === 'Stokk' && time >= from ? 'Cancelled' : status,
  ]);

const LATE: readonly Sailing[] = DAY.map((sailing) =>
  sailing[0] === '08:15' ? ['08:15', 'Lille Sund', 'MF Terna', '1', '15 min late'] : sailing,
);

export const northline: readonly Story[] = [
  story<Departures>({
    url: 'https://northline.example/departures',
    title: ({ from }) => `Departures from ${from}`,
    keywords: ['travel', 'ferries'],
    schedule: '12h',
    since: 46,
    ignored: ['.date'],
    ground: '#f1f5fb',
    draw,
    first: { from: 'Vikhavn', sailings: DAY, note: NOTE },
    edits: [
      [38, { sailings: LATE }],
      [37, { sailings: DAY }],
      [30, { sailings: WINTER }],
      [17, { warning: 'The terminal in Lille Sund is closed on Saturday. Buses run from the old quay.' }],
      [14, { warning: undefined }],
      [5.2, { sailings: DAY }],
      [
        0.4,
        {
          warning: 'Storm warning: no crossings to Stokk after 14:00. Tickets stay valid until Friday.',
          sailings: cancelled(DAY, '14:00'),
        },
      ],
    ],
    troubles: [{ from: 22.4, to: 21.2, kind: 'deadline' }],
  }),
  story<Departures>({
    url: 'https://northline.example/departures/grota',
    title: ({ from }) => `Departures from ${from}`,
    keywords: ['travel', 'ferries'],
    schedule: 'daily',
    since: 0.11,
    ground: '#f1f5fb',
    draw,
    first: {
      from: 'Grøtø',
      sailings: [
        ['07:10', 'Vikhavn', 'MF Ryper', '1', 'On time'],
        ['11:00', 'Vikhavn', 'MF Ryper', '1', 'On time'],
        ['15:30', 'Vikhavn', 'MF Ryper', '1', 'On time'],
        ['19:00', 'Vikhavn', 'MF Ryper', '1', 'On time'],
      ],
      note: NOTE,
    },
    edits: [],
  }),
];
