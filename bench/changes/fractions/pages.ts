import { type Template, whole } from '../../../test/corpus/changes/page.ts';

/** The start page of a service: everything is centred, so a longer text moves its neighbours by fractions of a pixel. */
export const landing: Template = ({ slot }) =>
  whole(
    `body{font:16.3px/1.55 "Hanken Grotesk",sans-serif;color:#1b1d22;text-align:center}nav{display:flex;justify-content:center;gap:2.1%;padding:19px;letter-spacing:.013em;border-bottom:1px solid #ddd}
    .hero{padding:61px 7% 47px}h1{font:600 45px/1.15 Newsreader,serif;margin:0 0 15px}.row{display:flex;justify-content:center;gap:13px;margin-top:27px}.row a{padding:9px 23px;border-radius:5px;background:#234c8c;color:#fff}.row a+a{background:#e8ecf3;color:#1b1d22}
    .facts{display:flex;justify-content:space-evenly;padding:31px 5%;background:#f4f1ea}.facts b{display:block;font-size:31px}.said{max-width:43%;margin:53px auto;font:italic 21px/1.5 Newsreader,serif}footer{padding:29px;color:#666;font-size:13.7px}footer a{margin:0 .8em}`,
    `<nav><b>Fieldnote</b><a>Product</a>${slot('nav-entry', '', '<a>Templates</a>')}<a>Customers</a><a>${slot('nav-label', 'Prices', 'Plans and prices')}</a><a>Help</a><a>Sign in</a></nav>
    <div class="hero"><h1>${slot('headline', 'Notes for people who work outside', 'Notes for everybody who works outside')}</h1><p>Write with gloves on, without a network, and find it again next spring.</p><div class="row"><a>${slot('button', 'Start now', 'Start free trial')}</a><a>See how it works</a></div></div>
    <div class="facts"><span><b>${slot('fact', '41,200', '113,900')}</b>field workers</span><span><b>27</b>countries</span><span><b>4.8</b>of 5 stars</span>${slot('new-fact', '', '<span><b>12</b>languages</span>')}</div>
    <p class="said">“We measured the same 400 trees for ten years. Now we also know who measured them.”<br><small>${slot('author', 'Maud Ellery, forester', 'Maud Ellery, forester and teacher')}</small></p>
    <footer><a>Terms</a><a>Privacy</a>${slot('footer-link', '', '<a>Accessibility</a>')}<a>Contact</a><br>© 2026 Fieldnote</footer>`,
  );

const TRIALS = [
  ['Ardith', 'Winter wheat', '7.92', '311', 'ripe'],
  ['Bastian', 'Spring barley', '5.41', '288', 'ripe'],
  ['Corvina', 'Oats', '6.07', '305', 'late'],
  ['Delphin', 'Rye', '8.13', '297', 'ripe'],
  ['Erebus', 'Winter barley', '7.18', '281', 'lost'],
  ['Faustine', 'Spelt', '4.66', '319', 'late'],
  ['Gerrard', 'Triticale', '6.94', '302', 'ripe'],
] as const;

/** A table whose columns are as wide as their longest cell: a longer cell moves the columns beside it. */
export const trials: Template = ({ slot, either, mark }) => {
  const row = ([name, crop, tons, days, state]: (typeof TRIALS)[number], n: number) => {
    if (name === 'Corvina' && either('row-gone', '', 'x')) return '';
    const shown = n === 1 ? slot('crop', crop, 'Spring barley, two-row') : crop;
    return `<tr${name === 'Corvina' ? mark('row-gone') : ''}><td>${name}</td><td>${shown}</td><td class="n">${n === 3 ? slot('yield', tons, '10.25') : tons}</td><td class="n">${days}</td><td>${n === 4 ? slot('state', state, 'harvested early') : state}</td></tr>`;
  };
  const rows = TRIALS.map(row);
  const added = either('row', '', 'x')
    ? `<tr${mark('row')}><td>Hollis</td><td>Winter wheat, awned</td><td class="n">8.8</td><td class="n">309</td><td>ripe</td></tr>`
    : '';
  return whole(
    'body{font:15.2px/1.6 Arimo,sans-serif;color:#222;padding:37px 6.3%}table{width:100%;border-collapse:collapse}caption{text-align:right;color:#777;padding:7px}th{text-align:left;border-bottom:2px solid #333}td,th{padding:7.5px 1.9%}td{border-bottom:1px solid #ddd}.n{text-align:right;font-variant-numeric:tabular-nums}h1{font:600 29px Tinos,serif}',
    `<h1>Variety trials</h1><p>Sown on four fields near the river. Figures are means of three plots.</p><table><caption>${slot('caption', 'as of August', 'as of 14 September, preliminary')}</caption><tr><th>Variety</th><th>Crop</th><th class="n">${slot('heading', 't/ha', 'Tons per hectare')}</th><th class="n">Days</th><th>State</th></tr>${rows.slice(0, 2).join('')}${added}${rows.slice(2).join('')}</table><p>Plots that were flooded in May are left out.</p>`,
  );
};

const TAGS = ['bread', 'sourdough', 'rye', 'slow', 'no knead', 'seeds', 'breakfast', 'spelt', 'buns', 'crust'];

/** A profile with centred, wrapping chips, avatars and bars of a share of the width. */
export const profile: Template = ({ slot, either, mark, photo }) => {
  const chips = TAGS.map((tag, n) => {
    if (tag === 'seeds' && either('chip-gone', '', 'x')) return '';
    return `<span class="chip"${tag === 'seeds' ? mark('chip-gone') : ''}>${tag} <i>${n === 3 ? slot('count', '8', '112') : 3 + n * 7}</i></span>`;
  });
  if (either('chip', '', 'x')) chips.splice(2, 0, `<span class="chip"${mark('chip')}>wholemeal <i>2</i></span>`);
  return whole(
    'body{font:15.7px/1.5 "Noto Sans JP Variable",sans-serif;color:#202124;text-align:center;padding:41px 11%}img{width:97px;height:97px;border-radius:50%}.chips{display:flex;flex-wrap:wrap;justify-content:center;gap:8.5px;margin:23px 13%}.chip{padding:3px 12.5px;border:1px solid #bbb;border-radius:15px}.chip i{color:#888;font-style:normal}.bar{display:flex;align-items:center;gap:1.7%;margin:9px 0}.bar b{width:17.3%;text-align:right;font-weight:500}.bar u{height:13px;background:#b4572f;border-radius:3px}',
    `<img src="${photo(733)}"><h1>${slot('name', 'Tove Lindgren', 'Tove Lindgren-Aho')}</h1><p>Bakes on Thursdays. <a>${slot('followers', '962 followers', '1,204 followers')}</a> · <a>38 recipes</a> · joined in 2019</p><div class="chips">${chips.join('')}</div>
    ${['Rye', 'Wheat', 'Spelt', 'Oats'].map((grain, n) => `<div class="bar"><b>${grain}</b><u style="width:${41.3 - 9 * n}%"></u><span>${n === 1 ? slot('share', '31 %', '34 %') : `${38 - n * 8} %`}</span></div>`).join('')}<p>Questions are answered within three days.</p>`,
  );
};
