import { ridge } from '../art.ts';
import type { Canvas, Type } from '../canvas.ts';
import { type Story, story } from '../story.ts';
import { longDay } from './dates.ts';

/** Fjellheim: snow and lifts, and the avalanche bulletin. */

interface Snow {
  readonly figures: readonly (readonly [name: string, value: string])[];
  readonly lifts: readonly (readonly [name: string, state: string])[];
}

const ink = (size: number, weight = 400, fill = '#122c3a'): Type => ({ family: 'hanken', size, weight, fill });

function today(canvas: Canvas, { figures, lifts }: Snow, day: Date): number {
  canvas.picture(ridge('#3f8ab3', '#6fa9c7', '#a9cde0'), { x: 0, y: 0, scale: 1 });
  canvas.text(80, 96, 'Fjellheim today', ink(48, 700, '#fff'));
  canvas.text(80, 134, `${longDay(day)}, reported at 06:00`, ink(17, 400, '#e4f1f8'));
  canvas.element('.reported', { x: 80, y: 114, width: 420, height: 28 });
  canvas.rectangle({ x: 0, y: 300, width: 1280, height: 700 }, '#e8eff4');
  for (const [index, [name, value]] of figures.entries()) {
    const box = { x: 80 + index * 285, y: 240, width: 265, height: 130 };
    canvas.element(`#figure-${index + 1}`, canvas.rectangle(box, '#fff', { radius: 14 }));
    canvas.text(box.x + 26, 286, name, ink(16, 400, '#4d6673'));
    canvas.text(box.x + 26, 340, value, ink(40, 700));
  }
  canvas.rectangle({ x: 80, y: 410, width: 1120, height: lifts.length * 62 }, '#fff', { radius: 14 });
  for (const [index, [name, state]] of lifts.entries()) {
    const y = 410 + index * 62;
    if (index > 0) canvas.rule(110, y, 1060, '#e3eaee');
    canvas.text(112, y + 40, name, ink(19, 500));
    const colour = state === 'Open' ? '#1f8a54' : state === 'Closed' ? '#b3261e' : '#b5650b';
    canvas.text(1168, y + 40, state, { ...ink(19, 700, colour), align: 'end' });
  }
  canvas.element('.lifts', { x: 80, y: 410, width: 1120, height: lifts.length * 62 });
  const y = 410 + lifts.length * 62 + 60;
  canvas.text(80, y, 'Lifts run from 9:30 to 16:00. The last gondola down leaves at 16:30.', ink(17, 400, '#4d6673'));
  return y + 60;
}

interface Bulletin {
  readonly level: number;
  readonly summary: string;
  readonly problems: readonly (readonly [name: string, words: string])[];
}

const LEVELS = ['Low', 'Moderate', 'Considerable', 'High', 'Very high'];
const COLOURS = ['#9bc53d', '#f2c12e', '#ef8b2c', '#d7263d', '#5c0a14'];

function bulletin(canvas: Canvas, { level, summary, problems }: Bulletin): number {
  const serif = (size: number, weight = 400, fill = '#1a1f22'): Type => ({ family: 'tinos', size, weight, fill });
  canvas.rule(0, 0, 1280, '#1a1f22', 10);
  canvas.text(120, 92, 'Avalanche bulletin', serif(52, 700));
  canvas.text(120, 132, 'Fjellheim and the western ridge', serif(22, 400, '#58636a'));
  const box = { x: 120, y: 170, width: 1040, height: 150 };
  canvas.element('.danger-level', canvas.rectangle(box, COLOURS[level - 1] ?? '#999'));
  const light = level >= 4 ? '#fff' : '#1a1f22';
  canvas.text(160, 268, String(level), serif(88, 700, light));
  canvas.text(250, 238, 'Danger above 1100 m', serif(22, 400, light));
  canvas.text(250, 284, LEVELS[level - 1] ?? '', serif(44, 700, light));
  for (let step = 0; step < 5; step += 1) {
    canvas.rectangle({ x: 860 + step * 56, y: 222, width: 46, height: 46 }, step < level ? light : '#ffffff55');
  }
  let y = canvas.paragraph({ x: 120, y: 380, width: 960 }, summary, { ...serif(26), leading: 40 });
  for (const [name, words] of problems) {
    y += 40;
    canvas.rule(120, y - 40, 1040, '#c9cfd2');
    canvas.text(120, y + 10, name, serif(28, 700));
    y = canvas.paragraph({ x: 460, y: y + 10, width: 680 }, words, { ...serif(21), leading: 33 });
  }
  canvas.rule(120, y + 20, 1040, '#c9cfd2');
  canvas.text(120, y + 66, 'Observers: R. Aas, K. Lind, T. Moe. The next bulletin is published at 16:00.', serif(18));
  return y + 120;
}

const lifts = (top: string, forest: string): Snow['lifts'] => [
  ['Toppheisen', top],
  ['Skogheisen', forest],
  ['Barneheisen', 'Open'],
  ['Gondola', 'Open'],
  ['Vestryggen', 'Closed'],
];
const figures = (depth: string, fresh: string, wind: string, slopes: string): Snow['figures'] => [
  ['Snow at 900 m', depth],
  ['New since yesterday', fresh],
  ['Wind on the summit', wind],
  ['Slopes open', slopes],
];

const DRIFT = [
  'Drifted snow',
  'Fresh drifts lie in gullies and behind ridges, mostly on slopes that face north and east. They are easy to see and easy to release.',
] as const;
const OLD_SNOW = [
  'Weak old snow',
  'Under the crust there is a layer of loose crystals. It breaks where the snow is thin, also from a distance.',
] as const;

export const fjellheim: readonly Story[] = [
  story<Snow>({
    url: 'https://fjellheim.example/today',
    title: 'Fjellheim today',
    keywords: ['winter', 'travel'],
    schedule: 'daily',
    since: 19,
    ignored: ['.reported'],
    ground: '#e8eff4',
    draw: today,
    first: { figures: figures('12 cm', '0 cm', '6 m/s', '0 of 31'), lifts: lifts('Closed', 'Closed') },
    edits: [
      [11.4, { figures: figures('21 cm', '9 cm', '6 m/s', '0 of 31') }],
      [6.4, { figures: figures('38 cm', '17 cm', '9 m/s', '8 of 31'), lifts: lifts('Closed', 'Open') }],
      [1.4, { figures: figures('62 cm', '24 cm', '11 m/s', '14 of 31'), lifts: lifts('Opens at 10:30', 'Open') }],
    ],
  }),
  story<Bulletin>({
    url: 'https://fjellheim.example/avalanches',
    title: 'Avalanche bulletin, Fjellheim',
    keywords: ['winter', 'safety'],
    schedule: 'daily',
    since: 18,
    ground: '#fdfdfb',
    draw: bulletin,
    first: {
      level: 1,
      summary: 'Little snow, and it lies well. Be careful on icy paths.',
      problems: [DRIFT],
    },
    edits: [
      [6.4, { level: 2, summary: 'Fresh snow and wind have built small drifts above the tree line.' }],
      [
        1.4,
        {
          level: 3,
          summary:
            'Fresh snow and wind have built drifts above the tree line. One person can release an avalanche on steep slopes.',
          problems: [DRIFT, OLD_SNOW],
        },
      ],
    ],
  }),
];
