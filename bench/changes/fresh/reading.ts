import { type Template, whole } from '../../../test/corpus/changes/page.ts';

const STORIES = [
  [
    'Tram line 4 returns in spring',
    'Workers have laid the last of 11 kilometres of track. Tests begin after the holidays.',
  ],
  ['School kitchens buy from farms', 'Forty schools signed contracts with growers within an hour of the city.'],
  ['Library lends tools and tents', 'Drills are the most wanted, says the head of the branch at Mill Lane.'],
  ['River clean enough to swim', 'Samples stayed below the limit for a third summer, with one exception in July.'],
  ['Clock tower stands still', 'The movement of 1887 needs a part that nobody makes any more.'],
  ['Night buses every 20 minutes', 'The operator adds nine vehicles. Drivers’ unions call the plan ambitious.'],
] as const;

/** The front page of a news site: ticker, floated lead story, numbered list, cards with coloured tags. */
export const frontPage: Template = ({ slot, either, mark, photo }) => {
  const card = ([title, text]: readonly [string, string], n: number, extra = '') =>
    `<article${extra}><a class="tag t${n % 3}">${['Transport', 'City', 'Culture'][n % 3]}</a><img src="${photo(500 + n)}"><h3>${n === 3 ? slot('story', title, 'River closed to swimmers again') : title}</h3><p>${text}</p><time>${n + 1} h ago</time></article>`;
  const cards = STORIES.map((story, n) => card(story, n));
  if (either('top-story', '', 'x')) {
    const story = ['Storm closes the harbour', 'Ferries stay in port until Thursday.'] as const;
    cards.unshift(card(story, 7, mark('top-story')));
  }
  return whole(
    `body{font:16px/1.5 "Hanken Grotesk",sans-serif;color:#16181d}.bar{background:#0a3d2e;color:#fff;padding:10px 5%;display:flex;justify-content:space-between}.ticker{background:#fff3cd;padding:7.6px 5%;font-size:14px;border-bottom:1px solid #e6d48f}
    .lead{margin:28px 5%;overflow:hidden;border-bottom:1px solid #ddd;padding-bottom:24px}.lead img{float:right;width:54%;height:360px;margin-left:32px;object-fit:cover}.lead h1{font:700 40px/1.1 Newsreader,serif;margin:0 0 14px}
    .list{display:flex;flex-wrap:wrap;margin:0 4%}.list article{width:33.33%;padding:12px 1%}.list img{width:100%;height:160px;object-fit:cover;border-radius:4px}.tag{display:inline-block;font:700 11px Arimo;text-transform:uppercase;letter-spacing:.08em;padding:3px 8px;color:#fff;margin-bottom:6px}.t0{background:#1c5fb8}.t1{background:#0a7d5a}.t2{background:#9b2c6f}h3{margin:6px 0;font:600 21px/1.2 Newsreader,serif}p{margin:4px 0}time{color:#888;font-size:13px}`,
    `<div class="bar"><b>The Weir Post</b><span>${slot('weather', '11° light rain', '4° clear sky')}</span></div>${slot('ticker', '', '<div class="ticker"><b>Live</b> Council votes on the budget tonight, results from 21:00</div>')}
    <div class="lead"><img src="${either('lead-picture', photo(520), photo(527))}"${mark('lead-picture')}><h1>Mayor opens the last section of the river path</h1><p>After eleven years of planning, walkers can follow the water from the old mill to the sea without crossing a single road. The last section, 900 metres of larch boards, opened on Sunday.</p><p>“We thought of the people who push prams,” the engineer said. The boards are wide enough for two of them.</p></div><div class="list">${cards.join('')}</div>`,
  );
};

/** Reference of a command-line tool, with a fixed-width sidebar, definition lists and a table. */
export const reference: Template = ({ slot, either, mark }) => {
  const flags = [
    '--all',
    '--branch',
    '--cache-dir',
    '--depth',
    '--exclude',
    '--force',
    '--jobs',
    '--quiet',
    '--since',
    '--tags',
  ];
  const row = (flag: string, n: number) =>
    either('flag-gone', '', flag === '--force' ? 'x' : '')
      ? ''
      : `<tr${flag === '--force' ? mark('flag-gone') : ''}><td><code>${flag}</code></td><td>${n === 6 ? slot('default', '4', '16') : ['none', 'main', '~/.cache', '1'][n % 4]}</td><td>Sets how the command treats ${flag.slice(2)} of every source it reads.</td></tr>`;
  return whole(
    `body{font:15px/1.65 Arimo,sans-serif;color:#1f2328;display:flex}nav{width:250px;background:#f6f8fa;padding:22px;border-right:1px solid #d1d9e0;flex:none}nav div{padding:5px 0}nav .in{padding-left:16px;color:#59636e}main{padding:20px 56px;max-width:880px}code{font:13px Cousine,monospace;background:#eef1f4;padding:1px 5px;border-radius:4px}pre{background:#161b22;color:#e6edf3;padding:18px;border-radius:6px;font:13px/1.5 Cousine,monospace}
    table{border-collapse:collapse;width:100%}th,td{border:1px solid #d1d9e0;padding:7px 12px;text-align:left}tr:nth-child(2n){background:#f6f8fa}.tip{border:1px solid #54aeff66;background:#ddf4ff;border-radius:6px;padding:14px 18px;margin:16px 0}dt{font-weight:700}dd{margin:0 0 10px 24px}`,
    `<nav><b>quarry 7</b>${['Install', 'First steps', 'Commands', 'fetch', 'pack', 'verify', 'Configuration', 'Upgrading', 'Glossary'].map((name, n) => `<div class="${n > 2 && n < 6 ? 'in' : ''}">${name}</div>`).join('')}${slot('nav-entry', '', '<div>Security notes</div>')}<div>Licence</div><div>Contact</div></nav>
    <main><h1>quarry fetch</h1><p>Downloads sources and checks their signatures. Sources that are already in the cache are not downloaded again unless their checksum differs.</p><pre>$ quarry fetch ${slot('command', '--jobs 4', '--jobs 4 --tags stable')} upstream\nfetched 214 sources in 3.2 s</pre>${slot('tip', '', '<div class="tip"><b>Tip</b><br>Run <code>quarry verify</code> afterwards to check the files on disk as well.</div>')}
    <h2>Flags</h2><table><tr><th>Flag</th><th>Default</th><th>Meaning</th></tr>${flags.map(row).join('')}</table><h2>Exit codes</h2><dl><dt>0</dt><dd>All sources are present.</dd><dt>1</dt><dd>${slot('meaning', 'A source could not be downloaded.', 'A source is missing, or its signature is wrong.')}</dd><dt>2</dt><dd>The command line is not valid.</dd></dl><p>See also the chapter about configuration, which lists the variables that have the same effect as these flags.</p></main>`,
  );
};

/** Terms of service: numbered clauses in justified text. */
export const terms: Template = ({ slot }) => {
  const clauses = [
    'You may use the service for any lawful purpose. You are responsible for what you upload, and for keeping your password to yourself.',
    'We store your files in two data centres of the European Economic Area. Copies are made every night and kept for thirty days.',
    'Fees are due in advance. If a payment fails, we write to you and try again after seven days before the account is limited.',
    'You may end the contract at any time. We may end it with a notice of sixty days, or at once if you break clause one.',
    'We are liable without limit for intent and gross negligence. Otherwise our liability is limited to the fees of twelve months.',
    'The law of the country in which we have our seat applies. Rules that protect you as a consumer where you live stay in force.',
  ];
  const text = (clause: string, n: number) =>
    n === 3 ? slot('notice', clause, clause.replace('sixty', 'fourteen')) : clause;
  return whole(
    `body{font:17px/1.7 Tinos,serif;color:#111;max-width:760px;margin:60px auto}h1{font-size:34px}h2{font-size:20px;margin:34px 0 6px}p{text-align:justify;margin:0 0 12px}.v{color:#666;font-style:italic}`,
    `<h1>Terms of service</h1><p class="v">${slot('effective', 'In force since 1 March 2025', 'In force from 1 January 2027')}</p>${clauses.map((clause, n) => `${n === 4 ? slot('clause', '', '<h2>§ 4a Automated processing</h2><p>We may use the names of your files to improve the search. You can object to this in the settings of your account.</p>') : ''}<h2>§ ${n + 1}</h2><p>${text(clause, n)}</p><p>This clause also applies to accounts that were opened before it came into force, unless their owner objected in writing.</p>`).join('')}`,
  );
};

/** A recipe: large photograph, ingredients beside steps, a box of nutrition facts. */
export const recipe: Template = ({ slot, either, mark, photo }) => {
  const steps = [
    'Soak the beans overnight. Drain them and cook them until soft, about an hour.',
    'Cut the onions into thin rings and let them turn golden in plenty of oil.',
    'Add tomatoes, thyme and a spoon of honey. Let it simmer without a lid.',
    'Mix with the beans, cover with breadcrumbs and bake until the top is brown.',
    'Serve lukewarm, with lemon and a handful of parsley.',
  ];
  const step = (text: string, n: number) =>
    either('step-gone', '', n === 2 ? 'x' : '') ? '' : `<li${n === 2 ? mark('step-gone') : ''}>${text}</li>`;
  return whole(
    `body{font:18px/1.55 Newsreader,serif;color:#2d2a26;background:#fffaf3}.top{position:relative;height:430px}.top img{width:100%;height:430px;object-fit:cover}.top h1{position:absolute;left:80px;bottom:24px;color:#fff;font-size:54px;text-shadow:0 2px 14px #000a;margin:0}.body{display:flex;gap:60px;padding:36px 80px}.what{flex:0 0 300px;background:#fff;border:1px solid #eadfce;border-radius:14px;padding:22px;box-shadow:0 6px 24px #6b4f2a1f;align-self:start}.what div{display:flex;justify-content:space-between;border-bottom:1px dashed #e3d6c2;padding:6px 0}li{margin-bottom:16px}ul.step{list-style:square}.facts{display:flex;gap:2px;padding:0 80px 60px}.facts div{flex:1;background:#f1e5d2;text-align:center;padding:16px}`,
    `<div class="top"><img src="${photo(540)}"><h1>Baked giant beans</h1></div><div class="body"><div class="what"><b>For ${slot('servings', '4', '6')} people</b>${[
      ['Giant beans', '400 g'],
      ['Onions', '3'],
      ['Tomatoes', '800 g'],
      ['Olive oil', '90 ml'],
      ['Honey', '1 tbsp'],
      ['Thyme', '4 sprigs'],
    ]
      .map(
        ([name, much]) =>
          `<div><span>${name}</span><span>${name === 'Tomatoes' ? slot('amount', '800 g', '650 g') : much}</span></div>`,
      )
      .join(
        '',
      )}${slot('ingredient', '', '<div><span>Breadcrumbs</span><span>50 g</span></div>')}</div><div><h2>Method</h2><ul class="step">${steps.map(step).join('')}</ul><p>Keeps for four days in the refrigerator, and tastes better on the second.</p></div></div><div class="facts"><div>Energy<br><b>412 kcal</b></div><div>Protein<br><b>18 g</b></div><div>Fat<br><b>16 g</b></div><div>Time<br><b>${slot('time', '2 h 20', '1 h 50')}</b></div></div>`,
  );
};
