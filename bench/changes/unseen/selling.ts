import { repeat, type Template, whole } from '../../../test/corpus/changes/page.ts';
import { drawing, prose } from './prose.ts';

/** Results of a search for hotels: filters, a map, cards with pictures and prices. */
export const hotels: Template = ({ slot, either, mark, photo }) => {
  const names = [
    'Hotel Astoria',
    'Pension Lindenhof',
    'The Old Granary',
    'Harbour Lights',
    'Villa Rosa',
    'Station Inn',
    'Garden Suites',
    'Seven Bells',
  ];
  const hotel = (name: string, n: number, extra = '') =>
    `<div class="ho${n === 5 ? either('sold', '', ' off') : ''}"${n === 5 ? mark('sold') : extra}><img src="${n === 2 ? either('room', photo(762), photo(789)) : photo(760 + n)}"${n === 2 ? mark('room') : ''}><div class="tx"><h3>${name}</h3><small>${['Old town', 'Riverside', 'Centre'][n % 3]} · ${300 + n * 210} m from the centre</small><p>${prose(n * 4 + 3, 1)}</p>${n === 1 ? slot('last', '', '<em>Only 1 room left at this price</em>') : ''}</div><div class="pr"><i>${n === 4 ? slot('mark', '8.1', '7.6') : (9.4 - n * 0.3).toFixed(1)}</i><div><b>€ ${n === 3 ? slot('rate', '118', '149') : 84 + n * 13}</b><small>per night</small></div></div></div>`;
  const list = names.map((name, n) => hotel(name, n));
  if (mark('hotel-gone')) list[6] = either('hotel-gone', hotel('Garden Suites', 6, mark('hotel-gone')), '');
  const swapped = either('sorted', '', 'x') ? [list[0], list[3], list[2], list[1], ...list.slice(4)] : list;
  const pins = repeat(
    6,
    (n) => `<circle cx="${30 + ((n * 61) % 200)}" cy="${25 + ((n * 37) % 100)}" r="7" fill="#003580"/>`,
  );
  return whole(
    `body{font:15px/1.45 Arimo,sans-serif;color:#1a1a1a;background:#fff}header{background:#003580;color:#fff;padding:18px 90px 40px;font-size:24px;font-weight:700}.se{display:flex;background:#febb02;padding:4px;gap:4px;margin:-26px 90px 0;border-radius:6px}.se div{flex:1;background:#fff;padding:12px 16px;border-radius:4px}.cols{display:grid;grid-template-columns:250px 1fr;gap:24px;padding:24px 90px}.fi{border:1px solid #d9d9d9;border-radius:8px;padding:12px 16px;margin-top:14px}.fi div{padding:5px 0}.fi s{display:inline-block;width:18px;height:18px;border:1px solid #868686;border-radius:3px;margin-right:10px;vertical-align:-4px}.fi .tick{background:#0071c2}
    .ho{display:flex;gap:16px;border:1px solid #d9d9d9;border-radius:8px;padding:16px;margin-bottom:16px}.ho img{width:220px;height:190px;object-fit:cover;border-radius:8px}.tx{flex:1}.tx h3{margin:0;color:#0071c2;font-size:20px}.tx em{color:#c00;font-style:normal}.pr{width:130px;text-align:right;display:flex;flex-direction:column;justify-content:space-between}.pr i{align-self:end;background:#003580;color:#fff;font:700 16px/32px Arimo;width:40px;text-align:center;border-radius:6px 6px 6px 0}.pr b{font-size:22px;display:block}.off{opacity:.4}.deal{background:#e7fde9;border:1px solid #97e59c;border-radius:8px;padding:14px 18px;margin-bottom:16px}small{color:#6b6b6b}`,
    `<header>staywell</header><div class="se"><div>Lindau</div><div>${slot('dates', 'Fri 20 Nov – Sun 22 Nov', 'Mon 4 Jan – Thu 7 Jan')}</div><div>2 adults · 1 room</div></div><div class="cols"><div><img width="250" height="150" src="${drawing(250, 150, `<rect width="250" height="150" fill="#dcebd5"/><path d="M0 110Q90 60 250 100V150H0z" fill="#a5cdf0"/>${pins}`)}"><div class="fi"><b>Filter by</b>${['Breakfast', 'Parking', 'Pets', 'Free cancellation', 'Pool', 'Sauna'].map((name, n) => `<div>${n === 3 ? slot('ticked', '<s></s>', '<s class="tick"></s>') : '<s></s>'}${name}</div>`).join('')}</div></div><div><h2>Lindau: ${slot('count', '214', '187')} places found</h2>${slot('deal', '', '<div class="deal"><b>Late deal</b><br>Save a fifth on stays until Sunday.</div>')}${either('sponsored', '', hotel('Grand Palace', 11, mark('sponsored')))}${swapped.join('')}</div></div>`,
  );
};

/** Servers for rent, as a dark table with a switch between monthly and hourly prices. */
export const servers: Template = ({ slot, either, mark }) => {
  const price = (n: number) =>
    n < 4 ? slot(`cost-${n}`, `$${6 + n * 7}.20`, `$0.0${9 + n * 11}`) : `$${6 + n * 7}.20`;
  const row = (name: string, n: number, extra = '') =>
    `<tr${extra}><td><b>${name}</b></td><td>${2 ** (n % 5)} vCPU</td><td>${n === 2 ? slot('memory', '512 MB', '16 GB') : `${2 ** ((n % 5) + 1)} GB`}</td><td>${20 * (n + 1)} GB</td><td>${n === 5 ? slot('ipv6', '–', '✓') : '✓'}</td><td class="p">${price(n)}</td><td><span class="o">Order</span></td></tr>`;
  const rows = ['CX-11', 'CX-21', 'CX-31', 'CX-41', 'CX-51', 'AX-61', 'AX-71'].map((name, n) => row(name, n));
  if (either('model', '', 'x')) rows.splice(4, 0, row('CX-45', 8, mark('model')));
  return whole(
    `body{font:16px/1.5 Arimo,sans-serif;background:#0a0a12;color:#b8bdd0}main{width:1080px;margin:0 auto;padding:60px 0}h1{color:#fff;font-size:52px;letter-spacing:-.03em;line-height:1.05;margin:0 0 14px}.gl{background:radial-gradient(600px 300px at 70% 0,#5b21b655,transparent)}table{width:100%;border-collapse:collapse;background:#12121d;margin-top:30px}th,td{text-align:left;padding:15px 18px;border-bottom:1px solid #23233a}th{color:#7a7f96;font-weight:400;font-size:13px}td b,.p{color:#fff}.p{font-size:19px}.o{border:1px solid #7c5cff;color:#b9a8ff;border-radius:6px;padding:7px 16px}.q{display:grid;grid-template-columns:1fr 1fr;gap:18px;margin-top:40px}.q div{background:#12121d;border:1px solid #23233a;border-radius:10px;padding:20px 24px}.q b{color:#fff}.sale{background:linear-gradient(90deg,#7c3aed,#db2777);color:#fff;border-radius:10px;padding:16px 24px;margin-top:24px}.was{text-decoration:line-through}`,
    `<div class="gl"><main><h1>Servers without surprises</h1><p>${prose(34, 2)}</p>${slot('sale', '', '<div class="sale">Black week: no setup fee on all dedicated servers until 30 November.</div>')}<table><tr><th>Model</th><th>Processor</th><th>Memory</th><th>Disk</th><th>IPv6</th><th>Price</th><th></th></tr>${rows.join('')}</table><div class="q">${repeat(4, (n) => `<div><b>${['Where are they?', 'What about backups?', 'Can I change the model?', 'How do I pay?'][n]}</b><p>${n === 1 ? slot('faq', prose(34, 2), prose(10, 2)) : prose(n * 8 + 5, 2)}</p></div>`)}</div></main></div>`,
  );
};

/** A landing page: gradients, a photograph behind text, icons, a strip of logos, footer. */
export const landing: Template = ({ slot, either, mark, photo }) => {
  const logo = (name: string, n: number) =>
    name === 'Corvid' && either('logo-gone', '', 'x')
      ? ''
      : `<span${name === 'Corvid' ? mark('logo-gone') : ''}>${['◆', '●', '▲', '■', '✚'][n]} ${name}</span>`;
  const icon = (n: number, shape: string) =>
    `<img width="56" height="56" src="${drawing(56, 56, `<rect width="56" height="56" rx="14" fill="hsl(${n * 50 + 200} 80% 93%)"/>${shape}`)}">`;
  const bolt = '<path d="M31 8L15 32h11l-3 16 18-25H29z" fill="#2563eb"/>';
  const lock =
    '<rect x="15" y="25" width="26" height="20" rx="4" fill="#2563eb"/><path d="M20 25v-5a8 8 0 0 1 16 0v5" fill="none" stroke="#2563eb" stroke-width="4"/>';
  return whole(
    `body{font:17px/1.6 Arimo,sans-serif;color:#0f172a}.hero{background:linear-gradient(135deg,#0ea5e9,#6366f1 55%,#ec4899);color:#fff;padding:110px 120px 130px}.hero h1{font-size:64px;line-height:1.05;margin:0 0 18px;max-width:800px}.cta{display:inline-block;background:#fff;color:#1e1b4b;border-radius:40px;padding:14px 34px;font-weight:700}.dark{background:#111827;color:#fff}.lo{display:flex;justify-content:center;gap:64px;padding:34px;color:#64748b;font-size:22px}.fe{display:grid;grid-template-columns:repeat(3,1fr);gap:40px;padding:50px 120px}.fe h3{margin:12px 0 4px}.fe p{margin:0}.ph{height:440px;background-size:cover;background-position:center;display:flex;align-items:end;padding:40px 120px;color:#fff;font-size:30px;font-weight:700}.quo{text-align:center;padding:70px 240px;font:italic 27px/1.5 Tinos,serif;background:#f8fafc}.quo small{display:block;font:16px Arimo;color:#64748b;margin-top:14px}footer{background:#0f172a;color:#94a3b8;display:grid;grid-template-columns:2fr 1fr 1fr 1fr;gap:30px;padding:50px 120px;font-size:15px}footer b{color:#fff;display:block}.pill{background:#fde68a;color:#713f12;text-align:center;padding:9.6px;font-size:15px}`,
    `${slot('pill', '', '<div class="pill">We raised our second round. Read the story</div>')}<div class="hero"><h1>${slot('claim', 'Invoices that write themselves', 'Bookkeeping for people who hate it')}</h1><p>${prose(3, 1)}</p><span class="cta${either('cta', '', ' dark')}"${mark('cta')}>Start for free</span></div><div class="lo">${['Northwind', 'Pelagic', 'Corvid', 'Umbra', 'Tessera'].map(logo).join('')}</div><div class="fe">${repeat(6, (n) => `<div>${n === 4 ? slot('icon', icon(n, bolt), icon(n, lock)) : icon(n, n % 2 ? lock : bolt)}<h3>${['Fast', 'Private', 'Open', 'Simple', 'Fair', 'Yours'][n]}</h3><p>${n === 2 ? slot('feature', prose(22, 1), prose(33, 1)) : prose(n * 5 + 6, 1)}</p></div>`)}</div><div class="ph" style="background-image:url(${either('backdrop', photo(771), photo(777))})"${mark('backdrop')}><span>Made in a former shipyard</span></div><div class="quo">${slot('quote', '“I got my Sundays back, and my accountant sends flowers.”<small>Mara, florist</small>', '“We closed the books of the whole year before breakfast, twice.”<small>Jon, boat builder</small>')}</div><footer><div><b>tally</b>${prose(23, 1)}</div>${repeat(3, (n) => `<div><b>${['Product', 'Company', 'Help'][n]}</b>Overview<br>${n === 1 ? slot('careers', '', 'Careers<br>') : ''}Contact<br>News</div>`)}</footer>`,
  );
};

/** A menu with leaders of dots between dish and price, in one column. */
export const bistro: Template = ({ slot, either, mark }) => {
  const dishes = [
    'Onion soup',
    'Beetroot with goat cheese',
    'Mussels in cider',
    'Lentils and smoked trout',
    'Duck with plums',
    'Potato gratin',
    'Mushroom ragout',
    'Pike dumplings',
    'Apple tart',
    'Chestnut cream',
    'Cheese from the valley',
  ];
  const dish = (name: string, n: number) => {
    if (n === 5 && either('dish-gone', '', 'x')) return '';
    const shown = n === 6 ? slot('renamed', name, 'Mushroom and barley stew') : name;
    const struck = n === 3 ? `<span${either('struck', '', ' class="out"')}${mark('struck')}>${shown}</span>` : shown;
    return `<div class="d"${n === 5 ? mark('dish-gone') : ''}><span>${struck}${n === 2 ? slot('leaf', '', ' <i>new</i>') : ''}</span><u></u><b>${n === 8 ? slot('price', '7.50', '9.00') : `${6 + n}.${n % 2 ? '50' : '00'}`}</b></div>`;
  };
  return whole(
    `body{font:19px/1.5 Tinos,serif;background:#f2ebdd;color:#33261a}main{width:640px;max-width:100%;margin:0 auto;padding:56px 30px;background:#fbf7ee;min-height:900px}h1{font-size:58px;text-align:center;margin:0;letter-spacing:.04em}.sub{text-align:center;font-style:italic;margin-bottom:30px}h2{text-align:center;font-size:24px;letter-spacing:.2em;margin:30px 0 10px}.d{display:flex;align-items:baseline;padding:5px 0}.d u{flex:1;height:3px;margin:0 8px;background:radial-gradient(circle,#9a8a75 1px,transparent 1.3px) 0 0/7px 3px}.d i{font:700 12px Arimo;background:#5d7a3a;color:#fff;padding:2px 7px;border-radius:9px}.out{text-decoration:line-through 2px;color:#b3a58f}.box{border:1px solid #33261a;padding:14px 22px;text-align:center;margin:26px 0}`,
    `<main><h1>Chez Odile</h1><div class="sub">${slot('opening', 'Monday to Saturday from six', 'Closed until Easter')}</div><h2>FIRST</h2>${dishes.slice(0, 4).map(dish).join('')}<h2>THEN</h2>${dishes
      .slice(4, 8)
      .map((name, n) => dish(name, n + 4))
      .join(
        '',
      )}${slot('special', '', '<div class="d"><span>Venison with juniper</span><u></u><b>24.00</b></div>')}<h2>LAST</h2>${dishes
      .slice(8)
      .map((name, n) => dish(name, n + 8))
      .join(
        '',
      )}${slot('private', '', '<div class="box">On Saturday we are closed for a private party.</div>')}<p style="text-align:center">${prose(23, 1)} ${prose(20, 1)}</p></main>`,
  );
};
