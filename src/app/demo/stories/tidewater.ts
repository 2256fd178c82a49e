import type { Canvas, Type } from '../canvas.ts';
import { type Story, story } from '../story.ts';

/** Tidewater Robotics: job openings that come and go. */

type Job = readonly [title: string, place: string, kind: string];

interface Jobs {
  readonly jobs: readonly Job[];
  readonly heading: string;
  readonly accent: string;
}

const ink = (size: number, weight = 400, fill = '#102a2b'): Type => ({ family: 'arimo', size, weight, fill });

function draw(canvas: Canvas, { jobs, heading, accent }: Jobs): number {
  canvas.rectangle({ x: 0, y: 0, width: 1280, height: 430 }, '#0f3b3d');
  canvas.text(80, 62, 'Tidewater Robotics', ink(20, 700, '#fff'));
  canvas.text(1200, 61, 'Machines · Research · Jobs', { ...ink(16, 400, '#cfe3e1'), align: 'end' });
  canvas.paragraph({ x: 80, y: 210, width: 820 }, heading, { ...ink(60, 700, '#fff'), leading: 70, spacing: -1.5 });
  const button = { x: 80, y: 330, width: 200, height: 56 };
  canvas.element('.cta', canvas.rectangle(button, accent, { radius: 4 }));
  canvas.text(180, 364, 'See all openings', { ...ink(17, 700, '#10201f'), align: 'middle' });
  canvas.text(80, 506, `${jobs.length} openings`, ink(30, 700));
  canvas.element('.count', { x: 80, y: 478, width: 240, height: 36 });
  let y = 540;
  for (const [title, place, kind] of jobs) {
    canvas.rectangle({ x: 80, y, width: 1120, height: 104 }, '#fff', { radius: 8, stroke: '#d6e2e0' });
    canvas.text(112, y + 46, title, ink(22, 700));
    canvas.text(112, y + 78, place, ink(17, 400, '#52706e'));
    canvas.rectangle({ x: 1010, y: y + 34, width: 150, height: 36 }, '#e3f0ee', { radius: 18 });
    canvas.text(1085, y + 58, kind, { ...ink(16, 400, '#0f5a55'), align: 'middle' });
    y += 120;
  }
  canvas.element('.openings', { x: 80, y: 540, width: 1120, height: y - 556 });
  canvas.text(80, y + 60, 'How we hire', ink(30, 700));
  y = canvas.paragraph(
    { x: 80, y: y + 106, width: 860 },
    'Two talks and a paid day in the workshop. You hear from us within a week, also if the answer is no. Letters of motivation are not read.',
    { ...ink(18), leading: 30 },
  );
  canvas.rectangle({ x: 0, y: y + 40, width: 1280, height: 110 }, '#e3ebea');
  canvas.text(80, y + 102, 'Tidewater Robotics, Dock 5, Port Ellery. jobs@tidewater.example', ink(16));
  return y + 150;
}

const WELD: Job = ['Welder for underwater frames', 'Port Ellery', 'Full time'];
const CONTROL: Job = ['Engineer, motor control', 'Port Ellery or remote', 'Full time'];
const VISION: Job = ['Researcher, vision in murky water', 'Port Ellery', 'Full time'];
const TESTS: Job = ['Test diver', 'Sites along the coast', 'Seasonal'];
const BOOKS: Job = ['Bookkeeper', 'Port Ellery', 'Part time'];

export const tidewater: readonly Story[] = [
  story<Jobs>({
    url: 'https://tidewater.example/jobs',
    title: 'Job openings, Tidewater Robotics',
    keywords: ['competitors', 'jobs'],
    schedule: 'daily',
    since: 77,
    ground: '#f5f8f7',
    draw,
    first: { jobs: [WELD, CONTROL, TESTS], heading: 'Build machines that work where nobody can', accent: '#ffc145' },
    edits: [
      [60, { jobs: [WELD, CONTROL, VISION, TESTS] }],
      [41, { accent: '#7ee0c3' }],
      [13.4, { jobs: [CONTROL, VISION, TESTS] }],
      [3.4, { jobs: [BOOKS, CONTROL, VISION, TESTS] }],
    ],
  }),
];
