import { repeat, sentence, type Template, whole, words } from '../../../test/corpus/changes/page.ts';

const LINES = [
  'export function parseRange(text: string): Range | undefined {',
  "  const [first, last] = text.split('-').map(Number);",
  '  if (first === undefined) return undefined;',
  '  if (last === undefined) return { first, last: first };',
  '  return { first, last };',
  '}',
  '',
  'export function formatRange({ first, last }: Range): string {',
  "  return first === last ? String(first) : [first, last].join('-');",
  '}',
  '',
  '/** Whether both ranges have a line in common. */',
  'export function overlaps(one: Range, other: Range): boolean {',
  '  return one.first <= other.last && other.first <= one.last;',
  '}',
] as const;

/** A review of code: a dark diff with tinted lines, remarks between them and checks at the right. */
export const codeDiff: Template = ({ slot, either, mark }) => {
  const line = (text: string, n: number, file: number) => {
    const isWord = file === 1 && n === 3;
    const isTinted = file === 0 && n === 9 && either('tint', '', 'x');
    const sign = [3, 8].includes(n) ? '+' : n === 4 ? '-' : ' ';
    const tint = sign === '+' || isTinted ? ' plus' : sign === '-' ? ' minus' : '';
    const shown = isWord ? slot('letter', text, text.replace('last: first', 'last: frist')) : text;
    const operator =
      file === 2 && n === 4 ? `  return {${slot('operator', ' first, last ', ' first - last ')}};` : shown;
    return `<div class="l${tint}"${file === 0 && n === 9 ? mark('tint') : ''}><i>${n + 14}</i><i>${n + 15}</i><b>${sign}</b>${operator}</div>`;
  };
  const file = (n: number) =>
    `<section><h3><span>src/ranges/${['parse', 'format', 'overlap'][n]}.ts</span><em>+${n + 2} −${n === 1 ? slot('removed-lines', '1', '7') : 1}</em></h3>${LINES.map((text, at) => line(text, at, n) + (n === 1 && at === 8 ? slot('remark', '', '<div class="r"><b>mwenda</b> Should this not be an en dash, as in the documents?</div>') : '')).join('')}</section>`;
  return whole(
    'body{background:#0d1117;color:#c9d1d9;font:14px/1.5 Arimo,sans-serif;padding:24px 32px;display:grid;grid-template-columns:1fr 230px;gap:24px}section{border:1px solid #30363d;border-radius:6px;margin-bottom:18px;overflow:hidden}h3{display:flex;justify-content:space-between;background:#161b22;border-bottom:1px solid #30363d;margin:0;padding:8px 14px;font:13px Cousine}h3 em{font-style:normal;color:#7ee787}.l{white-space:pre;font:12px/20px Cousine,monospace}.l i{display:inline-block;width:44px;text-align:right;padding-right:10px;color:#6e7681;font-style:normal}.l b{display:inline-block;width:20px;text-align:center;font-weight:400}.plus{background:#12261e}.minus{background:#25171c}.r{background:#161b22;border:1px solid #30363d;margin:10px 20px;padding:12px;border-radius:6px}aside div{padding:7px 0;border-bottom:1px solid #21262d}u{display:inline-block;width:10px;height:10px;border-radius:50%;background:#3fb950;margin-right:9px}',
    `<main><h1>Ranges of lines</h1>${repeat(3, file)}</main><aside><h2>Checks</h2>${['Types', 'Style', 'Linux', 'macOS', 'Windows', 'Docs'].map((name, n) => `<div><u${n === 3 ? mark('check') : ''}${n === 3 && either('check', '', 'x') ? ' style="background:#f85149"' : ''}></u>${name}</div>`).join('')}<p>${slot('reviewers', '2 of 3 reviewers approved', '3 of 3 reviewers approved')}</p></aside>`,
  );
};

/** A log in a terminal whose lines differ in a few characters. */
export const terminal: Template = ({ slot, either, mark }) => {
  const line = (n: number) =>
    `<div>10:${String(14 + Math.floor(n / 60)).padStart(2, '0')}:${String((n * 7) % 60).padStart(2, '0')} <b>info</b> worker-${n % 4} stored ${n === 61 ? slot('bytes', '48118 bytes', '48178 bytes') : `${(n * 9173) % 90000} bytes`} in ${n % 9} ms</div>`;
  const lines = Array.from({ length: 90 }, (_, n) => line(n));
  if (either('warning', '', 'x'))
    lines.splice(40, 0, `<div${mark('warning')}>10:14:59 <u>warn</u> worker-2 retries after 503</div>`);
  if (either('rotated', '', 'x')) lines.splice(0, 6);
  else lines.splice(0, 6, `<div${mark('rotated')}>${lines.slice(0, 6).join('')}</div>`);
  return whole(
    'body{background:#000;color:#c8c8c8;font:13px/17.4px Cousine,monospace;padding:12px}b{color:#5fd75f;font-weight:400}u{color:#ffaf00;text-decoration:none}',
    `${lines.join('')}<div>$ npm run backup -- --all ${either('cursor', '', 'x') ? '' : `<i${mark('cursor')} style="background:#c8c8c8">&nbsp;</i>`}</div>`,
  );
};

/** A dense sheet of numbers with row and column headers. */
export const sheet: Template = ({ slot, either, mark }) => {
  const columns = 'ABCDEFGHIJKLMNOP'.split('');
  const value = (row: number, column: number) => (((row * 7919 + column * 104_729) % 99_991) / 100).toFixed(2);
  const cell = (row: number, column: number) => {
    const own = value(row, column);
    if (row === 31 && column === 9) return `<td>${slot('cell', own, `${own.slice(0, -1)}7`)}</td>`;
    if (row === 12 && column === 4) return `<td>${slot('minus', own, `−${own}`)}</td>`;
    if (row === 44 && column === 2)
      return `<td${mark('filled')}${either('filled', '', 'x') ? ' style="background:#fff2a8"' : ''}>${own}</td>`;
    if (row === 22 && column === 12)
      return `<td${mark('selected')}${either('selected', '', 'x') ? ' style="outline:2px solid #1a73e8;outline-offset:-2px"' : ''}>${own}</td>`;
    return `<td>${(row * column) % 11 === 5 ? '' : own}</td>`;
  };
  const rows = Array.from(
    { length: 58 },
    (_, row) =>
      `<tr${row === 17 ? mark('row-gone') : ''}><th>${row + 1}</th>${columns.map((_, column) => cell(row, column)).join('')}</tr>`,
  );
  if (either('row-gone', '', 'x')) rows.splice(17, 1);
  return whole(
    'body{font:11px Arimo,sans-serif;color:#222}.bar{background:#f1f3f4;padding:7px 12px;border-bottom:1px solid #ccc}table{border-collapse:collapse}td,th{border:1px solid #e1e1e1;width:74px;height:19px;padding:0 4px;text-align:right;font-variant-numeric:tabular-nums}th{background:#f8f9fa;text-align:center;font-weight:400;color:#666;width:38px}.tabs{padding:8px 46px}.tabs b{padding:5px 14px;background:#e8f0fe}.tabs span{padding:5px 14px}',
    `<div class="bar">Budget 2026 · ${slot('formula', 'C4 to C18', 'C4 to C19')}</div><table><tr><th></th>${columns.map((name) => `<th>${name}</th>`).join('')}</tr>${rows.join('')}</table><div class="tabs"><b>Plan</b><span>Actual</span><span>Notes</span>${slot('tab', '', '<span>Archive</span>')}</div>`,
  );
};

const CARDS = [
  ['Paint the shed', 'Order the red, not the brown'],
  ['Renew the insurance', 'Compare with two others first'],
  ['Gutters', 'Before the leaves come down'],
  ['Call the chimney sweep', ''],
  ['Winter tyres', 'Booked for the 14th at nine'],
  ['Sort the seeds', 'Beans, peas, the yellow courgettes'],
  ['Fix the bicycle lamp', ''],
  ['Return library books', 'Three are due on Monday'],
  ['Bleed the radiators', 'Upstairs first'],
  ['Label the keys', ''],
] as const;

/** Columns of cards with shadows, white on light grey. */
export const kanban: Template = ({ slot, either, mark }) => {
  const card = (n: number, extra = '') =>
    `<div class="c"${extra}><b>${n === 2 ? slot('card-title', 'Gutters', 'Roof gutters and drains') : CARDS[n]?.[0]}</b><p>${CARDS[n]?.[1] ?? ''}</p><div class="f"><i class="a${n % 4}"></i><span>${n === 7 ? slot('due', 'Mon', 'Wed') : ['Tue', 'Fri', 'Sat'][n % 3]}</span>${n === 4 && either('dot', '', 'x') ? `<u${mark('dot')}></u>` : ''}</div></div>`;
  const columns = [
    [0, 1, 2, 3],
    [4, 5, 6],
    [7, 8, 9],
  ];
  if (either('reordered', '', 'x')) columns[0] = [3, 0, 1, 2];
  if (either('card-gone', '', 'x')) columns[1] = [4, 6];
  return whole(
    'body{background:#f4f5f7;font:14.5px/1.45 Arimo,sans-serif;color:#172b4d;padding:30px}.k{display:grid;grid-template-columns:repeat(3,1fr);gap:22px;align-items:start}.k>div{background:#ebecf0;border-radius:8px;padding:14px}.c{background:#fff;border-radius:7px;box-shadow:0 1px 3px #091e4238;padding:12px 14px;margin-bottom:12px}p{margin:6px 0;color:#5e6c84}.f{display:flex;gap:9px;align-items:center;font-size:12px;color:#6b778c}.f i{width:22px;height:22px;border-radius:50%}.a0{background:linear-gradient(135deg,#ff8b6b,#ffd06b)}.a1{background:linear-gradient(135deg,#6bb3ff,#6b6bff)}.a2{background:linear-gradient(135deg,#6bffb0,#2c9e83)}.a3{background:linear-gradient(135deg,#e36bff,#8b2c9e)}u{width:8px;height:8px;border-radius:50%;background:#de350b;margin-left:auto}',
    `<h1>House and garden</h1><div class="k">${columns.map((some, at) => `<div><h3>${['To do', 'This week', 'Done'][at]}</h3>${some.map((n) => card(n, n === 5 ? mark('card-gone') : '')).join('')}${at === 2 && either('card', '', 'x') ? `<div class="c"${mark('card')}><b>Oil the hinges</b><p>All doors on the ground floor</p><div class="f"><i class="a2"></i><span>Thu</span></div></div>` : ''}</div>`).join('')}</div>`,
  );
};

/** A chat: bubbles at both sides, with times and ticks. */
export const chat: Template = ({ slot, either, mark }) => {
  const bubble = (n: number) =>
    `<div class="m ${n % 3 === 1 ? 'own' : ''}"><span>${n === 6 ? `${sentence(n, 9)} ${slot('edited', '', '<small>(edited)</small>')}` : sentence(n + 40, 4 + ((n * 5) % 17))}${n === 9 && either('heart', '', 'x') ? `<em${mark('heart')}>❤️</em>` : ''}</span><time>${9 + Math.floor(n / 5)}:${10 + ((n * 7) % 49)} ${n % 3 === 1 ? `<s${n === 13 ? mark('read') : ''} style="${n === 13 && either('read', '', 'x') ? 'color:#1d9bf0' : ''}">✓✓</s>` : ''}</time></div>`;
  return whole(
    'body{background:#e5ddd5;font:15.5px/1.45 Arimo,sans-serif;max-width:760px;margin:0 auto;padding:18px}.m{margin:9px 0;max-width:72%;width:fit-content}.m span{display:block;position:relative;background:#fff;border-radius:14px;padding:9px 14px;box-shadow:0 1px 1px #0002}.own{margin-left:auto}.own span{background:#dcf8c6}time{font-size:11px;color:#667;padding:0 8px}s{text-decoration:none;color:#99a}em{position:absolute;right:-8px;bottom:-10px;font-style:normal;background:#fff;border-radius:12px;padding:1px 5px;font-size:14px;box-shadow:0 1px 2px #0004}small{color:#889}.t{color:#667;font-style:italic}',
    `${repeat(15, bubble)}${slot('message', '', `<div class="m"><span>${words(71, 12)}?</span><time>12:04</time></div>`)}${slot('typing', '', '<p class="t">Imre is typing…</p>')}`,
  );
};
