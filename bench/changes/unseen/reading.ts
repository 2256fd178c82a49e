import { repeat, type Template, whole } from '../../../test/corpus/changes/page.ts';
import { prose } from './prose.ts';

/** Documentation of a library: sidebar with groups, admonitions, code, a card for the next chapter. */
export const docs: Template = ({ slot, either, mark }) => {
  const entries = ['Introduction', 'Installation', 'Routing', 'Middleware', 'Sessions', 'Streaming', 'Testing'];
  const side = entries.map((name) =>
    name === 'Sessions' && either('entry-gone', '', 'x')
      ? ''
      : `<a class="${name === 'Middleware' ? 'on' : ''}"${name === 'Sessions' ? mark('entry-gone') : ''}>${name}</a>`,
  );
  return whole(
    `body{font:16px/1.65 Arimo,sans-serif;color:#1e293b}.bar{height:60px;background:linear-gradient(90deg,#4f46e5,#7c3aed);color:#fff;display:flex;align-items:center;gap:28px;padding:0 28px}.bar b{font-size:20px}.bar .v{background:#ffffff33;border-radius:6px;padding:2px 9px;font-size:13px}.all{display:flex}
    .side{width:264px;padding:24px 18px;border-right:1px solid #e2e8f0;flex:none}.side h4{margin:18px 10px 6px;font-size:12px;letter-spacing:.08em;text-transform:uppercase;color:#64748b}.side a{display:block;padding:6px 10px;border-radius:6px;font-size:14.5px}.side .on{background:#eef2ff;color:#4338ca;font-weight:700}
    main{padding:28px 52px 60px;max-width:860px}.crumb{font-size:13px;color:#64748b}h1{font-size:38px;line-height:1.2;margin:10px 0 18px}h2{font-size:25px;margin:38px 0 10px;padding-bottom:6px;border-bottom:1px solid #e2e8f0}.adm{border-left:5px solid #0ea5e9;background:#f0f9ff;border-radius:0 8px 8px 0;padding:14px 18px;margin:20px 0}.adm b{display:block;text-transform:uppercase;font-size:13px;color:#0369a1}
    pre{background:#0f172a;color:#e2e8f0;border-radius:10px;padding:20px;font:13.5px/1.6 Cousine,monospace;margin:18px 0}.dep{background:#fee2e2;color:#b91c1c;font-size:13px;border-radius:20px;padding:4px 12px;vertical-align:6px;margin-left:12px;font-weight:400}.acc{border-top:1px solid #e2e8f0;border-bottom:1px solid #e2e8f0;padding:12px 16px;margin:14px 0}.acc p{margin:8px 0 0}.next{display:flex;gap:20px;margin-top:44px}.next div{flex:1;border:1px solid #e2e8f0;border-radius:10px;padding:16px 20px;font-weight:700;color:#4338ca}.next small{display:block;color:#64748b;font-weight:400}`,
    `<div class="bar"><b>Larch</b><span class="v">${slot('version', '3.8', '4.0')}</span><span>Guide</span><span>Reference</span><span>Examples</span></div><div class="all"><div class="side"><h4>Guide</h4>${side.join('')}<h4>Reference</h4>${['Request', 'Response', 'Context', 'Cookies', 'Errors', 'Types'].map((name) => `<a>${name}</a>`).join('')}</div>
    <main><div class="crumb">Guide / Middleware</div><h1>Middleware${slot('deprecated', '', '<span class="dep">Deprecated</span>')}</h1><p>${prose(1, 3)}</p><p>A middleware runs before the handler and may answer ${slot('word', 'synchronously', 'asynchronously')} or pass the request on. The order in which they are registered is the order in which they run, and an error skips all that follow.</p>
    ${slot('admonition', '', '<div class="adm"><b>Caution</b>Middleware that reads the body must hand it on, or later handlers wait for ever.</div>')}<pre>import { app } from 'larch';\n\napp.use(async (context, next) => {\n  const begin = performance.now();\n  await next();\n${slot('line', "  context.set('Server-Timing', 'app');\n", '')}  console.log(context.path, performance.now() - begin);\n});</pre>
    <h2>Order</h2><p>${prose(4, 3)}</p><div class="acc"><b>Why not an array?</b>${slot('opened', '', `<p>${prose(6, 2)}</p>`)}</div><h2>Errors</h2><p>${prose(9, 4)}</p><pre>${repeat(9, (n) => `app.on('${['timeout', 'abort', 'close'][n % 3]}', handler${n});\n`)}</pre><p>${prose(12, 2)}</p><div class="next"><div><small>Previous</small>Routing</div><div><small>Next</small>${slot('next', 'Sessions', 'Background jobs')}</div></div></main></div>`,
  );
};

/** An encyclopedia: text that flows around an infobox, contents, references. */
export const wiki: Template = ({ slot, either, mark, photo }) => {
  const facts = [
    ['Country', 'Ostmark'],
    ['Population', slot('population', '48,213', '51,907')],
    ['Area', '112.4 km²'],
    ['Elevation', '318 m'],
    ['Mayor', slot('mayor', 'Ida Brandvold', 'Per Solheim')],
    ['Postal code', '7042'],
    ['Founded', '1284'],
  ];
  return whole(
    `body{font:16px/1.6 Arimo,sans-serif;color:#202122}.head{padding:12px 40px;border-bottom:1px solid #c8ccd1;display:flex;gap:24px;align-items:center}.head b{font:26px Tinos,serif}main{width:1040px;margin:0 auto;padding:24px 0}h1,h2{font-family:Tinos,serif;font-weight:400;border-bottom:1px solid #a2a9b1;margin:22px 0 8px}h1{font-size:32px}h2{font-size:25px}a{color:#36c}sup{font-size:11px;color:#36c}p{margin:8px 0}
    .info{float:right;width:270px;border:1px solid #a2a9b1;background:#f8f9fa;margin:4px 0 14px 24px;padding:6px;font-size:14px}.info img{width:256px;height:172px;display:block}.info th{text-align:left;vertical-align:top;padding:3px 8px 3px 0;width:96px}.info td{padding:3px 0}.toc{border:1px solid #a2a9b1;background:#f8f9fa;display:inline-block;padding:8px 20px;font-size:14.5px}.hat{border:1px solid #a2a9b1;border-left:10px solid #f28500;background:#fbfbfb;padding:8px 18px;margin:8px 0;font-size:15px;clear:both}ol.refs{font-size:13.5px;columns:2;column-gap:40px}`,
    `<div class="head"><b>Openpedia</b><span>Article</span><span>Talk</span><span>History</span></div><main><h1>Steinvik</h1>${slot('disputed', '', '<div class="hat">This article needs more citations. Please help to improve it by adding reliable sources.</div>')}<div class="info"><table>${facts.map(([name, value]) => `<tr><th>${name}</th><td>${value}</td></tr>`).join('')}</table><img src="${either('coat', photo(701), photo(732))}"${mark('coat')}></div>
    <p><b>Steinvik</b> is a town on the northern shore of the Langfjord. ${prose(2, 3)}<sup>[1]</sup> It received its charter in 1284 and burned down three times, most recently in ${slot('year', '1797', '1804')}. ${prose(8, 3)}</p><div class="toc"><b>Contents</b><br>1 History<br>2 Economy<br>3 Transport<br>4 References</div>
    <h2>History</h2><p>${prose(13, 5)}<sup>[2]</sup></p><p>${prose(19, 2)} ${slot('sentence', '', 'A treaty signed in the town hall ended the war of the salt merchants and gave the town its own court.')} ${prose(23, 4)}</p><h2>Economy</h2><p>${prose(28, 5)}</p>${slot('section', '', `<h2>Climate</h2><p>${prose(33, 4)}</p>`)}<h2>Transport</h2><p>${prose(31, 4)}<sup>[3]</sup></p><p>${prose(3, 4)}</p><h2>See also</h2><ul><li><a>Langfjord</a></li>${slot('link-gone', '<li><a>List of towns with a harbour</a></li>', '')}<li><a>Salt war</a></li></ul><p>This page was last edited on ${slot('edited', '2 September', '16 November')} 2026.</p></main>`,
  );
};

/** Questions and answers: votes at the left, code, comments, tags, a sidebar of other questions. */
export const questions: Template = ({ slot, either, mark }) => {
  const comment = (n: number) =>
    `<div class="cm">${prose(n * 3 + 2, 1)} <i>– ${['mirko', 'tess', 'ola_k', 'jdrew'][n % 4]}</i></div>`;
  const answer = (n: number) =>
    either('answer-gone', '', n === 2 ? 'x' : '')
      ? ''
      : `<div class="an"${n === 2 ? mark('answer-gone') : ''}><div class="vo"><i>▲</i><b>${n === 1 ? slot('score', '12', '40') : 9 - n * 2}</b><i>▼</i>${n === 0 ? slot('accepted', '', '<em>✔</em>') : ''}</div><div><p>${prose(n * 7 + 5, 3)}</p><pre>SELECT name, max(at)\nFROM visits\nWHERE place = ${n + 3}\nGROUP BY name;</pre><p>${prose(n * 5 + 14, 2)}</p>${comment(n)}${n === 1 ? slot('comment', '', '<div class="cm">This broke for me until I added an index on both columns. <i>– nadia</i></div>') : ''}${comment(n + 1)}</div></div>`;
  return whole(
    `body{font:15px/1.5 Arimo,sans-serif;color:#232629}.t{border-top:3px solid #f48225;box-shadow:0 1px 2px #0002;height:52px;padding:13px 80px;font-size:19px}.w{width:1100px;margin:22px auto;display:flex;gap:26px}.m{flex:1;min-width:0}h1{font-size:26px;font-weight:400;margin:0}.meta{color:#6a737c;font-size:13px;border-bottom:1px solid #e3e6e8;padding:8px 0 14px}.an{display:flex;gap:20px;border-bottom:1px solid #e3e6e8;padding:18px 0}.vo{width:46px;text-align:center;color:#6a737c;flex:none}.vo i,.vo b,.vo em{display:block;font-style:normal}.vo b{font-size:21px}.vo i{font-size:24px}.vo em{color:#2e7d4f;font-size:32px;margin-top:6px}
    pre{background:#f6f6f6;border-radius:5px;padding:12px;font:13px/1.4 Cousine,monospace}.tag{display:inline-block;background:#e1ecf4;color:#39739d;border-radius:3px;padding:4px 7px;font-size:12px;margin-right:6px}.cm{border-top:1px solid #f1f2f3;padding:7px 4px;font-size:13px}.cm i{color:#0074cc}.s{width:290px;flex:none}.y{background:#fdf7e2;border:1px solid #f1e5bc;border-radius:4px;padding:14px;font-size:13px}.h{display:flex;gap:10px;font-size:13px;padding:6px 0}.h b{background:#5eba7d;color:#fff;border-radius:3px;width:34px;text-align:center;height:21px;flex:none}`,
    `<div class="t">ask<b>harbour</b></div><div class="w"><div class="m"><h1>How do I find the latest row of each group${slot('title', '?', ' without a window function?')}</h1><div class="meta">Asked 3 years ago · Viewed ${slot('views', '18k', '26k')} times</div><p>${prose(6, 4)}</p><p><span class="tag">sql</span><span class="tag">group-by</span>${slot('tag', '', '<span class="tag">postgresql</span>')}</p>${repeat(4, answer)}</div>
    <div class="s"><div class="y"><b>From the blog</b><br>${prose(15, 2)}</div><h3>Hot questions</h3>${slot('hot', '', '<div class="h"><b>31</b>Is a bicycle with a sail allowed on public roads?</div>')}${repeat(9, (n) => `<div class="h"><b>${(n * 7) % 40}</b>${prose(n * 4 + 1, 1)}</div>`)}</div></div>`,
  );
};

/** Releases of a program along a line with dots. */
export const changelog: Template = ({ slot }) => {
  const release = (version: string, day: string, n: number, items: string) =>
    `<section><div class="l"><b>${version}</b><small>${day}</small></div><div class="r"><h2>${['Faster search', 'Shared boards', 'Offline drafts', 'Keyboard first', 'A calmer inbox', 'Groundwork'][n % 6]}</h2><p>${prose(n * 6 + 3, 2)}</p><ul>${items}${repeat(3 + (n % 3), (i) => `<li><span class="k${i % 3}">${['Fixed', 'Added', 'Changed'][i % 3]}</span>${prose(n * 9 + i * 4, 1)}</li>`)}</ul></div></section>`;
  return whole(
    `body{font:15.5px/1.6 Arimo,sans-serif;background:#0b0d10;color:#c9d1d9}main{width:920px;margin:56px auto}h1{font-size:44px;color:#fff;letter-spacing:-.02em}section{display:flex}.l{width:150px;flex:none;padding-top:26px}.l b{display:block;color:#fff;font-size:18px}.l small{color:#768390}.r{border-left:1px solid #2d333b;padding:22px 0 28px 42px;position:relative}.r:before{content:"";position:absolute;left:-6px;top:33px;width:11px;height:11px;border-radius:50%;background:#58a6ff}.r h2{color:#fff;margin:0 0 6px;font-size:23px}ul{padding:0;list-style:none}li{margin:8px 0}li span{display:inline-block;border-radius:4px;font-size:12px;padding:1px 8px;margin-right:10px}.k0{background:#3d1f24;color:#ff9aa2}.k1{background:#16331f;color:#7ee2a0}.k2{background:#1c2b45;color:#9cc4ff}.sub{border:1px solid #2d333b;border-radius:8px;padding:16px 22px;display:flex;justify-content:space-between}`,
    `<main><h1>Changelog</h1><div class="sub"><span>Get new releases by mail</span><b>${slot('subscribers', '8,402', '9,177')} readers</b></div>${slot('release', '', release('6.2', '17 Nov 2026', 4, ''))}${release('6.1', slot('day', 'Unreleased', '2 Nov 2026'), 0, '')}${release('6.0', '20 Sep 2026', 1, slot('item', '', '<li><span class="k1">Added</span>Boards can be exported as plain text.</li>'))}${release('5.9', '1 Aug 2026', 2, '')}${release('5.8', '9 Jun 2026', 3, '')}${release('5.7', '30 Apr 2026', 5, '')}</main>`,
  );
};

/** A newspaper as printed: three columns of stories, and one story set in three columns. */
export const broadsheet: Template = ({ slot, photo }) => {
  const story = (
    n: number,
    title = [
      'Ferry strike enters second week',
      'Pears by the ton',
      'Tram line gets a date',
      'Chess club turns 100',
      'No snow before Advent',
      'A bridge too narrow',
      'Night train returns',
      'Letters',
    ][n % 8],
  ) =>
    `<article><h3>${title}</h3><div class="by">By ${['A. Holm', 'R. Vance', 'L. Okafor'][n % 3]}</div><p>${prose(n * 5 + 4, 3 + (n % 3))}</p></article>`;
  return whole(
    `body{font:15.5px/1.42 Tinos,serif;color:#111;background:#fdfcf8}main{width:1180px;margin:0 auto;padding:20px 0 60px}.mast{text-align:center;border-bottom:4px double #111;position:relative}.mast b{font-size:64px;letter-spacing:.02em}.ear{position:absolute;right:0;top:20px;border:1px solid #111;padding:6px 12px;font-size:13px}.line{display:flex;justify-content:space-between;border-bottom:1px solid #111;font-size:13px;padding:4px 0}.g{display:grid;grid-template-columns:1fr 1.4fr 1fr}.g>div{padding:0 20px;border-right:1px solid #bbb}.g>div:last-child{border:0}h1{font-size:44px;line-height:1.05;text-align:center;margin:18px 0}h3{font-size:22px;line-height:1.15;margin:16px 0 4px}.by{font:italic 13px Tinos;color:#555}p{margin:6px 0;text-align:justify}img{width:100%;height:270px;object-fit:cover}.three{columns:3;column-gap:28px;column-rule:1px solid #bbb;border-top:3px solid #111;margin-top:24px;padding-top:10px}`,
    `<main><div class="mast"><b>The Evening Packet</b><div class="ear">Tonight ${slot('ear', '4 °C', '11 °C')}</div></div><div class="line"><span>No. 14,882</span><span>${slot('day', 'Tuesday, 17', 'Wednesday, 18')} November 2026</span><span>Two crowns</span></div><div class="g"><div>${story(0)}${story(1)}${story(2)}</div><div><h1>${slot('lead', 'Council votes to keep the trees', 'Council changes its mind about the trees')}</h1>${slot('photo-lead', `<img src="${photo(741)}">`, `<img src="${photo(744)}">`)}${story(3)}${slot('story', '', story(9, 'Mayor resigns'))}${story(4)}</div><div>${story(5)}${slot('story-gone', story(6), '')}${story(7)}${story(8, 'Lost and found')}</div></div><div class="three">${repeat(9, (n) => `<p>${n === 5 ? `Some forty families had to leave their homes on ${slot('weekday', 'Monday', 'Saturday')}, and a school gym was opened for the night.` : ''} ${prose(n * 4 + 7, 3)}</p>`)}</div></main>`,
  );
};
