import { type PagePair, pair, repeat, type Template, whole } from './page.ts';

/** A calendar of a month with events, and a form below it. */
const calendar: Template = ({ slot }) =>
  whole(
    'body{font:14px/1.4 Arimo,sans-serif;color:#223;padding:30px}.m{display:grid;grid-template-columns:repeat(7,1fr);border-left:1px solid #ccd;border-top:1px solid #ccd}.d{border-right:1px solid #ccd;border-bottom:1px solid #ccd;height:92px;padding:6px}.e{background:#dbeafe;border-radius:4px;padding:2px 6px;font-size:12px;margin-top:4px}form{margin-top:30px;width:520px}label{display:block;margin:12px 0 4px}.i{border:1px solid #99a;border-radius:6px;padding:9px 12px}.go{display:inline-block;background:#1d4ed8;color:#fff;padding:9px 22px;border-radius:6px;margin-top:16px}.err{color:#b91c1c;font-size:13px}',
    `<h1>March</h1><div class="m">${repeat(35, (n) => `<div class="d">${n < 31 ? n + 1 : ''}${n % 9 === 4 ? '<div class="e">Choir, 19:00</div>' : ''}${n === 16 ? slot('event', '', '<div class="e">Spring concert</div>') : ''}${n === 23 ? slot('moved', '<div class="e">Rehearsal 18:00</div>', '<div class="e">Rehearsal 20:30</div>') : ''}</div>`)}</div>
    <form><label>Name</label><div class="i">Your name</div>${slot('error', '', '<div class="err">Please enter a name.</div>')}<label>Voice</label><div class="i">Alto</div>${slot('field', '', '<label>Phone</label><div class="i">+44</div>')}<span class="go">${slot('send', 'Send', 'Register')}</span></form>`,
  );

/** A dark documentation page in German with code, a definition list and a sticky table of contents. */
const handbook: Template = ({ slot, either, mark }) =>
  whole(
    'body{font:16px/1.7 Arimo,sans-serif;background:#0f1216;color:#c9d1d9;display:grid;grid-template-columns:1fr 240px;gap:50px;padding:40px 90px}pre{background:#161b22;border:1px solid #30363d;border-radius:8px;padding:16px;font:14px/1.55 Cousine,monospace}dt{font-weight:700;color:#fff;margin-top:12px}dd{margin:0 0 0 28px}.toc{border-left:2px solid #30363d;padding-left:18px;font-size:14px;align-self:start}.toc div{padding:4px 0}.warn{background:#3b2300;border-left:4px solid #d29922;padding:12px 18px;margin:18px 0}',
    `<main><h1>Sicherung und Wiederherstellung</h1><p>Die Sicherung läuft jede Nacht um ${slot('time', '02:30', '04:15')} Uhr und dauert je nach Datenmenge zwischen zehn Minuten und zwei Stunden. Während dieser Zeit bleiben alle Dienste erreichbar.</p>${slot('warning', '', '<div class="warn">Vor der Aktualisierung muss eine vollständige Sicherung vorliegen.</div>')}<pre>sicherung start --ziel /mnt/nas\nsicherung prüfen${either('line', '', '\n')}${slot('line', '', 'sicherung aufräumen --älter 90')}\nsicherung ende</pre>
    <dl><dt>Ziel</dt><dd>Das Verzeichnis, in das geschrieben wird.</dd>${slot('entry', '', '<dt>Schlüssel</dt><dd>Die Datei mit dem öffentlichen Schlüssel.</dd>')}<dt>Dauer</dt><dd>Die längste erlaubte Laufzeit in Minuten.</dd><dt>Prüfung</dt><dd>${slot('meaning', 'Vergleicht die Prüfsummen nach dem Schreiben.', 'Liest jede zehnte Datei zurück und meldet Fehler sofort.')}</dd></dl><p>Weitere Hinweise stehen im Kapitel über die Überwachung.</p></main><div class="toc">${['Überblick', 'Einrichtung', 'Zeitplan', 'Prüfung'].map((name) => `<div>${name}</div>`).join('')}${slot('toc', '', '<div>Fehlersuche</div>')}<div${mark('none')}>Anhang</div></div>`,
  );

/** Cards in the way of Bootstrap, a timeline, and a footer of flexible columns. */
const company: Template = ({ slot, photo }) =>
  whole(
    'body{font:16px/1.5 "Hanken Grotesk",sans-serif;color:#212529;background:#f8f9fa}.hero{background:linear-gradient(135deg,#4f46e5,#db2777);color:#fff;padding:70px 100px}.hero h1{font-size:44px;margin:0}.row{display:flex;gap:24px;padding:40px 100px}.card{flex:1;background:#fff;border:1px solid #dee2e6;border-radius:6px;box-shadow:0 2px 4px #0001}.card img{width:100%;height:150px;object-fit:cover;border-radius:6px 6px 0 0}.cb{padding:16px}.card h5{font-size:20px;margin:0 0 8px}.btn{display:inline-block;background:#0d6efd;color:#fff;border-radius:6px;padding:6px 12px}.tl{margin:0 100px;border-left:3px solid #adb5bd;padding-left:30px}.tl div{padding:12px 0}.tl b{display:block}footer{background:#212529;color:#adb5bd;display:flex;justify-content:space-between;padding:40px 100px;margin-top:40px}.pill{background:#dc3545;color:#fff;border-radius:20px;font-size:12px;padding:2px 9px;margin-left:8px}',
    `<div class="hero"><h1>${slot('claim', 'Bridges that last', 'Bridges for two centuries')}</h1><p>Engineering since 1921</p></div><div class="row">${['Planning', 'Building', 'Inspection'].map((name, n) => `<div class="card"><img src="${photo(610 + n)}"><div class="cb"><h5>${name}${n === 1 ? slot('pill', '', '<span class="pill">New</span>') : ''}</h5><p>Our team of ${[12, 48, 9][n]} people works in all parts of the country.${n === 2 ? slot('more', '', ' Drones reach what ladders do not, and every crack is photographed twice a year.') : ''}</p><span class="btn">Read more</span></div></div>`).join('')}</div>
    <div class="tl">${slot('news', '', '<div><b>2026</b>Opened the office in Leeds.</div>')}${['2024', '2019', '2003', '1987'].map((year, n) => `<div><b>${year}</b>${['Won the prize for timber structures.', 'Finished the crossing at Weir Point.', 'Hundredth bridge handed over.', 'Moved to the old mill.'][n]}</div>`).join('')}</div><footer><div>Imprint<br>Privacy</div><div>Tel. ${slot('phone', '0113 496 0142', '0113 496 0977')}</div><div>${slot('year', '© 2025', '© 2026')} Weir & Sons</div></footer>`,
  );

/** Results of a league: a table with merged cells and a bar chart in SVG, in Chinese. */
const league: Template = ({ slot, either, mark }) => {
  const teams = ['红星', '蓝海', '北山', '东湖', '南城', '西岭'];
  const row = (team: string, n: number) =>
    `<tr${n === 3 ? mark('gone') : ''}>${n % 3 === 0 ? `<td rowspan="${n === 3 && either('gone', '', 'x') ? 2 : 3}" class="g">第${n / 3 + 1}组</td>` : ''}<td>${team}</td><td>${n === 1 ? slot('points', '31', '34') : 28 - n * 3}</td><td>${n === 4 ? slot('result', '胜', '负') : '胜'} 平 负</td></tr>`;
  return whole(
    'body{font:16px/1.6 "Noto Sans SC","Noto Sans JP",sans-serif;padding:40px 120px;color:#222}table{border-collapse:collapse;width:800px}td,th{border:1px solid #bbb;padding:10px 16px;text-align:left}.g{background:#eef3e8;font-weight:700}th{background:#354f2b;color:#fff}.note{background:#fff7d6;padding:12px 18px;margin:24px 0;width:800px}',
    `<h1>联赛积分榜</h1><table><tr><th colspan="2">球队</th><th>积分</th><th>最近三场</th></tr>${teams.map(row).join('')}</table>${slot('note', '', '<div class="note">第十二轮比赛因大雪推迟到周日下午举行。</div>')}<h2>进球</h2><svg width="800" height="220"${mark('chart')}>${repeat(6, (n) => `<rect x="${n * 130}" y="${200 - (n === 2 ? Number(either('chart', '80', '150')) : 60 + n * 20)}" width="90" height="${n === 2 ? either('chart', '80', '150') : 60 + n * 20}" fill="#6b8f4e"/>`)}</svg><p>数据每周一更新，如有错误请联系编辑部。</p>`,
  );
};

/** A mailbox: narrow list with avatars beside a message, with chips and a toolbar. */
const mailbox: Template = ({ slot, either, mark }) => {
  const mail = (name: string, n: number, extra = '') =>
    `<div class="r"${extra}><i style="background:hsl(${n * 67} 45% 55%)">${name[0]}</i><div><b>${name}</b><br>${['Minutes of the meeting', 'Your order has shipped', 'Photos from Sunday', 'Invoice 2024-117', 'Keys for the shed'][n % 5]}</div><small>${n === 1 ? slot('time', '09:12', '09:47') : `${8 + n}:0${n}`}</small></div>`;
  const mails = ['Agnes', 'Bertil', 'Clara', 'Dario', 'Edda'].map((name, n) => mail(name, n));
  if (either('mail', '', 'x')) mails.unshift(mail('Felix', 7, mark('mail')));
  return whole(
    'body{font:15px/1.45 Arimo,sans-serif;display:flex;min-height:800px;color:#1b1f27}.l{width:380px;background:#f3f4f8;border-right:1px solid #d9dce5;flex:none}.r{display:flex;gap:12px;padding:14px 18px;border-bottom:1px solid #e2e5ee}.r i{width:40px;height:40px;border-radius:50%;color:#fff;display:grid;place-items:center;font-style:normal;flex:none}.r small{margin-left:auto;color:#778}.v{padding:26px 40px}.c{display:inline-block;background:#e6e9f5;border-radius:14px;padding:4px 12px;margin-right:8px;font-size:13px}.q{border-left:3px solid #b8c0d8;padding-left:14px;color:#556;margin:16px 0}',
    `<div class="l">${mails.join('')}</div><div class="v"><h2>${slot('subject', 'Keys for the shed', 'Keys for the boathouse and the shed')}</h2><span class="c">Garden</span><span class="c">Open</span>${slot('chip', '', '<span class="c">Urgent</span>')}<p>Dear all,</p><p>the lock of the shed was changed on Friday. ${slot('sentence', '', 'The old keys do not fit any more, please throw them away. ')}New keys lie in the office and can be fetched until noon, or in the evening from Bertil, who lives next door. Please sign the list when you take one.</p><div class="q">Who has the second key?</div><p>See you on Sunday<br>Edda</p></div>`,
  );
};

/** Layouts unlike those of the other pairs. The comparison was tuned on these. */
export const LAYOUT_PAIRS: readonly PagePair[] = [
  pair('nothing', 'calendar', calendar, []),
  pair('moved only', 'higher cells of a calendar', calendar, [], { style: '.d{height:97.4px}' }),
  pair('insert', 'event in a calendar', calendar, ['event']),
  pair('number', 'time of an event', calendar, ['moved']),
  pair('insert', 'error of a form', calendar, ['error']),
  pair('insert', 'field of a form', calendar, ['field']),
  pair('retext', 'button of a form', calendar, ['send']),
  pair('number', 'German time', handbook, ['time']),
  pair('insert', 'German warning', handbook, ['warning']),
  pair('code', 'command in a dark block', handbook, ['line']),
  pair('list', 'entry of a definition list', handbook, ['entry']),
  pair('retext', 'definition', handbook, ['meaning']),
  pair('navigation', 'entry of a table of contents', handbook, ['toc']),
  pair('several', 'warning and table of contents', handbook, ['warning', 'toc']),
  pair('retext', 'claim on a gradient', company, ['claim']),
  pair('badge', 'pill in the title of a card', company, ['pill']),
  pair('insert', 'sentence that stretches three cards', company, ['more']),
  pair('insert', 'entry of a timeline', company, ['news']),
  pair('number', 'phone in a footer', company, ['phone']),
  pair('date', 'year in a footer', company, ['year']),
  pair('moved only', 'higher hero', company, [], { style: '.hero{padding-bottom:83.6px}' }),
  pair('several', 'pill, news and phone', company, ['pill', 'news', 'phone']),
  pair('number', 'points of a team', league, ['points']),
  pair('table cell', 'Chinese result', league, ['result']),
  pair('insert', 'Chinese note', league, ['note']),
  pair('list', 'new message', mailbox, ['mail']),
  pair('number', 'time of a message', mailbox, ['time']),
  pair('retext', 'subject of a message', mailbox, ['subject']),
  pair('badge', 'chip', mailbox, ['chip']),
  pair('insert', 'sentence in a paragraph', mailbox, ['sentence']),
  pair('several', 'message and chip', mailbox, ['mail', 'chip']),
];
