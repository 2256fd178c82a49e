import { type Template, whole } from '../../../test/corpus/changes/page.ts';

const FAQ = [
  [
    'How long does a charge last?',
    'About nine hours with the lamp at full strength, and three nights when it is dimmed.',
  ],
  [
    'Can I use it in the rain?',
    'Yes. The seal keeps out rain and spray. Do not keep it under water for longer than half an hour.',
  ],
  [
    'Do you repair old lamps?',
    'We repair every lamp that we ever made. Send it to the address below, and we will tell you the price first.',
  ],
  [
    'Which countries do you ship to?',
    'All countries of the European Union, Norway, Switzerland and the United Kingdom.',
  ],
] as const;

/** A product page as shops build them today: spaced capitals, cards, an accordion and a bar that stays. */
export const product: Template = ({ slot, either, mark, photo }) =>
  whole(
    `body{font:17px/1.6 "Hanken Grotesk",sans-serif;color:#191713;background:${either('dark', '#fffdf8', '#16181d')}${either('dark', '', ';color:#eceae4')}}.eyebrow{font-size:12px;letter-spacing:.14em;text-transform:uppercase;color:#8a5a1f;font-weight:600}
    header{display:flex;justify-content:space-between;align-items:center;padding:22px 5%;letter-spacing:.06em;text-transform:uppercase;font-size:13px}header nav{display:flex;gap:34px}.hero{display:grid;grid-template-columns:1fr 1fr;gap:5%;padding:20px 5% 60px;align-items:center}.hero img{width:100%;height:420px;object-fit:cover;border-radius:18px}h1{font-size:54px;line-height:1.08;margin:14px 0 20px;letter-spacing:-.02em}
    .buy{display:flex;gap:18px;align-items:center;margin-top:28px}.buy b{font-size:30px}.buy a{background:#8a5a1f;color:#fff;padding:13px 28px;border-radius:999px;font-weight:600}.banner{background:#f1d9a7;color:#191713;text-align:center;padding:12px}.points{display:grid;grid-template-columns:repeat(3,1fr);gap:24px;padding:0 5% 60px}.points div{border:1px solid #d9cfbd;border-radius:14px;padding:26px}.points h3{margin:6px 0 8px;font-size:21px}.points p{margin:0}
    .faq{max-width:760px;margin:0 auto 70px}.faq section{border-bottom:1px solid #d9cfbd;padding:18px 0}.faq h4{margin:0;display:flex;justify-content:space-between;font-size:18px}.faq p{margin:12px 0 0}footer{padding:34px 5%;display:flex;justify-content:space-between;font-size:14px;border-top:1px solid #d9cfbd}`,
    `${either('banner', '', 'x') ? `<div class="banner"${mark('banner')}>Free shipping until Sunday, also for repairs</div>` : ''}<header><b>Lumenwerk</b><nav><a>Lamps</a><a>${slot('nav', 'Repair', 'Repair and parts')}</a><a>Stories</a><a>Basket</a></nav></header>
    <div class="hero"><div><span class="eyebrow">${slot('eyebrow', 'New this autumn', 'Back in stock')}</span><h1>${slot('headline', 'A lamp for the far end of the garden', 'A lamp for the long end of the night')}</h1><p>Turned from one piece of brass, charged by the sun, and ${slot('word', 'light', 'small')} enough to hang in a tree.</p><div class="buy"><b>${slot('price', '€ 149', '€ 129')}</b><a${mark('button')}>${either('button', 'Add to basket', 'Sold out')}</a></div></div><img src="${photo(either('picture', '1', '2') === '1' ? 811 : 377)}"${mark('picture')}></div>
    <div class="points">${[
      ['Light', 'Warm white', 'The colour of a candle, at 2,200 kelvin and with the ripple of one.'],
      ['Battery', 'Nine hours', 'A cell of a common size, which you can change yourself with a coin.'],
      ['Warranty', 'Ten years', 'On everything except the cell, for the first owner and all later ones.'],
    ]
      .map(
        ([label, title, text], n) =>
          `<div><span class="eyebrow">${label}</span><h3>${n === 2 ? slot('years', 'Ten years', 'Twelve years') : title}</h3><p>${text}</p></div>`,
      )
      .join('')}</div>
    <div class="faq"><span class="eyebrow">Questions</span>${FAQ.map(([question, answer], n) => `<section><h4>${question}<span${n === 1 ? mark('sign') : ''}>${n === 1 ? either('sign', '+', '–') : '+'}</span></h4>${n === 1 && either('open', '', 'x') ? `<p${mark('open')}>${answer}</p>` : ''}</section>`).join('')}</div>
    <footer><span>© 2026 Lumenwerk, Görlitz</span><span class="eyebrow">Prices as of ${slot('date', '3 November', '17 November')}</span></footer>`,
  );

const NEWS = [
  [
    'העירייה אישרה את הקמת הגשר החדש',
    'העבודות יתחילו באביב ויימשכו כשנתיים. התושבים יוכלו לעיין בתוכניות בספרייה המרכזית.',
  ],
  [
    'קו הרכבת לצפון ייסגר לשבועיים',
    'בזמן הסגירה יוחלפו הפסים בין שתי התחנות, ואוטובוסים יסיעו את הנוסעים בכל חצי שעה.',
  ],
  ['שוק האיכרים עובר לרחבת הנמל', 'הדוכנים יפתחו בכל יום שישי משש בבוקר ועד שתיים בצהריים.'],
] as const;

/** A news page from right to left, with a column of short news at its left. */
export const hebrew: Template = ({ slot, either, mark, photo }) =>
  whole(
    'body{direction:rtl;font:17px/1.65 Arimo,sans-serif;color:#222;padding:24px 6%}.page{display:grid;grid-template-columns:2fr 1fr;gap:48px}h1{font-size:32px;border-bottom:3px solid #a11;padding-bottom:12px}h2{font-size:22px;margin:26px 0 6px}img{width:100%;height:260px;object-fit:cover}aside{border-right:1px solid #ccc;padding-right:28px}aside li{margin:0 0 14px}time{color:#777;font-size:14px}',
    `<h1>חדשות הנמל <time>${slot('date', '17.11.2026', '18.11.2026')}</time></h1><div class="page"><main><img src="${photo(592)}">${either('story', '', 'x') ? `<article${mark('story')}><h2>בית הספר הישן ייפתח כמוזיאון</h2><p>בבניין יוצגו תצלומים של העיר מן המאה הקודמת, והכניסה תהיה חופשית בשנה הראשונה.</p></article>` : ''}${NEWS.map(([title, text], n) => `<article><h2>${n === 0 ? slot('title', title, 'העירייה דחתה את הקמת הגשר החדש') : title}</h2><p>${text}</p></article>`).join('')}</main>
    <aside><h2>בקצרה</h2><ul>${either('brief', '', 'x') ? `<li${mark('brief')}>נמצאה להקת דולפינים מול החוף</li>` : ''}<li>מחיר החניה במרכז: ${slot('price', '12 ₪', '15 ₪')} לשעה</li><li>הבריכה העירונית סגורה עד יום ראשון</li><li>מזג האוויר מחר: בהיר, 24 מעלות</li><li>הרשמה לקייטנות עד סוף החודש</li></ul></aside></div>`,
  );

const TOPICS = [
  ['서울에서 부산까지 자전거로 가 보셨나요?', '여행', '41'],
  ['初めての登山で気をつけることを教えてください', '登山', '28'],
  ['冬天去哈尔滨看冰灯，需要准备什么衣服？', '旅行', '73'],
  ['빵이 자꾸 가라앉는 이유가 뭘까요', '요리', '19'],
  ['古いフィルムカメラの修理をお願いできる店', '写真', '12'],
  ['请推荐几本适合十岁孩子读的历史书', '读书', '56'],
] as const;

/** A forum whose topics are in Korean, Japanese and Chinese. */
export const forum: Template = ({ slot, either, mark }) => {
  const topics = either('order', '', 'x') ? [TOPICS[5], ...TOPICS.slice(0, 5)] : TOPICS;
  const row = ([title, tag, replies]: readonly [string, string, string]) =>
    `<tr><td>${tag === '登山' ? slot('title', title, '初めての登山で注意することを教えてください') : title} <i>${tag}</i></td><td class="n">${tag === '旅行' ? slot('replies', replies, '74') : replies}</td><td>${tag === '写真' ? slot('time', '昨日', '3日前') : '2026年11月'}</td></tr>`;
  return whole(
    'body{font:15.5px/1.7 "Noto Sans JP Variable",sans-serif;color:#222;padding:30px 8%}table{width:100%;border-collapse:collapse}td{padding:11px 14px;border-bottom:1px solid #e3e3e3}tr:nth-child(even){background:#f7f7f4}i{font-style:normal;font-size:12px;background:#dce9e4;border-radius:4px;padding:1px 7px;margin:0 6px}.n{text-align:right;width:90px}th{text-align:left;padding:8px 14px;letter-spacing:.08em;font-size:13px}h1{letter-spacing:.04em}',
    `<h1>町の掲示板 <small>${slot('members', '会員 1,204人', '会員 1,317人')}</small></h1><table><tr><th>話題 · 주제</th><th class="n">返信</th><th>更新</th></tr>${topics.slice(0, 2).map(row).join('')}${either('topic', '', 'x') ? `<tr${mark('topic')}><td>비 오는 날 갈 만한 박물관 추천해 주세요 <i>여행</i></td><td class="n">0</td><td>今日</td></tr>` : ''}${topics.slice(2).map(row).join('')}</table>`,
  );
};
