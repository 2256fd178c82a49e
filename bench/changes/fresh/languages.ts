import { repeat, type Template, whole } from '../../../test/corpus/changes/page.ts';

/** Arabic, from right to left: a municipality with announcements beside a list of services. */
export const arabic: Template = ({ slot }) =>
  whole(
    `html{direction:rtl}body{font:18px/1.9 "Noto Sans Arabic",sans-serif;color:#1c2b2a;background:#fafaf7}header{background:#14532d;color:#fff;padding:20px 60px;font-size:28px}.cols{display:grid;grid-template-columns:1fr 320px;gap:50px;padding:30px 60px}.n{border-right:4px solid #b7791f;padding:4px 18px;margin-bottom:22px;background:#fff}.s{background:#fff;border:1px solid #ddd;padding:12px 20px;margin-bottom:10px}`,
    `<header>بلدية المدينة</header><div class="cols"><div><h1>إعلانات</h1>${slot('notice', '', '<div class="n"><b>إغلاق شارع النهر</b><p>يغلق الشارع يوم الأحد بسبب أعمال الصيانة حتى المساء.</p></div>')}${['افتتاح المكتبة الجديدة', 'مواعيد جمع النفايات', 'مهرجان الربيع في الحديقة', 'دورات السباحة للأطفال'].map((title, n) => `<div class="n"><b>${title}</b><p>${n === 2 ? slot('text', 'يبدأ المهرجان يوم الجمعة في الساعة العاشرة صباحا.', 'تأجل المهرجان إلى الأسبوع القادم بسبب المطر.') : 'تجدون كل المعلومات في مكتب الاستقبال أو عبر الهاتف خلال أيام العمل.'}</p></div>`).join('')}</div><div><h2>خدمات</h2>${['رخص البناء', 'شهادات الميلاد', 'مواقف السيارات', 'المياه والكهرباء'].map((name) => `<div class="s">${name}</div>`).join('')}<p>هاتف: ${slot('phone', '5550142', '5550187')}</p></div></div>`,
  );

/** Japanese: a ryokan with rooms, prices and access. */
export const japanese: Template = ({ slot, photo }) =>
  whole(
    `body{font:16px/1.8 "Noto Sans JP",sans-serif;color:#333}.h{height:300px;background:#37474f;color:#fff;display:grid;place-items:center;font-size:40px;letter-spacing:.3em}.r{display:flex;gap:30px;width:1000px;margin:34px auto}.r img{width:340px;height:210px}h2{font-size:22px;border-left:6px solid #8d6e63;padding-left:12px;margin:0 0 10px}.y{color:#b71c1c;font-size:20px}.a{background:#efebe9;padding:30px 140px}`,
    `<div class="h">山の宿</div>${slot('closed', '', '<div class="a">十二月三日から七日まで改装のため休業いたします。</div>')}${repeat(4, (n) => `<div class="r"><img src="${photo(580 + n)}"><div><h2>${['松の間', '竹の間', '梅の間', '桜の間'][n]}</h2><p>${n === 1 ? slot('room', '庭に面した静かな和室です。朝は鳥の声で目が覚めます。', '川を望む新しい和室です。露天風呂が付いています。') : '畳八畳の和室で、窓から山並みを眺めることができます。夕食はお部屋でお出しします。'}</p><p class="y">一泊 ${n === 2 ? slot('yen', '18,500', '21,000') : `${14 + n * 2},000`} 円</p></div></div>`)}<div class="a"><h2>交通</h2>駅からバスで二十分、「温泉前」で降りて徒歩三分です。</div>`,
  );

/** A dark forum thread with quotes and signatures. */
export const thread: Template = ({ slot, either, mark }) => {
  const texts = [
    'The bilge pump runs every ten minutes although the hull is dry outside. Where would you look first?',
    'Check the stuffing box. A drop every few seconds fills more than you would think overnight.',
    'Mine did the same. It was the hose of the galley sink, below the waterline when heeled.',
    'Put some dye into the shaft alley and wait for an hour. You will see where the colour goes.',
    'Thanks all. The dye showed it: a hairline crack in the exhaust elbow. New one is ordered.',
    'Good find. While it is off, look at the gasket and the bolts, they rust together with the elbow.',
  ];
  const post = (text: string, n: number, extra = '') =>
    `<div class="m"${extra}><div class="u"><i class="c${n % 4}"></i><b>${['heron', 'skipper_jo', 'tern', 'old_salt'][n % 4]}</b><small>${n * 41 + 7} posts</small></div><div class="x"><small>#${n + 1}</small><p>${text}</p>${n % 2 ? '<blockquote>The bilge pump runs every ten minutes</blockquote>' : ''}<small>${n === 3 ? slot('likes', '4 likes', '19 likes') : `${n} likes`}</small></div></div>`;
  const posts = texts.map((text, n) =>
    post(n === 4 ? slot('solution', text, `${text} Edit: arrived and fitted, dry since Tuesday.`) : text, n),
  );
  if (either('answer', '', 'x'))
    posts.splice(
      3,
      0,
      post('Tighten the hose clamps before you take anything apart. It costs nothing.', 9, mark('answer')),
    );
  return whole(
    `body{font:15px/1.6 Arimo,sans-serif;background:#14171c;color:#cfd6df}main{width:1000px;margin:30px auto}.m{display:flex;background:#1c2128;border:1px solid #2d343d;margin-bottom:16px}.u{width:150px;padding:16px;background:#181c22;text-align:center;border-right:1px solid #2d343d}.u i{display:block;width:64px;height:64px;border-radius:50%;margin:0 auto 8px}.c0{background:#6a8caf}.c1{background:#af6a7c}.c2{background:#7caf6a}.c3{background:#af9c6a}.u b,.u small{display:block}.x{padding:16px 22px;flex:1}small{color:#7d8894}blockquote{border-left:3px solid #48525e;margin:8px 0;padding-left:14px;color:#97a3af}.pin{background:#2b3a1e;border:1px solid #4d6b30;padding:12px 20px;margin-bottom:16px}`,
    `<main><h1>Pump runs without a leak</h1>${slot('pinned', '', '<div class="pin">A moderator marked this thread as solved.</div>')}${posts.join('')}</main>`,
  );
};
