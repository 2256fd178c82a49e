import type { Canvas, Type } from '../canvas.ts';
import { type Story, story } from '../story.ts';
import { daysAfter, shortDay } from './dates.ts';

/** Loomis DB: the documentation of a database. A dark changelog that grows at the top, and a chapter that is edited. */

const ink = (size: number, weight = 400, fill = '#e6eaf0'): Type => ({ family: 'hanken', size, weight, fill });
const code = (size: number, fill = '#e0a35c'): Type => ({ family: 'cousine', size, fill });
const MENU = ['Getting started', 'Queries', 'Indexes', 'Backups', 'Replicas', 'Changelog', 'Licence'];

function frame(canvas: Canvas, heading: string, current: string): void {
  canvas.rectangle({ x: 0, y: 0, width: 260, height: 6000 }, '#0d1016');
  canvas.text(40, 58, 'Loomis DB', ink(20, 700));
  for (const [index, word] of MENU.entries()) {
    canvas.text(40, 110 + index * 38, word, ink(16, 400, word === current ? '#5cb3e6' : '#9aa4b2'));
  }
  canvas.text(340, 104, heading, ink(46, 700));
}

interface Release {
  readonly version: string;
  readonly age: number;
  readonly size: 'major' | 'minor' | 'patch';
  readonly notes: readonly string[];
}

const BADGES = { major: '#7a2f4d', minor: '#12496b', patch: '#2a3a2f' };

function changelog(now: Date) {
  return (canvas: Canvas, { releases }: { releases: readonly Release[] }): number => {
    frame(canvas, 'Changelog', 'Changelog');
    let y = 150;
    for (const { version, age, size, notes } of releases) {
      canvas.rule(340, y, 860, '#1f2530');
      canvas.text(340, y + 46, shortDay(daysAfter(now, -age)), ink(16, 400, '#9aa4b2'));
      canvas.text(560, y + 48, version, ink(26, 700));
      canvas.rectangle({ x: 644, y: y + 28, width: 66, height: 26 }, BADGES[size], { radius: 4 });
      canvas.text(677, y + 46, size, { ...ink(14, 600), align: 'middle' });
      for (const [row, note] of notes.entries()) canvas.text(560, y + 92 + row * 32, note, ink(17, 400, '#c6cdd8'));
      const height = 96 + notes.length * 32;
      canvas.element(`#v${version.replaceAll('.', '-')}`, { x: 340, y, width: 860, height });
      y += height;
    }
    canvas.text(340, y + 60, 'Older releases are in the archive.', ink(16, 400, '#9aa4b2'));
    return y + 120;
  };
}

const release = (version: string, age: number, size: Release['size'], ...notes: string[]): Release => ({
  version,
  age,
  size,
  notes,
});

const OLD = [
  release('4.0.3', 131, 'patch', 'No more double quotes in exported names', 'Faster start with many tables'),
  release('4.0.2', 160, 'patch', 'Correct sums of negative intervals'),
  release('4.0.0', 214, 'major', 'New storage format', 'Replicas follow without polling', 'Drops the 3.x protocol'),
];
const V410 = release('4.1.0', 70, 'minor', 'Row filters on replicas', 'JSON paths in generated columns');
const V412 = release('4.1.2', 47, 'patch', 'Correct time zones in date_trunc', 'Clearer error when a disk is full');
const V413 = release('4.1.3', 21, 'patch', 'Fixed a rare deadlock in VACUUM', 'Faster cold start on ARM');
const V420 = release(
  '4.2.0',
  1.4,
  'minor',
  'Ranges in WHERE use partial indexes',
  'Backups resume after a lost connection',
  'loomis fsck names the damaged page',
);

interface Chapter {
  readonly command: string;
  readonly warning?: string | undefined;
  readonly steps: readonly string[];
}

function chapter(canvas: Canvas, { command, warning, steps }: Chapter): number {
  frame(canvas, 'Backups', 'Backups');
  let y = canvas.paragraph(
    { x: 340, y: 160, width: 820 },
    'A backup is a folder with one file for each table and a manifest. It can be made while the database is in use.',
    { ...ink(18, 400, '#c6cdd8'), leading: 30 },
  );
  if (warning) {
    const box = { x: 340, y, width: 860, height: 72 };
    canvas.rectangle(box, '#3a2a12', { radius: 6 });
    canvas.element('.admonition.warning', box);
    canvas.text(364, y + 43, warning, ink(17, 600, '#f2c27b'));
    y += 96;
  }
  const box = { x: 340, y, width: 860, height: 80 };
  canvas.element('pre.command', canvas.rectangle(box, '#05070a', { radius: 6, stroke: '#1f2530' }));
  canvas.text(366, y + 48, `$ ${command}`, code(19));
  y += 140;
  canvas.text(340, y, 'Restore', ink(30, 700));
  y += 20;
  for (const [index, step] of steps.entries()) {
    canvas.text(340, y + 40, `${index + 1}.`, ink(18, 700, '#5cb3e6'));
    y = canvas.paragraph({ x: 376, y: y + 40, width: 780 }, step, { ...ink(18, 400, '#c6cdd8'), leading: 30 }) - 24;
  }
  canvas.rule(340, y + 60, 860, '#1f2530');
  canvas.text(340, y + 104, 'Previous: Indexes', ink(16, 400, '#5cb3e6'));
  canvas.text(1200, y + 104, 'Next: Replicas', { ...ink(16, 400, '#5cb3e6'), align: 'end' });
  return y + 150;
}

const STEPS = [
  'Stop the database. Two processes must never write to one folder.',
  'Copy the backup to an empty folder and check it with loomis fsck.',
  'Start the database with --data and the new folder. The first start reads the manifest and takes longer.',
];

export const loomis = (now: Date): readonly Story[] => [
  story<{ releases: readonly Release[] }>({
    url: 'https://docs.loomis.example/changelog',
    title: 'Changelog · Loomis DB',
    keywords: ['software', 'releases'],
    schedule: 'daily',
    since: 115,
    ground: '#12161d',
    draw: changelog(now),
    first: { releases: OLD },
    edits: [
      [70, { releases: [V410, ...OLD] }],
      [47, { releases: [V412, V410, ...OLD] }],
      [21, { releases: [V413, V412, V410, ...OLD] }],
      [1.4, { releases: [V420, V413, V412, V410, ...OLD] }],
    ],
  }),
  story<Chapter>({
    url: 'https://docs.loomis.example/backups',
    title: 'Backups · Loomis DB',
    keywords: ['software'],
    schedule: 'weekly',
    since: 90,
    ground: '#12161d',
    draw: chapter,
    first: { command: 'loomis backup /srv/backup', steps: STEPS },
    edits: [
      [55, { warning: 'Do not copy the files of a running database by hand.' }],
      [8.5, { command: 'loomis backup --resume /srv/backup' }],
    ],
  }),
];
