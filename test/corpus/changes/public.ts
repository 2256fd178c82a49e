import { paragraphs, repeat, sentence, type Template, whole, words } from './page.ts';

/** A council: notices, a list of documents, opening hours, two columns of different length. */
export const council: Template = ({ slot, mark, either, photo }) =>
  whole(
    `body{font:18px/1.5 Arimo,sans-serif;color:#0b0c0c}header{background:#0b0c0c;color:#fff;padding:14px 40px;font-size:26px;font-weight:700;border-bottom:10px solid #1d70b8}.crumbs{padding:12px 40px;font-size:15px}.two{display:grid;grid-template-columns:2fr 1fr;gap:60px;padding:10px 40px;max-width:1240px}
    .notice{border:5px solid #1d70b8;padding:20px;margin:20px 0}.doc{display:flex;gap:18px;border-bottom:1px solid #b1b4b6;padding:14px 0}.doc i{width:52px;height:66px;background:#f3f2f1;border:1px solid #b1b4b6;flex:none}table{width:100%;border-collapse:collapse}td,th{text-align:left;border-bottom:1px solid #b1b4b6;padding:10px 0}h2{border-top:2px solid #1d70b8;padding-top:12px}footer{background:#f3f2f1;border-top:1px solid #b1b4b6;padding:30px 40px;margin-top:50px;font-size:15px}`,
    `<header>Lower Marsh Council</header><div class="crumbs">Home › Rubbish and recycling</div><div class="two"><div><h1>Rubbish and recycling</h1>${slot('notice', '', `<div class="notice"><b>Collections move by one day</b><br>${sentence(1000, 20)}</div>`)}${paragraphs(2, 1010, 45)}<h2>Bin days</h2><table><tr><th>Street</th><th>Day</th><th>Next</th></tr>${repeat(12, (n) => (n === 7 && either('street-gone', '', 'x') ? '' : `<tr${n === 7 ? mark('street-gone') : ''}><td>${words(1020 + n, 2)}</td><td>${['Monday', 'Tuesday', 'Friday'][n % 3]}</td><td>${n === 4 ? `${slot('bin-day', '12', '19')} November` : `${3 + n} November`}</td></tr>`))}</table>
    <h2>Documents</h2>${slot('document', '', `<div class="doc"><i></i><div><b>${words(1060, 5)}</b><br>PDF, 214 kB</div></div>`)}${repeat(5, (n) => `<div class="doc"><i></i><div><b>${words(1050 + n, 5)}</b><br>PDF, ${120 + n * 37} kB</div></div>`)}${slot('contact', `<h2>Contact</h2><p>${sentence(1070, 14)}</p>`, '')}</div>
    <div><img src="${photo(111)}" width="360" height="220"><h2>Opening hours</h2><p>Monday to Friday<br>${slot('hours', '9.00 to 17.00', '10.00 to 16.30')}</p>${slot('side', '', `<p>${sentence(1080, 26)}</p>`)}<h2>Related</h2><ul>${repeat(9, (n) => `<li>${words(1090 + n, 4)}</li>`)}</ul>${paragraphs(5, 1110, 30)}</div></div><footer>Last updated ${slot('updated', '3', '17')} November 2026 · Accessibility · Privacy</footer>`,
  );

/** Departures of a ferry as one table. */
export const timetable =
  (rows: number): Template =>
  ({ slot, mark, either }) =>
    whole(
      `body{font:14px/1.4 Arimo,sans-serif;margin:0 40px}table{border-collapse:collapse;width:100%}td,th{border:1px solid #ccd;padding:3px 8px;text-align:left}th{background:#eef}${rows > 1000 ? 'td{font:9px/10px Arimo;padding:0 8px}' : ''}`,
      `<h1>Departures</h1><p>${slot('valid', 'Valid until 12 December 2026', 'Valid until 3 January 2027')}</p><table><tr><th>No.</th><th>Time</th><th>Quay</th><th>To</th><th>Boat</th></tr>${repeat(
        rows,
        (n) => {
          const row = (m: number, extra: string) =>
            `<tr${extra}><td>${m}</td><td>${n === 17 ? slot('time', '07:45', '07:55') : `${String((m * 7) % 24).padStart(2, '0')}:${String((m * 13) % 60).padStart(2, '0')}`}</td><td>${(m % 6) + 1}</td><td>${words(m % 29, 2)}</td><td>${words(m % 11, 1)}</td></tr>`;
          const middle = Math.floor(rows / 2);
          const added = n === middle && either('row', '', 'x') ? row(9_999, mark('row')) : '';
          const gone = n === middle + 30 && mark('row-gone');
          if (gone && either('row-gone', '', 'x')) return added;
          return added + row(n, n === middle + 30 ? mark('row-gone') : '');
        },
      )}</table><p>${sentence(1200, 14)}</p>`,
    );

/** A dark status page with bars, numbers and a log of incidents. */
export const status: Template = ({ slot }) =>
  whole(
    `body{font:15px/1.5 "Hanken Grotesk",Arimo,sans-serif;background:#0f1318;color:#d7dde4}main{width:900px;margin:40px auto}.all{background:#12833f;color:#fff;border-radius:10px;padding:18px 24px;font-size:20px}.part{background:#171d24;border:1px solid #29323c;border-radius:10px;padding:16px 20px;margin:12px 0}.bars{display:flex;gap:3px;margin-top:8px}.bars i{flex:1;height:32px;background:#2ea55d;border-radius:2px}
    .bars .bad{background:#d8a11f}.tiles{display:grid;grid-template-columns:repeat(4,1fr);gap:12px}.tile{background:#171d24;border-radius:10px;padding:16px}.tile b{display:block;font-size:30px}.log{border-left:2px solid #29323c;padding-left:20px}`,
    `<main><h1>Ferrite cloud</h1>${slot('state', '<div class="all">All systems operate normally</div>', '<div class="all" style="background:#b3541e">Two systems are slow</div>')}<div class="tiles" style="margin:16px 0">${repeat(4, (n) => `<div class="tile">${words(1300 + n, 2)}<b>${n === 2 ? slot('number', '99.98', '97.31') : `${90 + n}.${n * 2}`}</b></div>`)}</div>
    ${repeat(6, (n) => `<div class="part">${words(1310 + n, 2)}<div class="bars">${repeat(60, (b) => (n === 3 && b === 59 ? slot('bar', '<i></i>', '<i class="bad"></i>') : `<i class="${(b * 7 + n * 5) % 41 === 0 ? 'bad' : ''}"></i>`))}</div></div>`)}
    <h2>Incidents</h2><div class="log">${slot('incident', '', `<h3>17 November</h3><p>${sentence(1350, 24)}</p>`)}${repeat(7, (n) => `<h3>${9 - n} November</h3><p>${sentence(1330 + n, 16 + n * 3)}</p>`)}</div></main>`,
  );

/** The menu of a restaurant in two columns of text. */
export const menu: Template = ({ slot, either, mark }) =>
  whole(
    `body{font:18px/1.5 Tinos,serif;background:#fbf6ec;color:#3a2a1c}main{width:1000px;margin:50px auto}h1{text-align:center;font-size:50px;letter-spacing:.06em}.cols{columns:2;column-gap:80px}.two{display:flex;gap:80px}.two>div{flex:1}.dish{display:flex;justify-content:space-between;padding:5.3px 0;border-bottom:1px dotted #b9a68d}.dish small{display:block;color:#8a7358}h2{font-size:24px;color:#8c3b1f}`,
    `<main><h1>Osteria Lumen</h1><p style="text-align:center">${slot('season', 'Autumn menu', 'Winter menu')}</p><div class="two"><div><h2>Starters</h2>${slot('special', '', `<div class="dish"><span>${words(1400, 3)}<small>${words(1401, 7)}</small></span><b>14</b></div>`)}${repeat(9, (n) => `<div class="dish"><span>${words(1410 + n, 3)}<small>${words(1430 + n, 5 + (n % 4))}</small></span><b>${n === 5 ? slot('left-price', '9', '11') : 7 + n}</b></div>`)}<h2>Soups</h2>${repeat(5, (n) => `<div class="dish"><span>${words(1450 + n, 3)}</span><b>${8 + n}</b></div>`)}</div>
    <div><h2>Mains</h2>${repeat(8, (n) => (n === 3 && either('sold', '', 'x') ? '' : `<div class="dish"${n === 3 ? mark('sold') : ''}><span>${words(1460 + n, 4)}<small>${words(1480 + n, 8)}</small></span><b>${18 + n}</b></div>`))}<h2>Sweets</h2>${repeat(6, (n) => `<div class="dish"><span>${words(1500 + n, 3)}</span><b>${6 + n}</b></div>`)}${slot('note', '', `<p>${sentence(1520, 20)}</p>`)}<p>${sentence(1521, 30)}</p></div></div></main>`,
  );

/** A forum: a list of posts with pictures of their authors. */
export const forum: Template = ({ slot, either, mark, photo }) => {
  const post = (n: number, extra = '') =>
    `<div class="post"${extra}><img src="${photo(120 + (n % 5))}"><div><b>${words(1600 + n, 2)}</b> <small>${n === 6 ? `${slot('ago', '3', '5')} hours ago` : `${n + 1} days ago`}</small>${paragraphs(1 + (n % 2), 1620 + n * 9, 24 + ((n * 11) % 40))}<small>▲ ${n === 9 ? slot('votes', '17', '24') : n * 3}</small></div></div>`;
  const posts = Array.from({ length: 14 }, (_, n) => post(n));
  if (either('reply', '', 'x')) posts.splice(4, 0, post(50, mark('reply')));
  if (either('last', '', 'x')) posts.push(post(51, mark('last')));
  if (either('deleted', '', 'x'))
    posts[8] = `<div class="post"${mark('deleted')}><i>This post was deleted by its author.</i></div>`;
  else if (mark('deleted')) posts[8] = post(8, mark('deleted'));
  if (either('sorted', '', 'x')) posts.splice(2, 0, ...posts.splice(9, 1));
  return whole(
    `body{font:15px/1.55 Arimo,sans-serif;background:#dae0e6}main{width:780px;margin:24px auto}.post{background:#fff;border:1px solid #ccc;border-radius:6px;margin:10px 0;padding:14px;display:grid;grid-template-columns:48px 1fr;gap:14px}.post img{width:44px;height:44px;border-radius:22px}p{margin:6px 0}small{color:#787c7e}`,
    `<main><h1>Boat repairs</h1>${posts.join('')}</main>`,
  );
};

/** Paragraphs of text until the page is about as high as asked for. */
export const tall =
  (sections: number): Template =>
  ({ slot, photo }) =>
    whole(
      `body{font:16px/1.5 Arimo,sans-serif;margin:0 auto;width:900px}.bar{background:#204080;color:#fff;line-height:42.8px;padding-left:20px}h2{font-size:24.6px}`,
      `${slot('bar', '', '<div class="bar">A new bar of 42.8 pixels at the top of the page</div>')}<h1>The long log</h1>${repeat(sections, (n) => `<h2>Entry ${n}</h2>${paragraphs(2, 2000 + n * 12, 50)}${n % 9 === 4 ? `<img src="${photo(140 + (n % 4))}" width="600" height="260">` : ''}${n === Math.floor(sections * 0.4) ? slot('middle', '', `<p>${sentence(1990, 30)}</p>`) : ''}${n === sections - 3 ? `<p>Total: ${slot('total', '1,204', '1,208')} litres</p>` : ''}`)}`,
    );
