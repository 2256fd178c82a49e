import { repeat, type Template, whole } from '../../../test/corpus/changes/page.ts';

const NAMES = [
  'Aalto',
  'Brandt',
  'Castellan',
  'Dimitrov',
  'Eriksen',
  'Fontaine',
  'Grieg',
  'Hadley',
  'Ivanova',
  'Jansen',
  'Kovacs',
  'Lindgren',
];

/** A dashboard: figures, a line chart in SVG, a table of orders with coloured states. */
export const dashboard: Template = ({ slot, either, mark }) => {
  const order = (name: string, n: number, extra = '') =>
    `<tr${extra}><td>#${48_100 + n * 7}</td><td>${name} ${['Ltd', 'GmbH', 'SA'][n % 3]}</td><td>${n === 5 ? slot('state', '<i class="s w">Waiting</i>', '<i class="s p">Paid</i>') : `<i class="s ${n % 4 === 1 ? 'w' : 'p'}">${n % 4 === 1 ? 'Waiting' : 'Paid'}</i>`}</td><td class="n">${(n * 317 + 84).toLocaleString('en')}.00</td></tr>`;
  const orders = NAMES.map((name, n) => order(name, n));
  if (either('order', '', 'x')) orders.unshift(order('Moreau', 30, mark('order')));
  const line = (shift: number) =>
    Array.from({ length: 25 }, (_, n) => `${n * 30},${110 - 50 * Math.sin(n / 3 + shift) - n}`).join(' ');
  return whole(
    `body{font:14px/1.45 "Hanken Grotesk",sans-serif;background:#f3f5f9;color:#1d2536;display:grid;grid-template-columns:72px 1fr}.rail{background:#1d2536}.rail i{display:block;width:28px;height:28px;border-radius:8px;background:#3b4763;margin:22px}.in{padding:26px 34px}.kpis{display:flex;gap:18px}.kpi,.box{background:#fff;border-radius:12px;box-shadow:0 1px 3px #1d253626;padding:18px 22px;flex:1}.kpi b{font-size:28px;display:block}.up{color:#0b8a4b}.down{color:#c0392b}.box{margin-top:18px}table{width:100%;border-collapse:collapse}td,th{padding:11px 8px;border-bottom:1px solid #e8ecf3;text-align:left}.n{text-align:right;font-variant-numeric:tabular-nums}.s{font-style:normal;border-radius:20px;padding:3px 11px;font-size:12px}.p{background:#d9f5e5;color:#0b6b3c}.w{background:#fff0cc;color:#8a5a00}`,
    `<div class="rail">${'<i></i>'.repeat(5)}</div><div class="in"><h1>Orders</h1><div class="kpis"><div class="kpi">Revenue<b>€ ${slot('revenue', '84,120', '91,370')}</b><span class="up">▲ 4.1 %</span></div><div class="kpi">Orders<b>1,204</b><span class="up">▲ 2.0 %</span></div><div class="kpi">Returns<b>37</b>${slot('trend', '<span class="up">▲ 0.3 %</span>', '<span class="down">▼ 1.8 %</span>')}</div></div>
    <div class="box"><b>Last 24 hours</b><br><svg width="740" height="180"${mark('chart')}><polyline fill="none" stroke="#3867d6" stroke-width="3" points="${either('chart', line(0), line(2))}"/></svg></div><div class="box"><table><tr><th>Order</th><th>Customer</th><th>State</th><th class="n">Total</th></tr>${orders.join('')}</table></div></div>`,
  );
};

/** Departures of a railway station: dark head, striped rows, platforms. */
export const departures: Template = ({ slot, either, mark }) => {
  const towns = ['Norwich', 'Ely', 'Cambridge', 'Ipswich', 'Harwich', 'Diss', 'Stansted', 'Peterborough'];
  const train = (n: number) => {
    if (n === 11 && either('train-gone', '', 'x')) return '';
    const time = `${String(6 + Math.floor(n / 3)).padStart(2, '0')}:${String((n * 17) % 60).padStart(2, '0')}`;
    const remark = n === 7 ? slot('cancelled', '', '<b class="late">cancelled</b>') : '';
    return `<tr${n === 11 ? mark('train-gone') : ''}><td class="t">${time}</td><td>${towns[(n * 5) % 8]}</td><td>RE ${300 + n}</td><td>${n === 20 ? slot('platform', '3', '8') : (n % 7) + 1}</td><td>${remark}</td></tr>`;
  };
  return whole(
    `body{font:17px/1.3 Arimo,sans-serif;background:#fff}header{background:#00205b;color:#fff;padding:26px 60px;font-size:30px}table{width:100%;border-collapse:collapse}td{padding:9.5px 14px}td:first-child{padding-left:60px}tr:nth-child(odd){background:#eaf0fa}.t{font-weight:700}.late{color:#c00}.works{background:#ffcf33;padding:16px 60px}`,
    `<header>Departures, Thornbury Road</header>${slot('works', '', '<div class="works">Engineering works on Sunday: buses replace trains between Ely and Diss.</div>')}<table>${repeat(36, train)}</table>`,
  );
};

/** A grid of products with ratings, discounts and outlined buttons, and filters at the left. */
export const catalogue: Template = ({ slot, either, mark, photo }) => {
  const names = [
    'Oak stool',
    'Linen lamp',
    'Wool throw',
    'Clay jug',
    'Ash bench',
    'Cork tray',
    'Brass hook',
    'Felt basket',
    'Jute rug',
    'Glass vase',
  ];
  const item = (name: string, n: number, extra = '') =>
    `<div class="it"${extra}>${n === 4 ? slot('ribbon', '', '<i class="rb">New</i>') : ''}<img src="${photo(560 + n)}"><div class="nm">${name}</div><div class="st">${'★'.repeat(3 + (n % 3))}</div><div class="pr">£${n === 6 ? slot('cost', '18.50', '16.50') : `${12 + n * 9}.00`}</div>${n === 1 ? slot('button', '<span class="b">Add</span>', '<span class="b full">Add</span>') : '<span class="b">Add</span>'}</div>`;
  const items = names.map((name, n) => item(name, n));
  if (mark('sold-out')) items[5] = either('sold-out', item('Cork tray', 5, mark('sold-out')), '');
  return whole(
    `body{font:15px/1.4 Arimo,sans-serif;color:#2a2a2a;display:flex;padding:30px;gap:34px}.f{width:200px;flex:none}.f label{display:block;padding:6px 0}.f i{display:inline-block;width:15px;height:15px;border:1.5px solid #999;border-radius:3px;margin-right:8px;vertical-align:-2px}.g{display:grid;grid-template-columns:repeat(3,1fr);gap:34px 22px;flex:1}.it{position:relative}.it img{width:100%;height:230px;object-fit:cover}.nm{font-size:17px;margin-top:8px}.st{color:#d09a1e}.pr{font-weight:700;margin-bottom:8px}.b{display:inline-block;border:1.5px solid #2a2a2a;padding:6px 26px}.full{background:#2a2a2a;color:#fff}.rb{position:absolute;left:0;top:14px;background:#2f6f4f;color:#fff;font:700 13px Arimo;padding:6px 14px}`,
    `<div class="f"><b>Material</b>${['Wood', 'Wool', 'Glass', 'Clay', 'Metal'].map((name, n) => `<label><i></i>${name} (${n * 3 + 2})</label>`).join('')}${slot('filter', '', '<label><i></i>Paper (6)</label>')}<p><b>Colour</b></p>${['Natural', 'Black', 'Blue'].map((name) => `<label><i></i>${name}</label>`).join('')}</div><div class="g">${items.join('')}</div>`,
  );
};

/** Plans as cards on a gradient, with a switch and a table of features. */
export const plans: Template = ({ slot, either, mark }) => {
  const card = (name: string, price: string, n: number) =>
    `<div class="c${n === 1 ? ' hot' : ''}">${n === 1 ? slot('popular', '', '<em>Most popular</em>') : ''}<h2>${name}</h2><div class="p">${price}<small> / month</small></div><span class="go">Choose ${name}</span><p>For ${['one person', 'teams up to twenty', 'companies'][n]} with ${['few', 'many', 'countless'][n]} projects.</p></div>`;
  return whole(
    `body{font:16px/1.5 Arimo,sans-serif;color:#20183a;background:linear-gradient(#efeaff,#fff 700px)}h1{text-align:center;font-size:46px;padding-top:50px;margin:0}.cs{display:flex;gap:26px;justify-content:center;align-items:flex-start;margin:46px}.c{width:320px;background:#fff;border-radius:20px;padding:30px;box-shadow:0 10px 40px #4b2fa01f}.hot{outline:3px solid #6c4ce0}.p{font-size:42px;font-weight:700}small{font-size:15px;color:#777;font-weight:400}.go{display:block;background:#6c4ce0;color:#fff;border-radius:10px;text-align:center;padding:12px;margin:16px 0}em{display:inline-block;background:#ffe27a;border-radius:6px;padding:3px 10px;font-style:normal;font-size:13px}table{width:1010px;margin:0 auto 60px;border-collapse:collapse}td{padding:13px;border-bottom:1px solid #e5dff7}td+td{text-align:center;width:180px}`,
    `<h1>Simple plans</h1><div class="cs">${card('Seed', '$0', 0)}${card('Grove', slot('grove', '$18', '$24'), 1)}${card('Forest', '$59', 2)}</div><table>${['Projects', 'Storage', 'History', 'Single sign-on', 'Audit log', 'Support'].map((name, n) => (n === 3 && either('feature-gone', '', 'x') ? '' : `<tr${n === 3 ? mark('feature-gone') : ''}><td>${name}</td><td>${n > 2 ? '–' : n + 1}</td><td>${n === 1 ? slot('storage', '50 GB', '200 GB') : '✓'}</td><td>✓</td></tr>`)).join('')}</table>`,
  );
};
