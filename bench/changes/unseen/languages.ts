import { repeat, type Template, whole } from '../../../test/corpus/changes/page.ts';

/** A Chinese portal: dense lists of links in three columns. */
export const chinese: Template = ({ slot, either, mark, photo }) => {
  const heads = [
    '市政府公布明年交通计划',
    '新图书馆本周六正式开放',
    '专家提醒注意早晚温差',
    '港口货运量连续三月增长',
    '博物馆夜场门票今起预约',
    '地铁六号线延长段开始试运行',
    '农产品价格保持总体稳定',
    '大学校园举办国际文化节',
    '老城区道路改造提前完工',
    '青年乐团下月举行音乐会',
  ];
  const list = (from: number) =>
    repeat(9, (n) => {
      const text = heads[(from + n * 3) % 10] ?? '';
      if (from === 4 && n === 3) return `<div class="l">${slot('headline', text, '强降雨来袭部分航班取消')}</div>`;
      return `${from === 7 && n === 2 ? either('link', '', `<div class="l"${mark('link')}>省博物馆新馆明日迎客</div>`) : ''}<div class="l">${text}</div>`;
    });
  return whole(
    `body{font:15px/1.7 "Noto Sans SC",sans-serif;color:#222}.t{background:#c8161d;color:#fff;padding:14px 60px;font-size:26px;font-weight:700}.n{display:flex;gap:30px;padding:10px 60px;border-bottom:2px solid #c8161d}.g{display:grid;grid-template-columns:repeat(3,1fr);gap:30px;padding:20px 60px}.l{padding:3px 0;border-bottom:1px dotted #ccc}.g img{width:100%;height:200px;object-fit:cover}.s{background:#f5f5f5;padding:10px 60px;display:flex;gap:50px}.red{color:#c8161d}`,
    `<div class="t">晨光网</div><div class="n"><span>新闻</span><span>财经</span><span>体育</span><span>文化</span>${slot('channel', '', '<span>直播</span>')}</div><div class="s"><span>上证指数 <b class="red">${slot('index', '3182.44', '3096.17')}</b></span><span>今日 晴 8–17℃</span></div><div class="g"><div><img src="${photo(881)}"><h3>要闻</h3>${list(0)}</div><div><img src="${either('picture', photo(882), photo(889))}"${mark('picture')}><h3>国内</h3>${list(4)}</div><div><img src="${photo(883)}"><h3>社会</h3>${list(7)}</div></div>`,
  );
};

/** Notices of an authority in Hindi. */
export const hindi: Template = ({ slot, either, mark }) => {
  const texts = [
    'जल आपूर्ति रविवार को बंद रहेगी',
    'नई बस सेवा का शुभारंभ',
    'राशन कार्ड के लिए आवेदन आमंत्रित',
    'विद्यालयों में शीतकालीन अवकाश',
    'सड़क मरम्मत का कार्य आरंभ',
    'स्वास्थ्य शिविर का आयोजन',
    'वृक्षारोपण अभियान में भाग लें',
  ];
  const row = (text: string, day: string, extra = '') =>
    `<div class="r"${extra}><b>${day}</b><span>${text}</span></div>`;
  return whole(
    `body{font:18px/1.8 "Noto Sans Devanagari",sans-serif;color:#222}header{border-top:8px solid #ff9933;border-bottom:8px solid #138808;padding:18px 80px;font-size:30px}.g{display:grid;grid-template-columns:1fr 330px;gap:50px;padding:24px 80px}.r{display:flex;gap:24px;border-bottom:1px solid #ddd;padding:12px 0}.r b{flex:0 0 130px;color:#8a4b00}.side{background:#f3f6fb;padding:18px 24px}`,
    `<header>नगर निगम सूरजपुर</header><div class="g"><div><h2>सूचनाएँ</h2>${either('notice', '', row('कार्यालय सोमवार को बंद रहेगा', '18 नवंबर', mark('notice')))}${texts.map((text, n) => row(n === 2 ? slot('text', text, 'राशन कार्ड की अंतिम तिथि बढ़ाई गई') : text, n === 5 ? `${slot('date', '4', '29')} नवंबर` : `${12 - n} नवंबर`)).join('')}</div><div class="side"><h3>संपर्क</h3><p>दूरभाष: 0771-${slot('phone', '2550142', '3847968')}</p><p>कार्यालय का समय सुबह दस बजे से शाम पाँच बजे तक है।</p></div></div>`,
  );
};

/** An Arabic magazine on a phone, from right to left. */
export const magazine: Template = ({ slot, photo }) =>
  whole(
    `html{direction:rtl}body{font:17px/1.9 "Noto Sans Arabic",sans-serif;color:#201a12}header{background:#201a12;color:#f4d58d;padding:14px 18px;font-size:24px}.a{padding:16px 18px;border-bottom:6px solid #f1ece2}.a img{width:100%;height:200px;object-fit:cover;border-radius:6px}h2{font-size:21px;line-height:1.6;margin:10px 0}p{margin:0}.ad{background:#e9f5ec;border:1px solid #a7d3b3;margin:14px 18px;padding:18px;text-align:center}`,
    `<header>مجلة الميناء</header>${slot('ad', '', '<div class="ad">اشترك الآن واحصل على شهر مجاني</div>')}${['السوق القديم يفتح أبوابه من جديد', 'رحلة إلى جبال الشمال', 'كيف نحفظ مياه الأمطار', 'مكتبة على ضفاف النهر'].map((title, n) => `<div class="a"><img src="${photo(891 + n)}"><h2>${n === 1 ? slot('title', title, 'الثلوج تغلق الطرق الجبلية') : title}</h2><p>يزور المكان مئات الناس كل أسبوع، ويجدون فيه الهدوء بعيدا عن ضجيج المدينة. ${n === 2 ? `بلغت الكلفة ${slot('sum', '420', '975')} ألفا.` : ''}</p></div>`).join('')}`,
  );

/** A German authority: long words, hyphenation, justified text. */
export const german: Template = ({ slot, either, mark }) => {
  const fees = [
    'Grundstücksentwässerungsgebühr',
    'Abfallbehältergestellungspauschale',
    'Straßenreinigungsgebühr',
    'Niederschlagswasserentgelt',
    'Hausanschlusskostenbeitrag',
    'Zweitwohnungssteuer',
  ];
  return whole(
    `html{hyphens:auto}body{font:17px/1.55 Tinos,serif;color:#1a1a1a}header{background:#f5f1e6;border-bottom:4px solid #8b1a1a;padding:24px 100px;font-size:28px}.g{display:grid;grid-template-columns:repeat(2,1fr);gap:46px;padding:24px 100px}p{text-align:justify;margin:0 0 12px}table{width:100%;border-collapse:collapse}td{border-bottom:1px solid #ccc;padding:8px 0}td+td{text-align:right}.hin{border:2px solid #8b1a1a;padding:14px 20px;margin:20px 100px 0}`,
    `<header>Verbandsgemeindeverwaltung Oberwiesental</header>${slot('hinweis', '', '<div class="hin">Wegen einer Personalversammlung bleibt das Einwohnermeldeamt am Donnerstag ganztägig geschlossen.</div>')}<div class="g"><div lang="de"><h2>Bekanntmachung</h2><p>Vom ${slot('frist', '9. bis 20. November', '23. November bis 4. Dezember')} liegt die Haushaltssatzung für das kommende Jahr während der allgemeinen Öffnungszeiten im Rathaus zur Einsichtnahme aus.</p><p>Einwendungen gegen den Bebauungsplanentwurf können schriftlich oder zur Niederschrift vorgebracht werden. Verspätet eingegangene Stellungnahmen bleiben bei der Beschlussfassung unberücksichtigt.</p>${slot('absatz', '', '<p>Zusätzlich findet eine Bürgerinformationsveranstaltung in der Mehrzweckhalle statt, zu der alle Grundstückseigentümer herzlich eingeladen sind.</p>')}<p>Die Verkehrsberuhigungsmaßnahmen in der Bahnhofstraße werden voraussichtlich im Frühjahr abgeschlossen sein. Umleitungen sind ausgeschildert.</p></div><div><h2>Gebühren</h2><table>${fees.map((name, n) => (n === 3 && either('gebuehr-weg', '', 'x') ? '' : `<tr${n === 3 ? mark('gebuehr-weg') : ''}><td>${name}</td><td>${n === 1 ? `${slot('betrag', '86,40', '112,80')} €` : `${(n + 2) * 31},50 €`}</td></tr>`)).join('')}</table><p style="margin-top:20px" lang="de">Säumniszuschläge werden nach Ablauf der Zahlungsfrist erhoben.</p></div></div>`,
  );
};

/** A Korean shop on a phone. */
export const korean: Template = ({ slot, either, mark, photo }) => {
  const names = [
    '면 셔츠',
    '울 스웨터',
    '데님 재킷',
    '가죽 벨트',
    '캔버스 가방',
    '겨울 장갑',
    '체크 목도리',
    '린넨 바지',
  ];
  return whole(
    `body{font:14px/1.5 "Noto Sans KR",sans-serif;color:#111}header{padding:14px 16px;font-size:20px;font-weight:700;border-bottom:1px solid #eee}.g{display:grid;grid-template-columns:1fr 1fr;gap:18px 10px;padding:14px}.g img{width:100%;height:210px;object-fit:cover;border-radius:4px}.p{font-weight:700}.p s{color:#aaa;font-weight:400}.p em{color:#e8344e;font-style:normal}.ev{background:#111;color:#ffe14d;text-align:center;padding:13px}`,
    `<header>한결상점</header>${slot('event', '', '<div class="ev">오늘만 전 상품 무료 배송</div>')}<div class="g">${names.map((name, n) => `<div><img src="${n === 5 ? either('shot', photo(905), photo(931)) : photo(900 + n)}"${n === 5 ? mark('shot') : ''}><div>${name}</div><div class="p">${n === 2 ? slot('won', '59,000원', '<em>41,000원</em> <s>59,000원</s>') : `${29 + n * 8},000원`}</div></div>`).join('')}</div>`,
  );
};
