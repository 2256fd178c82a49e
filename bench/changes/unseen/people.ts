import { repeat, type Template, whole } from '../../../test/corpus/changes/page.ts';
import { drawing, prose } from './prose.ts';

/** A board of jobs: logos, tags, salaries. */
export const jobs: Template = ({ slot, either, mark }) => {
  const logo = (n: number, hue: number) =>
    `<img width="52" height="52" src="${drawing(52, 52, `<rect width="52" height="52" rx="10" fill="hsl(${hue} 55% 45%)"/><circle cx="${16 + (n % 4) * 6}" cy="26" r="11" fill="#fff"/><path d="M26 8l14 34H20z" fill="#0003"/>`)}">`;
  const titles = [
    'Data engineer',
    'Head gardener',
    'Bicycle mechanic',
    'Night nurse',
    'Sound technician',
    'Teacher of physics',
    'Boat builder',
    'Pastry chef',
    'Translator',
    'Crane operator',
  ];
  const job = (n: number, extra = '') =>
    `<div class="j${n === 4 ? either('featured', '', ' hot') : ''}"${n === 4 ? mark('featured') : extra}>${n === 2 ? slot('logo', logo(n, 200), logo(n + 3, 20)) : logo(n, n * 67)}<div class="x"><h3>${titles[n % 10]}</h3><div>${['Alder & Sons', 'City of Varn', 'Polar Audio', 'Mill School'][n % 4]} · ${['Bergen', 'remote', 'Turku'][n % 3]}</div>${[
      'Full time',
      'Part time',
      'Training',
    ]
      .slice(0, 1 + (n % 3))
      .map((tag) => `<i>${tag}</i>`)
      .join(
        '',
      )}${n === 7 ? slot('tag', '', '<i>Housing provided</i>') : ''}</div><div class="s">${n === 5 ? slot('salary', '€ 48,000', '€ 53,500') : `€ ${30 + n * 3},000`}<small>${n === 8 ? slot('ago', 'today', '3 days ago') : `${n + 1} days ago`}</small></div></div>`;
  const list = Array.from({ length: 10 }, (_, n) => job(n));
  if (mark('filled')) list[6] = either('filled', job(6, mark('filled')), '');
  return whole(
    `body{font:15px/1.5 Arimo,sans-serif;background:#faf7ff;color:#2e2640}header{background:#fff;border-bottom:1px solid #e7def5;padding:20px 0}.w{width:960px;max-width:94%;margin:0 auto}.q{border:1px solid #cdbfe6;border-radius:8px;padding:12px 16px;color:#8a7ea1}.j{display:flex;gap:18px;background:#fff;border:1px solid #e7def5;border-radius:10px;padding:18px;margin:14px 0}.j h3{margin:0;font-size:18px}.x{flex:1}.j i{display:inline-block;background:#efe8fb;border-radius:12px;font:13px Arimo;padding:4px 11px;margin:6px 6px 0 0}.s{text-align:right;font-weight:700}.s small{display:block;font-weight:400;color:#8a7ea1}.hot{background:#fff7d6;border-color:#e0b100}.pg{display:flex;gap:8px;justify-content:center;padding:20px}.pg b{border:1px solid #cdbfe6;border-radius:6px;padding:6px 12px}`,
    `<header><div class="w"><h2>jobyard</h2><div class="q">Title, skill or company</div></div></header><div class="w"><p>${slot('count', '1,284', '2,310')} jobs · sorted by relevance</p>${either('job', '', job(13, mark('job')))}${list.join('')}<div class="pg"><b>1</b><b>2</b><b>3</b>…</div></div>`,
  );
};

/** Photographs in columns, each with a caption. */
export const gallery: Template = ({ slot, either, mark, photo }) => {
  const tile = (n: number, height: number, extra = '') =>
    `<figure${extra}><img style="height:${height}px" src="${n === 7 ? either('swapped', photo(807), photo(833)) : photo(800 + n)}"${n === 7 ? mark('swapped') : ''}>${n === 4 ? slot('sold', '', '<em>Sold</em>') : ''}<figcaption>${n === 3 ? slot('caption', 'Fog over the estuary', 'Low tide at the estuary') : ['Salt pans', 'Ridge at noon', 'Ferry', 'Estuary', 'Quarry', 'Winter field', 'Lock', 'Dune', 'Pass'][n % 9]}<span>♥ ${n === 8 ? slot('likes', '128', '311') : n * 17 + 4}</span></figcaption></figure>`;
  const column = (from: number) => repeat(4, (n) => tile(from + n, 180 + (((from + n) * 53) % 140)));
  return whole(
    `body{font:15px/1.4 Arimo,sans-serif;background:#181818;color:#ddd}header{display:flex;justify-content:space-between;padding:24px 30px;font-size:18px}header b{font:30px Tinos,serif}.g{display:grid;grid-template-columns:repeat(3,1fr);gap:18px;padding:0 30px 40px;align-items:start}figure{margin:0 0 18px;position:relative}figure img{width:100%;object-fit:cover;display:block}figcaption{display:flex;justify-content:space-between;padding:8px 2px;color:#aaa}em{position:absolute;right:12px;top:12px;background:#e11d48;color:#fff;font:700 13px Arimo;padding:5px 12px}`,
    `<header><b>M. Castellane</b><span>Work</span><span>About</span><span>${slot('mail', 'studio@castellane.test', 'write@marshmail.example')}</span></header><div class="g"><div>${column(0)}</div><div>${either('hung', '', tile(20, 240, mark('hung')))}${column(4)}</div><div>${column(8)}</div></div>`,
  );
};

/** A film with comments and replies below it, and other films at the right. */
export const comments: Template = ({ slot, either, mark, photo }) => {
  const hue = (n: number) => `hsl(${n * 71} 50% 45%)`;
  const comment = (n: number, more = '') =>
    `<div class="c"><i style="background:${hue(n)}">${'KAMRUTZ'[n % 7]}</i><div><b>@${['kestrel', 'anna.m', 'mirror', 'rune', 'u2041', 'tarn', 'zed'][n % 7]}</b> <small>${n === 2 ? `${slot('when', '1 day', '2 months')} ago` : `${n + 1} weeks ago`}</small><p>${prose(n * 6 + 2, 1 + (n % 2))}${n === 3 ? slot('unfolded', '', ` ${prose(26, 3)}`) : ''}</p><small>👍 ${n === 4 ? slot('thumbs', '86', '102') : n * 5} · Reply</small>${more}</div></div>`;
  return whole(
    `body{font:15px/1.45 Arimo,sans-serif;color:#0f0f0f}.g{display:grid;grid-template-columns:820px 1fr;gap:24px;padding:24px}.v{height:461px;background:#000;border-radius:12px;overflow:hidden;position:relative}.v img{width:820px;height:461px;object-fit:cover}h1{font-size:20px;margin:12px 0 6px}.b{display:flex;gap:10px}.b span{background:#f2f2f2;border-radius:18px;padding:8px 16px;font-size:14px}.c{display:flex;gap:14px;margin:20px 0}.c i{width:40px;height:40px;border-radius:50%;color:#fff;font:18px/40px Arimo;text-align:center;flex:none}.c p{margin:3px 0}small{color:#606060}.r{display:flex;gap:10px;margin-bottom:12px}.r img{width:168px;height:94px;border-radius:8px}.r b{font-size:14px}.pin{background:#eef5ff;border-radius:10px;padding:12px 16px;margin-top:14px}`,
    `<div class="g"><div><div class="v"><img src="${either('frame', photo(841), photo(846))}"${mark('frame')}></div><h1>Restoring a wooden rowing boat, part 3${slot('name', '', ' of 5')}</h1><div class="b"><span>${slot('views', '41,208', '58,731')} views</span><span>👍 2.1k</span><span>Share</span></div>${slot('pin', '', '<div class="pin"><b>Pinned by the author</b><br>The drawings are now free to download.</div>')}<h3>Comments</h3>${comment(0)}${comment(1, slot('reply', '', `<div class="c"><i style="background:${hue(9)}">B</i><div><b>@boatyard</b> <small>now</small><p>${prose(21, 1)}</p><small>Reply</small></div></div>`))}${repeat(6, (n) => comment(n + 2))}</div><div>${slot('next', '', `<div class="r"><img src="${photo(870)}"><div><b>Steam-bending oak at home</b><br><small>12 min</small></div></div>`)}${repeat(
      10,
      (n) =>
        `<div class="r"><img src="${photo(850 + n)}"><div><b>${prose(n * 5 + 13, 1)
          .split(' ')
          .slice(0, 6)
          .join(' ')}</b><br><small>${n * 3 + 4} min</small></div></div>`,
    )}</div></div>`,
  );
};
