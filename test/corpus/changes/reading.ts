import { paragraphs, repeat, sentence, type Template, whole, words } from './page.ts';

/** A newspaper: lead story, grid of articles, sidebar, footer. */
export const news: Template = ({ slot, either, mark, photo }) =>
  whole(
    `body{font:17px/1.45 Tinos,serif;color:#1b1b1b;background:#fff}.wrap{width:1120px;margin:0 auto}
    header{border-bottom:3px double #333;padding:18px 0;text-align:center}header b{font-size:44px}nav{display:flex;gap:26px;justify-content:center;font:14px Arimo,sans-serif;padding:10px;border-bottom:1px solid #ccc}
    .banner{background:#12355b;color:#fff;text-align:center;font:600 15px/42.8px Arimo,sans-serif}.breaking{background:#b80f1c;color:#fff;padding:11px 24px;font:15px Arimo}
    .main{display:grid;grid-template-columns:1fr 300px;gap:40px}.lead img{width:100%;height:420px;object-fit:cover}h1{font-size:38px;line-height:1.15}
    .grid{display:grid;grid-template-columns:repeat(3,1fr);gap:28px}.grid img{width:100%;height:150px;object-fit:cover}aside{border-left:1px solid #ddd;padding-left:24px;font-size:15px}
    .ad{background:#f3efe2;border:1px solid #e0d9c0;height:250px;display:grid;place-items:center;font:700 26px Arimo;margin:20px 0}footer{background:#222;color:#ccc;font:13px Arimo;padding:32px;margin-top:40px}`,
    `${slot('banner', '', '<div class="banner">Readers meet the editors on Saturday at noon</div>')}${slot('breaking', '', '<div class="breaking">Breaking: the harbour bridge is open again</div>')}
    <div class="wrap"><header><b>The Harbour Courier</b></header><nav>${['World', 'City', 'Politics', 'Culture', 'Sport', 'Weather'].map((name) => `<span>${name}</span>`).join('')}${slot('nav', '', '<span>Podcasts</span>')}</nav>
    <div class="main"><div><article class="lead"><h1>${slot('headline', 'Bridge across the harbour opens after nine years', 'Bridge stays closed for the winter')}</h1>
    ${slot('lead-photo', `<img src="${photo(1)}">`, `<img src="${photo(9)}">`)}<p>${sentence(3, 34)} ${sentence(4, 28)}</p>${slot('correction', '', `<p><i>${sentence(77, 30)}</i></p>`)}<p>${sentence(5, 40)} ${slot('word', 'nine', 'eleven')} ${sentence(6, 30)}</p></article>
    <h2>More from the city</h2><div class="grid">${repeat(6, (n) => `<article><img src="${photo(20 + n)}"><h3>${n === 4 ? slot('card-title', words(40 + n, 6), words(140, 6)) : words(40 + n, 6)}</h3><p>${sentence(50 + n, 18)}</p></article>`)}</div></div>
    <aside><h3>Most read</h3><ul>${slot('most-read', '', `<li>${words(90, 6)}</li>`)}${repeat(7, (n) => `<li>${words(60 + n, 5 + (n % 3))}</li>`)}</ul>${slot('ad', '<div class="ad">Plum jam<br>from Lower Marsh</div>', '<div class="ad" style="background:#d7e8f7;border-color:#9ec3e6">Boats for two</div>')}${either('ad-gone', '', '')}<h3>Letters</h3>${paragraphs(4, 70, 30)}</aside></div></div>
    <footer${mark('none')}>The Harbour Courier, printed ${slot('footer-date', 'Monday 9', 'Tuesday 10')} November 2026. All texts are invented.</footer>`,
  );

/** A long article in one narrow column. */
export const article: Template = ({ slot, either, photo }) =>
  whole(
    `body{font:20px/1.62 "Newsreader","Tinos",serif;color:#222;background:#fffdf8}main{width:700px;margin:70px auto}h1{font-size:52px;line-height:1.08;letter-spacing:-.01em}h2{font-size:30px;margin-top:52px}
    blockquote{border-left:4px solid #c77d2e;margin:32px 0;padding:4px 26px;font-style:italic;color:#664}figure{margin:36px -90px}figure img{width:880px;height:495px;display:block}figcaption{font:14px Arimo;color:#777;padding:8px 90px}
    .note{background:#f1ecdf;border-radius:10px;padding:18px 24px;font-size:17px;margin:28px 0}`,
    `<main><h1>${slot('wrapping-title', 'A year among the beekeepers', 'A year among the beekeepers of the northern valleys')}</h1><p>By <b>${slot('author', 'Ada Lindqvist', 'Ada Lindqvist and Tom Reyes')}</b></p>
    ${slot('note', '', `<div class="note">Updated: ${sentence(900, 22)}</div>`)}${paragraphs(3, 200, 70)}<h2>The first spring</h2>${paragraphs(2, 230, 80)}${slot('figure-gone', `<figure><img src="${photo(31)}"><figcaption>${sentence(300, 9)}</figcaption></figure>`, '')}
    ${either('swap', `<div data-swap>${paragraphs(1, 240, 75)}</div>${paragraphs(1, 250, 60)}`, `${paragraphs(1, 250, 60)}<div data-swap>${paragraphs(1, 240, 75)}</div>`)}
    <h2>Honey and weather</h2>${paragraphs(1, 260, 70)}${slot('quote', `<blockquote>${sentence(270, 16)}</blockquote>`, `<blockquote>${sentence(271, 16)}</blockquote>`)}
    ${slot('paragraph', '', `<p>${sentence(280, 30)} ${sentence(281, 22)}</p>`)}${paragraphs(2, 290, 90)}<figure><img src="${photo(32)}"><figcaption>${sentence(301, 9)}</figcaption></figure>
    ${slot('rewritten', `<p>${sentence(310, 30)} ${sentence(311, 25)}</p>`, `<p>${sentence(320, 26)} ${sentence(321, 33)} ${sentence(322, 14)}</p>`)}${paragraphs(4, 330, 80)}</main>`,
  );

/** Documentation: navigation at the left, text with code, a table of contents at the right. */
export const manual: Template = ({ slot, photo }) =>
  whole(
    `body{font:16px/1.6 Arimo,sans-serif;color:#24292f}.top{height:57px;border-bottom:1px solid #d0d7de;display:flex;align-items:center;padding:0 32px;gap:24px;font-weight:700}.cols{display:grid;grid-template-columns:260px 1fr 220px}
    .side{border-right:1px solid #d0d7de;padding:24px;font-size:14px}.side a{display:block;padding:4.4px 8px;border-radius:6px}.side .on{background:#ddf4ff}main{padding:24px 48px;min-width:0}pre{background:#f6f8fa;border-radius:8px;padding:16px;font:13.6px/1.45 Cousine,monospace;overflow:hidden}
    code{background:#eff1f3;border-radius:5px;padding:2px 5px;font:14px Cousine}.toc{padding:24px 12px;font-size:13px;color:#57606a}.toc div{padding:3px 0}.warn{border-left:4px solid #d4a72c;background:#fff8c5;padding:10px 16px;margin:16px 0}.v{background:#1f6feb;color:#fff;border-radius:12px;padding:2px 10px;font-size:12px}`,
    `<div class="top">ferrite <span class="v">${slot('version', 'v2.4.1', 'v2.5.0')}</span></div><div class="cols"><div class="side">${repeat(9, (n) => `<a class="${n === 3 ? 'on' : ''}">${words(400 + n, 2)}</a>`)}${slot('side-link', '', `<a>${words(480, 2)}</a>`)}${repeat(14, (n) => `<a>${words(430 + n, 2)}</a>`)}</div>
    <main><h1>Configuring the store</h1>${paragraphs(2, 500, 50)}<pre>import { openStore } from 'ferrite';\n\nconst store = await openStore({\n  path: './data',\n${slot('code-line', '', "  sync: 'full',\n")}  readers: 4,\n  cache: ${slot('code-value', '64', '256')},\n});\n\nawait store.put('key', 'value');</pre>
    ${slot('warning', '', '<div class="warn"><b>Changed in 2.5.</b> The option <code>sync</code> is required on network drives.</div>')}<h2>Options</h2>${paragraphs(1, 510, 60)}<ul>${repeat(8, (n) => `<li><code>option${n}</code> ${n === 5 ? slot('option', sentence(520 + n, 12), sentence(620, 14)) : sentence(520 + n, 10 + n)}</li>`)}</ul>
    <h2>Replication</h2>${paragraphs(3, 540, 60)}<img src="${photo(41)}" width="640" height="300">${paragraphs(2, 560, 60)}<pre>${repeat(14, (n) => `line ${n}: ${words(570 + n, 6)}\n`)}</pre>${paragraphs(3, 590, 50)}</main>
    <div class="toc"><b>On this page</b>${['Configuring', 'Options', 'Replication', 'Backups', 'Limits'].map((name) => `<div>${name}</div>`).join('')}</div></div>`,
  );
