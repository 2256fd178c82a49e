import type { Canvas, Type } from '../canvas.ts';
import { type Story, story } from '../story.ts';

/** Kiln & Loam: a restaurant. Dishes and prices of its menus change with the season. */

type Dish = readonly [name: string, price: string, note?: string];

interface Menu {
  readonly name: string;
  readonly hours: string;
  readonly courses: readonly (readonly [name: string, dishes: readonly Dish[]])[];
  readonly note?: string | undefined;
}

const serif = (size: number, fill = '#efe9da', weight = 400): Type => ({ family: 'newsreader', size, fill, weight });
const small = (size: number, fill = '#b9b6a3'): Type => ({ family: 'hanken', size, fill });

function draw(canvas: Canvas, { name, hours, courses, note }: Menu): number {
  canvas.text(640, 130, 'Kiln & Loam', { ...serif(72), align: 'middle' });
  canvas.text(640, 176, `${name} · ${hours} · Weaver Street 14`, { ...small(17), align: 'middle' });
  let y = 230;
  if (note) {
    const box = { x: 390, y, width: 500, height: 54 };
    canvas.rectangle(box, 'none', { radius: 27, stroke: '#d8b46a' });
    canvas.element('.notice', box);
    canvas.text(640, y + 34, note, { ...small(17, '#f0d9a4'), align: 'middle' });
    y += 100;
  }
  const bottoms = [y, y];
  for (const [index, [course, dishes]] of courses.entries()) {
    const side = index % 2;
    const x = side === 0 ? 110 : 690;
    let row = (bottoms[side] ?? y) + 50;
    const top = row - 34;
    canvas.text(x, row, course, serif(34, '#d8b46a'));
    canvas.rule(x, row + 18, 480, '#55594a');
    row += 64;
    for (const [dish, price, detail] of dishes) {
      canvas.text(x, row, dish, serif(24));
      canvas.text(x + 480, row, price, { ...serif(24, '#efe9da', 600), align: 'end' });
      if (detail) canvas.text(x, row + 26, detail, small(15));
      row += detail ? 72 : 50;
    }
    canvas.element(`#${course.toLowerCase().replaceAll(' ', '-')}`, { x, y: top, width: 480, height: row - top - 20 });
    bottoms[side] = row;
  }
  y = Math.max(...bottoms) + 50;
  canvas.rule(110, y, 1060, '#55594a');
  canvas.text(640, y + 54, 'Tell us what you do not eat, and we cook around it.', {
    ...serif(22),
    italic: true,
    align: 'middle',
  });
  canvas.text(640, y + 96, 'Tables: 020 555 0174 or hello@kilnandloam.example', { ...small(16), align: 'middle' });
  return y + 150;
}

const BEGIN: readonly Dish[] = [
  ['Smoked beet, horseradish', '9'],
  ['Bread from the kiln, whey butter', '6'],
  ['Leek terrine, hazelnut', '11'],
];
const FIRE: readonly Dish[] = [
  ['Trout, fennel, burnt lemon', '26'],
  ['Hen of the woods, barley', '21'],
  ['Lamb neck, white beans', '28'],
];
const SWEET: readonly Dish[] = [
  ['Quince, sheep’s yoghurt', '9'],
  ['Rye cake, plum', '8'],
];
const CHEESE: readonly Dish[] = [['Three from Ashdown farm', '13', 'with oat biscuits and pickled walnut']];
const SQUASH: Dish = ['Whole squash, brown butter, sage', '22', 'for two'];
const DEARER: readonly Dish[] = [
  ['Trout, fennel, burnt lemon', '27'],
  ['Hen of the woods, barley', '21'],
  ['Lamb neck, white beans', '29'],
];

const courses = (begin: readonly Dish[], fire: readonly Dish[], sweet: readonly Dish[]): Menu['courses'] => [
  ['To begin', begin],
  ['From the fire', fire],
  ['To end', sweet],
  ['Cheese', CHEESE],
];

export const kiln: readonly Story[] = [
  story<Menu>({
    url: 'https://kilnandloam.example/supper',
    title: 'Supper menu, Kiln & Loam',
    keywords: ['food'],
    schedule: 'daily',
    since: 95,
    starred: [12.1],
    ground: '#2b2f27',
    draw,
    first: { name: 'Supper', hours: 'from half past five', courses: courses(BEGIN, FIRE, SWEET) },
    edits: [
      [73, { courses: courses(BEGIN, FIRE, [['Strawberries, elderflower', '9'], ...SWEET]) }],
      [50, { courses: courses(BEGIN, FIRE, SWEET) }],
      [26, { note: 'Closed for a private party on Saturday' }],
      [22, { note: undefined }],
      [12, { courses: courses(BEGIN, [...FIRE, SQUASH], SWEET) }],
      [0.5, { courses: courses(BEGIN, [...DEARER, SQUASH], SWEET) }],
    ],
  }),
  story<Menu>({
    url: 'https://kilnandloam.example/lunch',
    title: 'Lunch menu, Kiln & Loam',
    keywords: ['food'],
    schedule: 'daily',
    since: 40,
    ground: '#2b2f27',
    draw,
    first: {
      name: 'Lunch',
      hours: 'noon to half past two',
      courses: [
        [
          'Soup',
          [
            ['Celeriac, apple', '8'],
            ['Lentil, lovage', '8'],
          ],
        ],
        [
          'Plates',
          [
            ['Barley, roast carrots', '13'],
            ['Pork and prunes', '16'],
            ['Omelette, brown shrimp', '14'],
          ],
        ],
      ],
    },
    edits: [
      [
        15,
        {
          courses: [
            [
              'Soup',
              [
                ['Lentil, lovage', '8'],
                ['Pumpkin, chestnut', '8'],
              ],
            ],
            [
              'Plates',
              [
                ['Barley, roast carrots', '13'],
                ['Pork and prunes', '16'],
                ['Omelette, brown shrimp', '14'],
              ],
            ],
          ],
        },
      ],
      [
        4.4,
        {
          courses: [
            [
              'Soup',
              [
                ['Lentil, lovage', '8'],
                ['Pumpkin, chestnut', '8'],
              ],
            ],
            [
              'Plates',
              [
                ['Pork and prunes', '16'],
                ['Omelette, brown shrimp', '14'],
                ['Barley, roast carrots', '13'],
              ],
            ],
          ],
        },
      ],
    ],
  }),
];
