import { repeat, type Template, whole } from '../../../test/corpus/changes/page.ts';

const POEM = [
  '古池や蛙飛びこむ水の音',
  '閑さや岩にしみ入る蝉の声',
  '夏草や兵どもが夢の跡',
  '五月雨をあつめて早し最上川',
  '荒海や佐渡によこたふ天の河',
  '旅に病んで夢は枯野をかけ廻る',
  '秋深き隣は何をする人ぞ',
] as const;

/** Japanese in vertical lines, from right to left. */
export const vertical: Template = ({ slot, either, mark }) =>
  whole(
    'body{height:860px;width:1280px;writing-mode:vertical-rl;font:22px/2.1 "Noto Sans JP",sans-serif;color:#2a2522;background:#fbf7ee;padding:50px 60px}h1{font-size:38px;margin:0 0 0 30px}p{margin:0 0 0 14px}small{font-size:14px;color:#998}',
    `<h1>松尾芭蕉の${slot('title', '句', '俳諧')}</h1>${POEM.slice(0, 3)
      .map((line, n) => `<p>${n === 1 ? `閑さや岩にしみ入る${slot('sign', '蝉', '鳥')}の声` : line}</p>`)
      .join('')}${either('line', '', 'x') ? `<p${mark('line')}>名月や池をめぐりて夜もすがら</p>` : ''}${POEM.slice(3)
      .map((line) => `<p>${line}</p>`)
      .join(
        '',
      )}<p>${'元禄二年の春、芭蕉は江戸を発ち、奥州と北陸を巡る長い旅に出た。門人の曾良が同行し、日記を残している。'.repeat(5)}${slot('sentence', '', '旅は百五十日に及んだ。')}</p><small>${slot('year', '令和七年', '令和八年')} 編集部</small>`,
  );

/** A dense Chinese portal: small links in many columns. */
export const portal: Template = ({ slot, either, mark }) => {
  const topics = ['新闻', '财经', '体育', '娱乐', '科技', '汽车', '房产', '教育', '旅游', '健康', '军事', '文化'];
  const links = [
    '多地迎来今年首场降雪',
    '春运火车票明日开售',
    '专家解读新版标准',
    '国产大飞机再获订单',
    '冬季进补有讲究',
    '古城修复工程完工',
  ];
  const box = (n: number) =>
    `<div class="b"><h3>${n === 5 ? slot('heading', topics[n] ?? '', '车市') : topics[n]}</h3>${links
      .map((text, at) => {
        if (n === 7 && at === 2 && either('link-gone', '', 'x')) return '';
        const shown = n === 3 && at === 4 ? slot('one-sign', text, '冬天进补有讲究') : text;
        const number = n === 10 && at === 1 ? slot('number', '12', '18') : (n * 7 + at * 13) % 60;
        return `<a${n === 7 && at === 2 ? mark('link-gone') : ''}>${shown}<s>(${number})</s></a>`;
      })
      .join('')}</div>`;
  return whole(
    'body{font:12px/1.75 "Noto Sans SC",sans-serif;color:#333;width:1100px;margin:0 auto}.top{background:#c00;color:#fff;padding:6px 12px;display:flex;gap:18px}.g{display:grid;grid-template-columns:repeat(4,1fr);gap:10px;margin-top:10px}.b{border:1px solid #ddd;padding:6px 10px}h3{font-size:14px;margin:0 0 4px;border-bottom:1px solid #eee;color:#c00}a{display:block}s{text-decoration:none;color:#999;margin-left:4px}',
    `<div class="top">${topics.map((name) => `<span>${name}</span>`).join('')}${slot('channel', '', '<span>直播</span>')}</div><div class="g">${repeat(12, box)}</div>`,
  );
};

/** Urdu and Arabic digits from right to left, on dark cards. */
export const urdu: Template = ({ slot, either, mark }) => {
  const cards = [
    ['موسم', 'آج مطلع ابر آلود رہے گا اور شام کو ہلکی بارش کا امکان ہے۔'],
    ['کھیل', 'قومی ٹیم نے پہلا میچ سات وکٹوں سے جیت لیا۔'],
    ['بازار', 'سونے کی قیمت میں معمولی کمی ریکارڈ کی گئی۔'],
    ['تعلیم', 'جامعہ میں داخلوں کی آخری تاریخ پندرہ دسمبر ہے۔'],
    ['صحت', 'شہر میں مفت طبی کیمپ ہفتے کے دن لگایا جائے گا۔'],
    ['سفر', 'ریل گاڑیوں کے نئے اوقات یکم تاریخ سے نافذ ہوں گے۔'],
  ] as const;
  return whole(
    'html{direction:rtl}body{background:#17202b;color:#e6ebf0;font:18px/2 "Noto Sans Arabic",sans-serif;padding:26px 5%}.g{display:grid;grid-template-columns:repeat(3,1fr);gap:22px}.c{background:#22303f;border-radius:12px;padding:18px 22px;box-shadow:0 8px 22px #0007}h2{margin:0;color:#ffd479;font-size:22px}p{margin:4px 0}.n{background:#7a1f2b;border-radius:8px;padding:8px 20px;margin-bottom:20px}small{color:#9ab}',
    `<h1>روزنامہ ساحل</h1>${slot('alert', '', '<div class="n">ساحلی علاقوں میں طوفان کی وارننگ جاری</div>')}<div class="g">${cards.map(([title, text], n) => (n === 4 && either('card-gone', '', 'x') ? '' : `<div class="c"${n === 4 ? mark('card-gone') : ''}><h2>${title}</h2><p>${n === 1 ? slot('word', text, text.replace('سات', 'چار')) : text}</p><small>${n === 2 ? slot('digits', '۲۴۱٬۵۰۰', '۲۳۹٬۷۰۰') : `۱${'۲۳۴۵۶۷'.charAt(n)}:۳۰`}</small></div>`)).join('')}</div>`,
  );
};

/** Hindi, Bengali, Tamil and Thai in the rows of one table. */
export const indic: Template = ({ slot, either, mark }) => {
  const rows = [
    ['हिन्दी', 'पुस्तकालय सोमवार को बंद रहेगा', '४२'],
    ['বাংলা', 'গ্রন্থাগার সোমবার বন্ধ থাকবে', '৩৭'],
    ['தமிழ்', 'நூலகம் திங்கட்கிழமை மூடப்பட்டிருக்கும்', '௨௯'],
    ['ไทย', 'ห้องสมุดปิดทำการวันจันทร์', '๕๑'],
    ['मराठी', 'ग्रंथालय सोमवारी बंद राहील', '१८'],
    ['नेपाली', 'पुस्तकालय सोमबार बन्द रहनेछ', '२३'],
  ];
  const row = ([name, text, count]: string[], n: number) =>
    `<tr${n === 2 ? mark('row-gone') : ''}><td><b>${name}</b></td><td>${n === 0 ? slot('day', text ?? '', 'पुस्तकालय मंगलवार को बंद रहेगा') : n === 3 ? slot('thai', text ?? '', 'ห้องสมุดปิดทำการวันอังคาร') : n === 5 ? slot('matra', text ?? '', 'पुस्तकालय सोमबार बन्द रहनेछे') : text}</td><td>${n === 1 ? slot('count', '৩৭', '৩৯') : count}</td></tr>`;
  const shown = rows.map(row);
  if (either('row-gone', '', 'x')) shown.splice(2, 1);
  return whole(
    'body{font:19px/1.9 Arimo,"Noto Sans Devanagari","Noto Sans Bengali","Noto Sans Tamil","Noto Sans Thai",sans-serif;padding:30px 9%;color:#222}table{width:100%;border-collapse:collapse}td{border-bottom:1px dotted #999;padding:10px 16px}tr:nth-child(odd){background:#fbf3e4}td:last-child{text-align:right}h1{font-size:34px}',
    `<h1>भाषाएँ · ভাষা · மொழிகள் · ภาษา</h1><table>${shown.join('')}</table><p>${slot('note', '', 'सभी समय भारतीय मानक समय के अनुसार हैं।')}</p>`,
  );
};
