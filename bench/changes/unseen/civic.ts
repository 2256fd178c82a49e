import { repeat, type Template, whole } from '../../../test/corpus/changes/page.ts';
import { drawing, prose } from './prose.ts';

/** A month of a calendar with coloured events. */
export const calendar: Template = ({ slot, either, mark }) => {
  const events: Record<number, string> = {
    2: '<i class="e b">Dentist 9:15</i>',
    4: '<i class="e g">Choir</i><i class="e o">Parents’ evening</i>',
    9: `<i class="e ${either('repainted', 'b', 'r')}"${mark('repainted')}>Team lunch</i>`,
    11: '<i class="e g">Choir</i>',
    12: '<i class="e r">Board meeting</i>',
    16: '<i class="e o">Bin day</i>',
    18: '<i class="e g">Choir</i>',
    20: slot('event', '', '<i class="e r">Train 7:42</i>'),
    23: `<i class="e b">Review ${slot('hour', '10:00', '14:30')}</i>`,
    25: slot('event-gone', '<i class="e g">Choir</i>', ''),
    29: '<i class="e o">Market</i><i class="e b">Concert</i>',
  };
  return whole(
    `body{font:14px/1.4 Arimo,sans-serif;color:#3c4043;background:#f6f8fc}header{display:flex;gap:20px;align-items:center;padding:14px 24px;font-size:22px}header .to{border:1px solid #dadce0;border-radius:4px;font-size:14px;padding:8px 14px;background:#fff}.m{display:grid;grid-template-columns:repeat(7,1fr);margin:0 20px 20px;background:#fff;border-radius:20px;overflow:hidden}.m b{text-align:center;font-size:11px;font-weight:400;padding:8px;border-bottom:1px solid #e0e3e7}.d{height:132px;border-right:1px solid #e0e3e7;border-bottom:1px solid #e0e3e7;padding:8px}.d small{display:block;text-align:center;font-size:12px}.e{display:block;font-style:normal;border-radius:5px;color:#fff;font-size:12px;padding:2px 8px;margin-top:4px}.b{background:#1a73e8}.g{background:#0b8043}.o{background:#f09300}.r{background:#c5221f}`,
    `<header><b>Calendar</b><span class="to">Today</span><div>${slot('month', 'November', 'December')} 2026</div></header><div class="m">${['SUN', 'MON', 'TUE', 'WED', 'THU', 'FRI', 'SAT'].map((name) => `<b>${name}</b>`).join('')}${repeat(35, (n) => `<div class="d"><small>${n < 30 ? n + 1 : n - 29}</small>${events[n + 1] ?? ''}</div>`)}</div>`,
  );
};

/** A medical practice: opening hours, a map, doctors as cards. */
export const practice: Template = ({ slot, either, mark, photo }) => {
  const days = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday'];
  const hours = (day: string) => {
    if (day === 'Wednesday') return `8.00 – ${slot('hours', '12.00', '13.30')}`;
    if (day === 'Friday') return slot('shut', '8.00 – 15.00', '<b class="no">closed</b>');
    return '8.00 – 12.00 and 14.00 – 18.00';
  };
  const doctor = (name: string, n: number) =>
    n === 1 && either('doctor-gone', '', 'x')
      ? ''
      : `<div class="doc"${n === 1 ? mark('doctor-gone') : ''}><img src="${photo(750 + n)}"><h3>Dr ${name}</h3><p>${['General practice', 'Children', 'Heart and vessels', 'Travel medicine'][n]}</p></div>`;
  const streets =
    '<rect width="430" height="260" fill="#e8efe4"/><path d="M0 90L430 130M150 0L190 260M0 200L430 215M330 0L300 260" stroke="#fff" stroke-width="14"/><circle cx="230" cy="160" r="11" fill="#d33"/>';
  return whole(
    `body{font:17px/1.6 Arimo,sans-serif;color:#24424a}header{background:#e4f3f1;padding:30px 90px;display:flex;align-items:center}header b{font-size:30px;color:#0b7a75;margin-right:auto}.tel{font-size:20px}.two{display:grid;grid-template-columns:1fr 430px;gap:60px;padding:36px 90px}table{width:100%;border-collapse:collapse}td{padding:9px 0;border-bottom:1px solid #d5e6e4}td+td{text-align:right}.no{color:#c0392b}.info{background:#fff3cd;border-radius:12px;padding:18px 24px;margin:0 90px}.docs{display:flex;gap:24px;padding:10px 90px 50px}.doc{width:230px;text-align:center}.doc img{width:150px;height:150px;border-radius:50%;object-fit:cover}.doc h3{margin:8px 0 0}.doc p{margin:0}footer{background:#0b7a75;color:#fff;padding:22px 90px}`,
    `<header><b>Practice at the Mill</b><span class="tel">☎ 0441 ${slot('phone', '55 01 37', '72 48 90')}</span></header>${slot('holiday', '', '<div class="info">From 23 December to 2 January the practice is closed. In an emergency call 116 117.</div>')}<div class="two"><div><h2>Opening hours</h2><table>${days.map((day) => `<tr><td>${day}</td><td>${hours(day)}</td></tr>`).join('')}</table><p>${prose(27, 2)}</p></div><div><h2>How to find us</h2><img width="430" height="260" src="${drawing(430, 260, streets)}"><p>Mill Lane 4, second floor</p></div></div><div class="docs">${['Amsel', 'Boateng', 'Castro', 'Dreyer'].map(doctor).join('')}</div><footer>© Practice at the Mill · Imprint · Privacy</footer>`,
  );
};

/** A form of a public authority. */
export const form: Template = ({ slot }) => {
  const field = (label: string, hint: string, value: string, width: number) =>
    `<div class="f"><b>${label}</b><div class="hint">${hint}</div><div class="in" style="width:${width}px">${value}</div></div>`;
  return whole(
    `body{font:19px/1.35 Arimo,sans-serif;color:#0b0c0c}.top{background:#1d3c6e;color:#fff;padding:13px 30px;font-size:24px;font-weight:700}main{max-width:960px;margin:0 auto;padding:24px 30px 60px}h1{font-size:44px;line-height:1.1;margin:24px 0}.f{margin:0 0 30px;max-width:640px}.hint{color:#505a5f}.in{border:2px solid #0b0c0c;height:42px;padding:6px;margin-top:6px;max-width:100%}.err{border:5px solid #d4351c;padding:20px;margin:20px 0}.err b{font-size:24px}.msg{color:#d4351c;font-weight:700;margin-top:4px}.ra{display:flex;gap:14px;align-items:center;margin:10px 0}.ra i{width:38px;height:38px;border:2px solid #0b0c0c;border-radius:50%;display:grid;place-items:center}.ra u{width:20px;height:20px;border-radius:50%;background:#0b0c0c}.go{display:inline-block;background:#00703c;color:#fff;padding:9px 14px;box-shadow:0 2px 0 #002d18}.grey{background:#b1b4b6;box-shadow:0 2px 0 #6f777b}.ph{border-bottom:1px solid #b1b4b6;padding:8px 0;font-size:16px}`,
    `<div class="top">Ministry of Waters</div><main><div class="ph">This is a new service. Your feedback helps to improve it.</div>${slot('summary', '', '<div class="err"><b>There is a problem</b><p>Enter the number of the boat</p></div>')}<h1>Register a boat</h1><p>The fee is ${slot('fee', '£34.50', '£39.00')} and is paid once a year. ${prose(12, 2)}</p>${field('Name of the owner', 'As it is written in the passport', slot('value', '', 'Henrietta Marlowe'), 420)}${field('Number of the boat', slot('hint', 'Seven digits, on the stern', 'Six letters and digits, on the left side of the bow'), '', 220)}${slot('question', '', field('Length in metres', 'Without the bowsprit', '', 120))}<div class="f"><b>Does the boat have an engine?</b>${['Yes, an engine with fuel', 'Yes, an electric engine', 'No'].map((name, n) => `<div class="ra"><i>${n === 2 ? slot('ticked', '', '<u></u>') : ''}</i>${name}</div>`).join('')}</div>${field('Home port', 'Leave empty if there is none', '', 420)}<p>${prose(16, 3)}</p>${slot('disabled', '<span class="go">Continue</span>', '<span class="go grey">Continue</span>')}<p>${prose(32, 2)}</p></main>`,
  );
};

/** A bus timetable: stops as rows, trips as columns. */
export const bus: Template = ({ slot, either, mark }) => {
  const stops = [
    'Central station',
    'Town hall',
    'Museum',
    'Canal bridge',
    'Hospital',
    'Elm Park',
    'University',
    'Stadium',
    'Old dairy',
    'Garden colony',
    'Quarry',
    'Airport',
  ];
  const time = (stop: number, trip: number) => {
    const minutes = 302 + trip * 37 + stop * 4 + (trip % 3);
    return `${Math.floor(minutes / 60)}.${String(minutes % 60).padStart(2, '0')}`;
  };
  const extra = (stop: number) =>
    either('trip', '', 'x') ? `<td class="x"${mark('trip')}>${time(stop, 5).replace('.', '.0').slice(0, 4)}</td>` : '';
  const row = (name: string, stop: number) =>
    stop === 7 && either('stop-gone', '', 'x')
      ? ''
      : `<tr${stop === 7 ? mark('stop-gone') : ''}><th>${name}</th>${repeat(12, (trip) => `${trip === 6 ? extra(stop) : ''}<td>${stop === 4 && trip === 8 ? slot('minute', time(stop, trip), '11.59') : time(stop, trip)}</td>`)}</tr>`;
  return whole(
    `body{font:14.5px/1.3 Arimo,sans-serif;color:#111;margin:30px}h1{display:flex;gap:16px;align-items:center}h1 i{background:#e2001a;color:#fff;border-radius:6px;padding:4px 14px;font-style:normal}table{border-collapse:collapse}th{text-align:left;width:170px;font-weight:400;padding:6px 8px;border-bottom:1px solid #ddd}td{width:66px;text-align:right;padding:6px 12px 6px 0;border-bottom:1px solid #ddd;font-variant-numeric:tabular-nums}.x{background:#fff6cc}.fn{font-size:12.5px;color:#444;width:820px}`,
    `<h1><i>14</i>Central station – Airport</h1><p>Valid from ${slot('valid', '14 June', '13 December')} 2026</p><h2>Monday to Friday</h2><table>${stops.map(row).join('')}</table>${slot('works', '', '<p class="fn">Until the end of March the buses do not stop at the hospital. Please use the stop at the canal bridge.</p>')}<h2>Saturday</h2><table>${stops.map((name, stop) => `<tr><th>${name}</th>${repeat(8, (trip) => `<td>${time(stop, trip + 2)}</td>`)}</tr>`).join('')}</table><p class="fn">${prose(17, 3)}</p>`,
  );
};

/** Long terms with numbered clauses, about 14,000 px. */
export const longTerms: Template = ({ slot, either, mark }) => {
  const clause = (n: number) => {
    if (n === 31 && either('clause-gone', '', 'x')) return '';
    const third = n === 44 ? `Claims must be made within ${slot('months', 'twelve', 'three')} months.` : '';
    return `<div${n === 31 ? mark('clause-gone') : ''}><h3>Clause ${String.fromCharCode(65 + (n % 26))}${n}</h3><p>${prose(n * 3 + 1, 2)} ${third} ${prose(n * 7 + 3, 2)}</p></div>${n === 12 ? slot('clause', '', `<h3>Clause on arbitration</h3><p>All disputes are settled by one arbitrator in the city of Basel. ${prose(20, 2)}</p>`) : ''}`;
  };
  return whole(
    `body{font:16px/1.55 Arimo,sans-serif;color:#333}main{width:760px;margin:40px auto}h1{font-size:36px}h3{margin:22px 0 4px;color:#000}p{margin:0 0 10px}`,
    `<main><h1>General conditions</h1><p>Version ${slot('edition', '4.2 of May 2024', '5.0 of November 2026')}</p>${repeat(75, clause)}</main>`,
  );
};
