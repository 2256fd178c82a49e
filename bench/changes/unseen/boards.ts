import { repeat, type Template, whole } from '../../../test/corpus/changes/page.ts';
import { drawing, prose } from './prose.ts';

/** A league: a table with crests and the form of each team, and results beside it. */
export const league: Template = ({ slot, mark, either }) => {
  const teams = [
    'Rovers',
    'Albion',
    'Wanderers',
    'Dynamo',
    'Union 04',
    'Sporting',
    'Lokomotiv',
    'Celtic Bay',
    'Athletic',
    'Viktoria',
    'Town',
    'Rangers',
    'Olympia',
    'Fortuna',
  ];
  const crest = (n: number) =>
    drawing(
      26,
      26,
      `<path d="M3 2h20v13q0 7-10 10Q3 22 3 15z" fill="hsl(${n * 47} 70% 42%)"/><path d="M11 2h5v22h-5z" fill="#fff"/>`,
    );
  const form = (n: number) =>
    repeat(5, (g) => {
      const result = 'WDLWWLDWDL'[(n * 3 + g) % 10] ?? 'W';
      if (n === 4 && g === 4)
        return `<i class="${either('form', 'L', 'W')}"${mark('form')}>${either('form', 'L', 'W')}</i>`;
      return `<i class="${result}">${result}</i>`;
    });
  const match = (n: number) =>
    `<div class="ma"><span>${teams[n]}</span><b>${n === 3 ? slot('score', '0 : 0', '2 : 1') : `${(n * 5) % 4} : ${n % 3}`}</b><span>${teams[13 - n]}</span>${n === 5 ? slot('live', '', '<em>LIVE 63′</em>') : ''}</div>`;
  return whole(
    `body{font:14px/1.4 Arimo,sans-serif;background:#eef1f0;color:#14261d}header{background:#0d4f2b;color:#fff;padding:18px 50px;font-size:24px;font-weight:700}.g{display:grid;grid-template-columns:1fr 360px;gap:24px;padding:24px 50px;align-items:start}.c{background:#fff;border-radius:8px;padding:14px 18px}table{width:100%;border-collapse:collapse}th,td{text-align:center;padding:8px 4px;border-bottom:1px solid #e4e9e6}td:nth-child(2),th:nth-child(2){text-align:left}td img{vertical-align:-7px;margin-right:10px}td i{display:inline-block;width:20px;height:20px;border-radius:4px;color:#fff;font:700 12px/20px Arimo;margin:0 2px}.W{background:#1a9850}.D{background:#9aa5a0}.L{background:#d73027}.ma{display:grid;grid-template-columns:1fr 56px 1fr;border-bottom:1px solid #e4e9e6;padding:12px 0;text-align:center}.ma em{grid-column:1/4;color:#d73027;font:700 12px Arimo}`,
    `<header>Northern League</header><div class="g"><div class="c"><h2>Table after ${slot('round', '9', '12')} rounds</h2><table><tr><th>#</th><th>Team</th><th>P</th><th>W</th><th>D</th><th>L</th><th>Goals</th><th>Form</th><th>Pts</th></tr>${teams.map((name, n) => `<tr><td>${n + 1}</td><td><img src="${crest(n)}">${name}</td><td>11</td><td>${9 - Math.floor(n / 2)}</td><td>${n % 3}</td><td>${Math.floor(n / 2)}</td><td>${n === 7 ? slot('goals', '17:17', '20:19') : `${30 - n}:${10 + n}`}</td><td>${form(n)}</td><td><b>${n === 11 ? slot('points', '9', '12') : 29 - n * 2}</b></td></tr>`).join('')}</table></div><div class="c"><h2>Results</h2>${repeat(7, match)}<h2>News</h2>${slot('transfer', '', '<p><b>Keeper Lunde leaves Dynamo</b><br>The captain signs for two years with a club abroad.</p>')}<p>${prose(15, 3)}</p><p>${prose(7, 3)}</p></div></div>`,
  );
};

const SUN =
  '<circle cx="20" cy="20" r="10" fill="#ffc83d"/><path d="M20 2v6M20 32v6M2 20h6M32 20h6" stroke="#ffc83d" stroke-width="3"/>';
const RAIN =
  '<path d="M10 24a7 7 0 0 1 2-13 9 9 0 0 1 17 3 5 5 0 0 1 1 10z" fill="#dfe9f5"/><path d="M14 28l-3 8M21 28l-3 8M28 28l-3 8" stroke="#7fc4ff" stroke-width="2.5"/>';
const CLOUD = '<path d="M8 29a8 8 0 0 1 2-15 10 10 0 0 1 19 3 6 6 0 0 1 1 12z" fill="#fff"/>';

/** Weather on a gradient: hours with icons, a week with bars of temperature. */
export const weather: Template = ({ slot, either, mark }) => {
  const icon = (shapes: string) => `<img width="40" height="40" src="${drawing(40, 40, shapes)}">`;
  const sky = (n: number) => icon([SUN, CLOUD, CLOUD, RAIN][(n * 3) % 4] ?? SUN);
  const day = (name: string, n: number) => {
    const left = n === 3 ? either('bar', '30', '4') : String(12 + n * 6);
    const width = n === 3 ? either('bar', '40', '88') : String(30 + ((n * 13) % 25));
    return `<div class="da"><span>${name}</span>${n === 5 ? slot('sky', icon(SUN), icon(RAIN)) : sky(n)}<b>${n === 1 ? slot('low', '3°', '−6°') : `${4 + n}°`}</b><u><i style="left:${left}%;width:${width}%"${n === 3 ? mark('bar') : ''}></i></u><b>${12 + ((n * 5) % 9)}°</b></div>`;
  };
  return whole(
    `body{font:17px/1.4 Arimo,sans-serif;color:#fff;background:linear-gradient(180deg,#2b6cb0,#63b3ed 900px,#90cdf4)}main{width:760px;max-width:100%;margin:0 auto;padding:40px 20px}.now{text-align:center}.now b{font-size:96px;font-weight:400;line-height:1.1;display:block}.p{background:#1a4a80;border-radius:18px;padding:18px 24px;margin-top:18px}.hs{display:flex;justify-content:space-between;text-align:center;overflow:hidden}.hs div{flex:none;width:64px}.da{display:grid;grid-template-columns:120px 60px 50px 1fr 60px;align-items:center;border-top:1px solid #ffffff33;padding:8px 0}.da b{text-align:right;padding-right:12px}u{height:6px;background:#0b2c50;border-radius:3px;position:relative}u i{position:absolute;height:6px;border-radius:3px;background:#f6ad55}.warn{background:#c53030;border-radius:18px;padding:16px 24px;margin-top:18px}.two{display:grid;grid-template-columns:1fr 1fr;gap:18px}`,
    `<main><div class="now">Lower Marsh<b>${slot('now', '14°', '9°')}</b>Mostly cloudy</div>${slot('warn', '', '<div class="warn"><b>Storm warning</b><br>Gusts of up to 100 km/h are expected tonight.</div>')}<div class="p"><div class="hs">${repeat(9, (n) => `<div>${(13 + n) % 24} h<br>${sky(n)}<br>${14 - n}°</div>`)}</div></div><div class="p">Seven days${['Today', 'Thursday', 'Friday', 'Saturday', 'Sunday', 'Monday', 'Tuesday'].map(day).join('')}</div><div class="two"><div class="p">Sunrise<h2>7:${slot('rise', '41', '58')}</h2></div><div class="p">Wind<h2>22 km/h</h2></div></div><p>${prose(25, 2)}</p></main>`,
  );
};

/** A dashboard of a server: tiles, an area, bars, a ring and progress bars, all drawn. */
export const charts: Template = ({ slot, either, mark }) => {
  const area = (shift: number) =>
    Array.from({ length: 41 }, (_, n) => `${n * 16},${120 - 40 * Math.sin(n / 5 + shift) - 18 * Math.cos(n / 2)}`).join(
      ' ',
    );
  const bars = repeat(14, (n) => {
    const height = 30 + ((n * 37) % 90);
    if (n !== 10) return `<rect x="${n * 34}" y="${150 - height}" width="22" height="${height}" fill="#2dd4bf"/>`;
    const tall = either('bar', String(height), '138');
    return `<rect x="${n * 34}" y="${150 - Number(tall)}" width="22" height="${tall}" fill="#2dd4bf"${mark('bar')}/>`;
  });
  const progress = (name: string, share: number, n: number) =>
    `<div class="pg"><span>${name}</span><u><i class="w${n}"${n === 1 ? mark('progress') : ''} style="width:${n === 1 ? either('progress', '34', '91') : share}%"></i></u></div>`;
  return whole(
    `body{font:14px/1.45 Arimo,sans-serif;background:#101418;color:#d9dee4;padding:22px}.top{display:flex;justify-content:space-between;margin-bottom:16px}.k{display:grid;grid-template-columns:repeat(5,1fr);gap:14px}.k div,.b{background:#1a2027;border:1px solid #262e37;border-radius:6px;padding:14px 16px}.k b{display:block;font-size:27px;color:#fff}.r{display:grid;grid-template-columns:700px 1fr;gap:14px;margin-top:14px}.al{background:#5b1d1d;border:1px solid #a33;border-radius:6px;padding:12px 16px;margin-bottom:16px}.pg{display:flex;gap:12px;padding:7px 0;align-items:center}.pg span{width:110px}u{flex:1;background:#0b0e11;height:12px}u i{display:block;height:12px;background:#60a5fa}.lg{padding:4px 0}.lg i{display:inline-block;width:11px;height:11px;margin-right:8px}table{width:100%;border-collapse:collapse}td{padding:6px;border-top:1px solid #262e37}`,
    `<div class="top"><b>node-07 · Berlin</b><span>Last 6 hours</span></div>${slot('alert', '', '<div class="al"><b>Disk /dev/sdb will be full in 3 days</b> · acknowledged by nobody</div>')}<div class="k">${['Requests', 'Errors', 'Latency', 'Sessions', 'Uptime'].map((name, n) => `<div>${name}<b>${n === 2 ? `${slot('latency', '41', '87')} ms` : ['1.8 M', '0.02 %', '', '3,310', '212 d'][n]}</b></div>`).join('')}</div><div class="r"><div class="b">Traffic<br><svg width="640" height="200"><path d="M0 40H640M0 100H640M0 160H640" stroke="#262e37"/><polyline points="${either('traffic', area(0), area(1.7))}" fill="none" stroke="#a78bfa" stroke-width="2.5"${mark('traffic')}/></svg></div><div class="b">Memory<br><svg width="200" height="200" viewBox="0 0 42 42"><circle cx="21" cy="21" r="15.9" fill="none" stroke="#0b0e11" stroke-width="6"/><circle cx="21" cy="21" r="15.9" fill="none" stroke="#f59e0b" stroke-width="6" stroke-dasharray="${either('ring', '8 92', '82 18')}"${mark('ring')}/></svg>${['Used', 'Cached', 'Free'].map((name, n) => `<div class="lg"><i style="background:${['#f59e0b', '#64748b', '#0b0e11'][n]}"></i>${name}</div>`).join('')}</div></div><div class="r"><div class="b">Jobs per hour<br><svg width="480" height="150">${bars}</svg></div><div class="b">Disks${['/', '/var', '/home', '/srv', '/backup'].map((name, n) => progress(name, 20 + ((n * 29) % 60), n)).join('')}</div></div><div class="b" style="margin-top:14px"><table>${repeat(8, (n) => `<tr><td>${['nginx', 'postgres', 'redis', 'cron', 'backup', 'mail', 'search', 'queue'][n]}</td><td>${n === 4 ? slot('service', 'running', '<span style="color:#f87171">stopped</span>') : 'running'}</td><td>${(n * 13) % 40} %</td><td>${80 + n * 31} MB</td></tr>`)}</table></div>`,
  );
};

/** The steps of a parcel on a phone. */
export const parcel: Template = ({ slot }) => {
  const step = (text: string, time: string, done: boolean) =>
    `<div class="st${done ? ' ok' : ''}"><i></i><div><b>${text}</b><small>${time}</small></div></div>`;
  return whole(
    `body{font:15px/1.45 Arimo,sans-serif;background:#f4f4f4;color:#222}header{background:#ffcc00;color:#d40511;font:italic 900 26px Arimo;padding:14px 18px}.c{background:#fff;border-radius:10px;margin:14px;padding:16px 18px}.eta{font-size:24px;font-weight:700}.st{display:flex;gap:14px;padding:0 0 22px;position:relative}.st i{width:16px;height:16px;border-radius:50%;background:#ccc;margin-top:3px;flex:none}.ok i{background:#2e9e4f}.st small{display:block;color:#777}.b{display:block;background:#d40511;color:#fff;text-align:center;border-radius:8px;padding:13px;margin-top:10px}.bar{position:fixed;left:0;right:0;bottom:0;background:#333;color:#fff;padding:14px 18px;font-size:14px}.nav{display:flex;justify-content:space-around;background:#fff;padding:12px;border-top:1px solid #ddd}`,
    `<header>Swift Post</header><div class="c">Arrives<div class="eta">${slot('eta', 'Friday, 14–17 h', 'today, 9–11 h')}</div><small>Parcel 00340 4341 7720 61</small></div><div class="c">${slot('step', '', step('Out for delivery', 'Wed 18 Nov, 8:02', true))}${step('Sorted in Hamburg', 'Tue 17 Nov, 23:40', true)}${step('Left the depot', 'Tue 17 Nov, 18:15', true)}${step('Handed in', 'Mon 16 Nov, 12:09', true)}</div><div class="c"><b>Options</b><p>${prose(16, 1)}</p><span class="b">${slot('option', 'Leave with a neighbour', 'Collect from a locker')}</span></div><div class="c"><b>Help</b><p>${prose(27, 2)}</p></div><div class="nav"><span>Track</span><span>Send</span><span>Account</span></div>${slot('consent', '', '<div class="bar">We use cookies to improve this service. <u>Accept</u></div>')}`,
  );
};
