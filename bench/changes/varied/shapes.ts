import { repeat, type Template, whole } from '../../../test/corpus/changes/page.ts';

const POINTS = [62, 58, 71, 66, 80, 77, 91, 84, 96, 88, 103, 99, 110];

/** Charts as SVG and on a canvas. */
export const drawings: Template = ({ slot, either, mark }) => {
  const at = (value: number, n: number) => `${40 + n * 45},${250 - value * 1.8}`;
  const line = POINTS.map((value, n) => at(n === 9 && either('point', '', 'x') ? 47 : value, n)).join(' ');
  const bar = (n: number) => {
    const height = n === 5 && either('bar', '', 'x') ? 64 : 40 + ((n * 37) % 150);
    return `<rect${n === 5 ? mark('bar') : ''} x="${50 + n * 62}" y="${230 - height}" width="40" height="${height}" fill="#5b8def"/><text x="${70 + n * 62}" y="250" text-anchor="middle">W${n + 31}</text>`;
  };
  const column = either('canvas', '118', '71');
  const slice = (from: number, to: number, colour: string, extra = '') => {
    const point = (share: number) =>
      `${150 + 110 * Math.sin(share * 2 * Math.PI)} ${130 - 110 * Math.cos(share * 2 * Math.PI)}`;
    return `<path${extra} d="M150 130 L${point(from)} A110 110 0 ${to - from > 0.5 ? 1 : 0} 1 ${point(to)} Z" fill="${colour}"/>`;
  };
  return whole(
    'body{font:14px Arimo,sans-serif;color:#333;padding:26px 40px}.g{display:grid;grid-template-columns:1fr 1fr;gap:30px}figure{margin:0;border:1px solid #e4e4e8;border-radius:10px;padding:16px;position:relative}figcaption{font-weight:700;margin-bottom:8px}svg text{font-size:11px;fill:#777}.k{display:flex;gap:20px;font-size:12px}.k i{display:inline-block;width:11px;height:11px;margin-right:6px}.over{position:absolute;background:rgba(255,255,255,.004)}',
    `<h1>Water of the district</h1><div class="g"><figure><figcaption>Level of the lake</figcaption><svg width="600" height="270">${repeat(6, (n) => `<path d="M40 ${70 + n * 36}H590" stroke="#eee"/><text x="8" y="${74 + n * 36}">${100 - n * 20}</text>`)}<polyline points="${line}" fill="none" stroke="#d2691e" stroke-width="2"/>${either('series', '', 'x') ? `<polyline${mark('series')} points="${POINTS.map((value, n) => at(value * 0.55 + (n % 3) * 6, n)).join(' ')}" fill="none" stroke="#2e8b57" stroke-width="2"/>` : ''}</svg><div class="over"${mark('point')} style="left:395px;top:70px;width:92px;height:140px"></div></figure>
    <figure><figcaption>Use by week</figcaption><svg width="560" height="270">${repeat(8, bar)}</svg></figure>
    <figure><figcaption>Sources</figcaption><svg width="320" height="270">${slice(0, 0.42, '#4477aa')}${slice(0.42, 0.7, '#66ccee')}${slice(0.7, 0.88, either('slice', '#ccbb44', '#aa3377'), mark('slice'))}${slice(0.88, 1, '#bbbbbb')}</svg><div class="k"><span><i style="background:#4477aa"></i>Springs</span><span><i style="background:#66ccee"></i>Lake</span><span><i${mark('legend')} style="background:${either('legend', '#ccbb44', '#228833')}"></i>Wells</span></div></figure>
    <figure><figcaption>${slot('unit', 'Rain, mm', 'Rain, cm')}</figcaption><img width="500" height="240"><div class="over"${mark('canvas')} style="left:226px;top:120px;width:44px;height:125px"></div></figure></div>
    <script>{const canvas=Object.assign(document.createElement('canvas'),{width:500,height:240}),c=canvas.getContext('2d');c.strokeStyle='#ccc';c.strokeRect(10.5,10.5,480,220);[64,92,143,88,151,${column},97,60,110].forEach((h,n)=>{const g=c.createLinearGradient(0,230-h,0,230);g.addColorStop(0,'#3fa7d6');g.addColorStop(1,'#fff');c.fillStyle=g;c.fillRect(30+n*36,230-h,26,h)});document.querySelector('img').src=canvas.toDataURL()}</script>`,
  );
};

const ICONS = [
  '<path d="M4 4h16v16H4z"/>',
  '<circle cx="12" cy="12" r="8"/>',
  '<path d="M12 3l9 18H3z"/>',
  '<path d="M3 12h18M12 3v18"/>',
  '<path d="M4 7h16M4 12h16M4 17h16"/>',
  '<path d="M4 12l6 6L21 5"/>',
  '<path d="M5 5l14 14M19 5L5 19"/>',
  '<circle cx="10" cy="10" r="6"/><path d="M15 15l6 6"/>',
  '<path d="M3 11l9-8 9 8v10H3z"/>',
  '<path d="M6 3h12v18l-6-5-6 5z"/>',
  '<path d="M12 21C4 15 3 10 6 7s6 1 6 1 3-4 6-1 2 8-6 14z"/>',
  '<path d="M4 6h16v12H4zM4 6l8 7 8-7"/>',
];

/** Only icons: a toolbar, a launcher with badges, and switches. */
export const icons: Template = ({ slot, either, mark }) => {
  const icon = (n: number, extra = '') => `<svg class="i" viewBox="0 0 24 24"${extra}>${ICONS[n % ICONS.length]}</svg>`;
  const tool = (n: number) =>
    n === 7 && either('tool-gone', '', 'x')
      ? ''
      : `<span${n === 7 ? mark('tool-gone') : ''}>${n === 3 ? `<svg class="i" viewBox="0 0 24 24">${either('tool', ICONS[3] ?? '', '<circle cx="12" cy="12" r="9"/><path d="M8 12h8"/>')}</svg>` : icon(n)}${n === 3 ? `<u${mark('tool')}></u>` : ''}</span>`;
  const order = Array.from({ length: 24 }, (_, n) => n);
  if (either('app-moved', '', 'x')) order.unshift(...order.splice(17, 1));
  const app = (n: number) =>
    `<span class="p p${n % 5}">${icon(n + 5)}${n === 10 && either('badge', '', 'x') ? `<em${mark('badge')}></em>` : ''}${n === 14 ? `<b>${slot('count', '2', '3')}</b>` : ''}</span>`;
  const toggle = (n: number) => {
    const isOn = n % 3 === 0 || (n === 4 && either('switch', '', 'x') !== '');
    return `<div class="t"><i class="${isOn ? 'on' : ''}"${n === 4 ? mark('switch') : ''}><s></s></i></div>`;
  };
  return whole(
    'body{background:#fcfcfc;padding:20px}.bar{display:flex;gap:6px;background:#fff;border:1px solid #eee;padding:6px;border-radius:9px;width:fit-content}.bar span{padding:8px;position:relative}.i{width:24px;height:24px;fill:none;stroke:#444;stroke-width:2;display:block}.bar u{position:absolute;inset:6px;background:rgba(255,255,255,.004)}.apps{display:grid;grid-template-columns:repeat(8,1fr);gap:34px;margin:40px 60px}.p{width:84px;height:84px;border-radius:20px;display:grid;place-items:center;position:relative}.p .i{stroke:#fff;width:44px;height:44px}.p0{background:linear-gradient(#69f,#36c)}.p1{background:linear-gradient(#f96,#c63)}.p2{background:linear-gradient(#6c9,#396)}.p3{background:linear-gradient(#c9f,#85b)}.p4{background:linear-gradient(#999,#555)}em{position:absolute;right:-5px;top:-5px;width:12px;height:12px;border-radius:50%;background:#e33}b{position:absolute;right:-9px;top:-9px;background:#e33;color:#fff;border-radius:12px;font:700 13px/22px Arimo;width:22px;text-align:center}.t{display:inline-block;padding:14px 26px}.t i{display:block;width:46px;height:26px;border-radius:13px;background:#ccc;position:relative}.t s{position:absolute;left:3px;top:3px;width:20px;height:20px;border-radius:50%;background:#fff}.t .on{background:#3b3}.t .on s{left:23px}',
    `<div class="bar">${repeat(12, tool)}</div><div class="apps">${order.map(app).join('')}</div>${repeat(18, toggle)}`,
  );
};

/** A hall with equal seats, of which some are taken, and equal buttons below. */
export const seats: Template = ({ slot, either, mark }) => {
  const seat = (row: number, n: number) => {
    const isTaken =
      (row * 31 + n * 17) % 7 === 0 ||
      (row === 8 && n === 15 && either('seat', '', 'x') !== '') ||
      (row === 3 && [20, 21, 22].includes(n) && either('three', '', 'x') !== '');
    const marked = row === 8 && n === 15 ? mark('seat') : row === 3 && [20, 21, 22].includes(n) ? mark('three') : '';
    return `<i class="${isTaken ? 'x' : ''}"${marked}></i>`;
  };
  const rows = either('row', '', 'x') ? 15 : 14;
  return whole(
    'body{background:#20222b;color:#eee;font:15px Arimo,sans-serif;text-align:center;padding:24px}.s{margin:0 auto 30px;width:600px;border-bottom:5px solid #888;border-radius:50%}.r{display:flex;gap:7px;justify-content:center;margin-bottom:7px}i{width:24px;height:22px;border-radius:6px 6px 3px 3px;background:#4b8f6b}.x{background:#565b66}.h{display:grid;grid-template-columns:repeat(6,1fr);gap:14px;margin:36px 90px}.h span{background:#3c6ad6;border-radius:6px;padding:11px}.h .off{background:#3a3d48;color:#888}',
    `<h2>${slot('film', 'Hall 2 · The Lighthouse Keeper', 'Hall 5 · The Lighthouse Keeper')}</h2><div class="s">screen</div>${repeat(rows, (row) => `<div class="r"${row === 14 ? mark('row') : ''}>${repeat(28, (n) => seat(row, n))}</div>`)}<div class="h">${repeat(18, (n) => `<span${n === 10 ? mark('disabled') : ''} class="${n === 10 && either('disabled', '', 'x') ? 'off' : ''}">Choose</span>`)}</div>`,
  );
};

/** A chess board, a crossword and a Sudoku: equal cells of which one differs. */
export const boards: Template = ({ either, mark }) => {
  const start = 'rnbqkbnrpppppppp................................PPPPPPPPRNBQKBNR'.split('');
  if (either('move', '', 'x')) [start[52], start[36]] = ['.', 'P'];
  const piece = (name: string) => '♚♛♜♝♞♟'.charAt('kqrbnp'.indexOf(name.toLowerCase())) || '';
  const chess = start
    .map(
      (name, n) => `<i class="${(n + Math.floor(n / 8)) % 2 ? 'd' : ''} ${name < 'a' ? 'w' : ''}">${piece(name)}</i>`,
    )
    .join('');
  const sudoku = (n: number) => {
    const digit = ((n % 9) * 2 + Math.floor(n / 9) * 3) % 9;
    const shown = (n * 13) % 5 < 2 ? String(digit + 1) : '';
    return `<i>${n === 40 ? `<q${mark('digit')}>${either('digit', '', '7')}</q>` : shown}</i>`;
  };
  const crossword = (n: number) =>
    `<i class="${(n * 29) % 7 < 2 ? 'k' : ''}">${n === 100 ? '' : (n * 29) % 7 < 2 ? '' : `<q${n === 71 ? mark('letter') : ''}>${n === 71 ? either('letter', 'E', 'F') : 'AEILNORST'.charAt((n * 7) % 9)}</q>`}</i>`;
  return whole(
    'body{font:16px Arimo,sans-serif;padding:30px;display:flex;gap:44px;flex-wrap:wrap;background:#fff}section{display:grid;border:2px solid #333}i,q{font-style:normal;quotes:none}i{display:grid;place-items:center}.c{grid-template-columns:repeat(8,60px);grid-auto-rows:60px}.c i{background:#f0d9b5;font-size:42px}.c .d{background:#b58863}.c .w{color:#fff;text-shadow:0 0 2px #000}.u{grid-template-columns:repeat(9,44px);grid-auto-rows:44px}.u i{border:1px solid #bbb;font-size:22px}.x{grid-template-columns:repeat(15,32px);grid-auto-rows:32px}.x i{border:1px solid #888;font:15px Tinos}.x .k{background:#000}',
    `<section class="c">${chess}</section><section class="u">${repeat(81, sudoku)}</section><section class="x">${repeat(225, crossword)}</section>`,
  );
};

/** A map drawn in SVG, with a route, pins and labels on it. */
export const map: Template = ({ either, mark }) => {
  const road = (n: number) =>
    `<path d="M0 ${60 + n * 83} C300 ${20 + n * 91} 700 ${160 + n * 67} 1280 ${40 + n * 88}" stroke="#fff" stroke-width="${n % 3 ? 5 : 11}" fill="none"/>`;
  const cross = (n: number) =>
    `<path d="M${90 + n * 130} 0 C${60 + n * 140} 300 ${190 + n * 110} 500 ${110 + n * 131} 800" stroke="#fff" stroke-width="${n % 4 ? 4 : 9}" fill="none"/>`;
  const house = (n: number) =>
    `<rect x="${(n * 97) % 1240}" y="${(n * 61) % 760}" width="${14 + (n % 5) * 6}" height="${12 + (n % 4) * 6}" fill="#ded7c8" stroke="#cfc6b4"/>`;
  const pin = (x: number, y: number, colour: string, extra = '') =>
    `<path${extra} d="M${x} ${y} c-14 -18 -16 -24 -16 -30 a16 16 0 0 1 32 0 c0 6 -2 12 -16 30z" fill="${colour}" stroke="#fff" stroke-width="2"/>`;
  return whole(
    'body{background:#fff}svg{display:block}text{font:600 15px Arimo;fill:#555;paint-order:stroke;stroke:#fff;stroke-width:3px}',
    `<svg width="1280" height="800" style="background:#eee8dc"><path d="M0 520 C200 480 420 620 640 560 S1000 520 1280 640 V800 H0z" fill="#a9d3de"/><path d="M820 90h260l40 190-190 60-140-90z" fill="#c8e0b4"/>${repeat(120, house)}${repeat(9, road)}${repeat(9, cross)}${['Mill Lane', 'Harbour', 'Old Town', 'Station', 'Quarry Park'].map((name, n) => `<text x="${140 + n * 220}" y="${150 + ((n * 173) % 500)}"${n === 2 ? mark('label') : ''}>${n === 2 ? either('label', name, 'New Town') : name}</text>`).join('')}${pin(420, 330, '#d33')}${pin(900, 470, '#36c')}${either('pin', '', 'x') ? pin(690, 240, '#282', mark('pin')) : ''}<path${mark('closed')} d="M520 390l140 30" stroke="${either('closed', '#ffffff', '#e33333')}" stroke-width="9"/></svg>`,
  );
};
