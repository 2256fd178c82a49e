import sharp from 'sharp';
import { hostOf } from '../../domain/webpage.ts';

const SIDE = 48;

const tile = (ground: string, inside: string) => `<rect width="16" height="16" rx="3" fill="${ground}"/>${inside}`;
const path = (d: string, fill: string) => `<path d="${d}" fill="${fill}"/>`;
const stroke = (d: string, colour: string, width = 1.6) =>
  `<path d="${d}" fill="none" stroke="${colour}" stroke-width="${width}" stroke-linecap="round" stroke-linejoin="round"/>`;
const disc = (x: number, y: number, radius: number, fill: string) =>
  `<circle cx="${x}" cy="${y}" r="${radius}" fill="${fill}"/>`;

/** The icon of each host, in a frame of 16 × 16 units. */
const ICONS: Readonly<Record<string, string>> = {
  'aurum.example': disc(8, 8, 8, '#b8862d') + disc(8, 8, 4.6, '#fbf7f2') + disc(8, 8, 2.2, '#b8862d'),
  'docs.loomis.example': tile('#12161d', stroke('M4 5l3 3l-3 3M8.6 11.4h3.6', '#7ee0c3')),
  'fjellheim.example': tile('#2f6d9c', path('M1 13L6 5L8.6 9L10.4 6.6L15 13z', '#fff')),
  'halden.example': tile('#e7ece6', path('M2 13L8 3L14 13z', '#1e4d40') + path('M8 7.4L10.8 13H5.2z', '#e7ece6')),
  'kaufhalle.example': tile('#e30613', path('M3 3h2.6v4L9.4 3h3.4L8.6 7.4L13.2 13H9.8L5.6 8V13H3z', '#fff')),
  'kilnandloam.example': disc(8, 8, 8, '#2b2f27') + path('M4 7h8a4 4.6 0 0 1 -8 0z', '#e2b07a'),
  'library.ravensby.example': tile(
    '#8c1d40',
    path('M2.6 4Q5.6 3 7.6 4.4V13Q5.6 11.6 2.6 12.4zM13.4 4Q10.4 3 8.4 4.4V13Q10.4 11.6 13.4 12.4z', '#fbf6ee'),
  ),
  'morrow.example': tile('#1b1b1b', stroke('M3.6 12V4.4L8 9.4L12.4 4.4V12', '#fffdf9', 1.8)),
  'northline.example': disc(8, 8, 8, '#0b2f6b') + stroke('M2 8H14M9.6 4.6L13 8L9.6 11.4', '#ffd23f', 1.8),
  'ravensby.example': path('M2 2H14V8Q14 13 8 15.6Q2 13 2 8z', '#153b4f') + stroke('M4.6 8.4Q8 4.6 11.4 8.4', '#fff'),
  'status.quartz.example':
    path('M8 .6L14.4 8L8 15.4L1.6 8z', '#5a2a6d') + path('M8 .6L10.4 8L8 15.4L5.6 8z', '#b48ac6'),
  'tessel.example':
    path('M1 1H7.4V7.4H1zM8.6 8.6H15V15H8.6z', '#23255c') + path('M8.6 1H15V7.4H8.6zM1 8.6H7.4V15H1z', '#b8d435'),
  'tidewater.example': tile('#0f4c5c', stroke('M2 7q2 -3 4 0t4 0t4 0M2 11q2 -3 4 0t4 0t4 0', '#7ee0c3')),
};

/** The icon of the site of a webpage, as a capture reads it. Null for a site without an icon. */
export async function drawSiteIcon(url: string): Promise<Uint8Array | null> {
  const icon = ICONS[hostOf(url)];
  if (icon === undefined) return null;
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${SIDE}" height="${SIDE}" viewBox="0 0 16 16">${icon}</svg>`;
  return sharp(Buffer.from(svg)).png().toBuffer();
}
