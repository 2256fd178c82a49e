import type { Canvas, Type } from '../canvas.ts';
import { type Story, story } from '../story.ts';

/** Quartz Data: a status page with an incident now and then. */

interface Incident {
  readonly name: string;
  readonly text: string;
}

interface Status {
  readonly banner: string;
  readonly colour: string;
  readonly incident?: Incident | undefined;
  /** Bars that are not green, for each part: from 0 (90 days ago) to 59 (today). */
  readonly bad: Readonly<Record<string, readonly number[]>>;
  readonly state: Readonly<Record<string, string>>;
  readonly past: readonly string[];
}

const PARTS = ['API', 'Queries', 'Dashboards', 'Exports', 'Sign-in', 'Webhooks'];
const GREEN = '#2e9e5b';
const ink = (size: number, weight = 400, fill = '#1d2327'): Type => ({ family: 'hanken', size, weight, fill });

function draw(canvas: Canvas, status: Status): number {
  canvas.text(200, 90, 'Quartz Data status', ink(30, 700));
  canvas.rectangle({ x: 960, y: 58, width: 120, height: 46 }, '#fff', { radius: 8, stroke: '#c9d0d4' });
  canvas.text(1020, 87, 'Subscribe', { ...ink(16, 600), align: 'middle' });
  const banner = { x: 200, y: 140, width: 880, height: 92 };
  canvas.element('.overall', canvas.rectangle(banner, status.colour, { radius: 10 }));
  canvas.text(236, 195, status.banner, ink(24, 700, '#fff'));
  let y = 262;
  if (status.incident) {
    const box = { x: 200, y, width: 880, height: 120 };
    canvas.element('.incident', canvas.rectangle(box, '#fdf6e6', { radius: 10, stroke: '#ecd9a8' }));
    canvas.text(236, y + 50, status.incident.name, ink(20, 700));
    canvas.text(236, y + 84, status.incident.text, ink(17));
    y += 150;
  }
  canvas.rectangle({ x: 200, y, width: 880, height: PARTS.length * 106 + 20 }, '#fff', {
    radius: 10,
    stroke: '#e2e6e8',
  });
  for (const part of PARTS) {
    const state = status.state[part] ?? 'Running';
    canvas.text(236, y + 50, part, ink(20, 600));
    canvas.text(1044, y + 50, state, { ...ink(17, 600, state === 'Running' ? GREEN : '#b5650b'), align: 'end' });
    for (let bar = 0; bar < 60; bar += 1) {
      const fill = status.bad[part]?.includes(bar) ? '#e0962f' : GREEN;
      canvas.rectangle({ x: 236 + bar * 13.5, y: y + 66, width: 10, height: 34 }, fill, { radius: 3 });
    }
    y += 106;
  }
  y += 90;
  canvas.text(200, y, 'Past incidents', ink(26, 700));
  for (const line of status.past) {
    y = canvas.paragraph({ x: 200, y: y + 46, width: 860 }, line, { ...ink(17), leading: 28 }) - 28;
  }
  canvas.rule(200, y + 50, 880, '#e2e6e8');
  canvas.text(200, y + 92, 'All times are UTC. Numbers over ninety days.', ink(15, 400, '#66727a'));
  return y + 140;
}

const FINE = { banner: 'Everything is running', colour: GREEN };
const PAST = ['Exports were late for two hours because of an expired certificate.'];
const NEWER = ['Sign-in with a code by mail failed for one provider, for 40 minutes.', ...PAST];
const BARS = { API: [3], Queries: [31], Dashboards: [], Exports: [12, 13] };

export const quartz: readonly Story[] = [
  story<Status>({
    url: 'https://status.quartz.example/',
    title: 'Quartz Data status',
    keywords: ['software', 'suppliers'],
    schedule: '6h',
    since: 30,
    ground: '#f6f8f9',
    draw,
    first: { ...FINE, bad: BARS, state: {}, past: PAST },
    edits: [
      [
        19.1,
        {
          banner: 'Some people cannot sign in',
          colour: '#b5650b',
          state: { 'Sign-in': 'Degraded' },
          incident: {
            name: 'Codes by mail arrive late',
            text: 'We have asked the provider and switch to the second one.',
          },
        },
      ],
      [18.6, { ...FINE, state: {}, incident: undefined, past: NEWER, bad: { ...BARS, 'Sign-in': [47] } }],
      [
        0.35,
        {
          banner: 'Queries are slower than usual',
          colour: '#b5650b',
          state: { Queries: 'Degraded' },
          incident: {
            name: 'Slow queries in eu-north',
            text: 'We have found the cause, a full disk on one replica, and are moving its load.',
          },
          bad: { ...BARS, 'Sign-in': [47], Queries: [31, 59] },
        },
      ],
    ],
  }),
];
