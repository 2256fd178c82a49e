import { repeat, sentence, type Template, whole, words } from '../../../test/corpus/changes/page.ts';

/** Photographs of different heights with captions and hearts over them. */
export const photos: Template = ({ slot, either, mark, photo }) => {
  const item = (n: number) => {
    const seed = n === 5 ? either('swapped', '905', '931') : String(900 + n);
    const gone = n === 8 && either('photo-gone', '', 'x');
    return gone
      ? ''
      : `<div class="p"${n === 8 ? mark('photo-gone') : ''} style="height:${170 + ((n * 67) % 170)}px"><img src="${photo(Number(seed))}"${n === 5 ? mark('swapped') : ''}><b>${n === 2 ? slot('caption', 'Fog over the weir', 'Frost over the weir') : words(n + 20, 3)}</b><i${n === 7 ? mark('heart') : ''} style="background:${n === 7 && either('heart', '', 'x') ? '#f33' : '#fff'}"></i></div>`;
  };
  const columns = [0, 1, 2, 3].map((column) => repeat(4, (n) => item(column * 4 + n)));
  return whole(
    'body{background:#111;color:#eee;font:14px Arimo,sans-serif;padding:18px}.g{display:grid;grid-template-columns:repeat(4,1fr);gap:10px}.p{position:relative;margin-bottom:10px;overflow:hidden}.p img{width:100%;height:100%;object-fit:cover;display:block}.p b{position:absolute;left:12px;bottom:10px;text-shadow:0 1px 3px #000}.p i{position:absolute;right:10px;top:10px;width:18px;height:18px;border-radius:50%}header{display:flex;gap:14px;align-items:center;margin-bottom:18px}header img{width:54px;height:54px;border-radius:50%}',
    `<header><img src="${photo(Number(either('avatar', '971', '972')))}"${mark('avatar')}><div><b>Ruta Kazlauskas</b><br>${slot('followers', '4,118 followers', '4,119 followers')}</div></header><div class="g">${columns.map((some) => `<div>${some}</div>`).join('')}</div>`,
  );
};

/** Cards of frosted glass with shadows on a gradient over the whole page. */
export const glass: Template = ({ slot, either, mark }) => {
  const names = ['Balance', 'Savings', 'Credit', 'Pension', 'Shares', 'Fund'];
  const card = (n: number, extra = '') =>
    `<div class="c"${extra}><small>${names[n] ?? 'Loan'}</small><b>${n === 3 ? slot('amount', '18,204.11', '18,204.17') : `${(n * 7919 + 1204) % 9000},${100 + ((n * 37) % 800)}.50`}</b><span class="t ${n % 2 ? 'd' : 'u'}">${n === 4 ? slot('trend', '▲ 1.2 %', '▼ 0.3 %') : n % 2 ? '▼ 0.8 %' : '▲ 2.1 %'}</span></div>`;
  return whole(
    'body{min-height:900px;background:linear-gradient(125deg,#312e81,#7c3aed 45%,#db2777);color:#fff;font:16px/1.5 "Hanken Grotesk",sans-serif;padding:46px}.g{display:grid;grid-template-columns:repeat(3,1fr);gap:28px}.c{background:#ffffff1f;border:1px solid #ffffff38;border-radius:22px;padding:26px;box-shadow:0 18px 44px #0005}.c b{display:block;font-size:31px}.t{display:inline-block;padding:2px 11px;border-radius:99px;font-size:13px}.u{background:#10b98166}.d{background:#ef444466}h1{font-size:40px;margin:0 0 24px}.n{background:#00000040;border-radius:14px;padding:13px 22px;margin-bottom:24px}',
    `<h1>${slot('greeting', 'Good morning, Ines', 'Good evening, Ines')}</h1>${slot('notice', '', '<div class="n">Your card ends in March. A new one is on its way.</div>')}<div class="g">${repeat(6, (n) => card(n))}${either('card', '', 'x') ? card(6, mark('card')) : ''}</div>`,
  );
};

/** A long form with every kind of field. */
export const fields: Template = ({ slot, either, mark }) =>
  whole(
    'body{font:15px/1.5 Arimo,sans-serif;color:#222;background:#f6f7f9;padding:30px}form{background:#fff;width:820px;margin:0 auto;border-radius:10px;padding:28px 36px;box-shadow:0 2px 9px #0001}label{display:block;margin:14px 0 4px;font-weight:700}.i{border:1px solid #b6bcc6;border-radius:5px;padding:8px 12px;height:38px;background:#fff;display:block}.i.bad{border-color:#c62828}.two{display:grid;grid-template-columns:1fr 1fr;gap:22px}.k{display:inline-block;width:17px;height:17px;border:1.5px solid #777;border-radius:3px;vertical-align:-3px;margin-right:9px;font:700 14px/14px Arimo;text-align:center;color:#1a5fb4}.o{border-radius:50%}.o i{display:block;width:9px;height:9px;border-radius:50%;margin:2.5px auto;background:#1a5fb4}.s{height:5px;background:#ddd;border-radius:3px;position:relative;margin:16px 0}.s i{position:absolute;top:-7px;width:19px;height:19px;border-radius:50%;background:#1a5fb4}.e{color:#c62828;font-size:13px}.g{background:#1a5fb4;color:#fff;border-radius:6px;padding:11px 30px;display:inline-block;margin-top:22px}.st{display:flex;gap:8px}.st b{flex:1;height:6px;border-radius:3px;background:#d5dbe5}.st .y{background:#1a5fb4}',
    `<form><div class="st">${repeat(5, (n) => `<b class="${n < 2 || (n === 2 && either('step', '', 'x') !== '') ? 'y' : ''}"${n === 2 ? mark('step') : ''}></b>`)}</div><h2>Register a boat</h2><div class="two"><div><label>Name of the boat</label><span class="i">${slot('name', '', 'Kittiwake')}</span></div><div><label>Sail number</label><span class="i ${either('error', '', 'bad')}">K 4211</span>${either('error', '', `<span class="e"${mark('error')}>This number is taken.</span>`)}</div></div><label>Harbour</label><span class="i">${slot('select', 'Please choose', 'Northern quay')} <span style="float:right">▾</span></span><label>Propulsion</label>${['Sail', 'Diesel', 'Electric', 'Oars'].map((name, n) => `<p><span class="k o">${n === 1 && either('radio', '', 'x') ? `<i${mark('radio')}></i>` : ''}</span>${name}</p>`).join('')}<label>Length: ${slot('length', '7.2 m', '9.8 m')}</label><div class="s"${mark('slider')}><i style="left:${either('slider', '210', '420')}px"></i></div><label>Equipment</label>${['Life raft', 'Radio', 'Lights', 'Anchor', 'Stove', 'Dinghy'].map((name, n) => `<p><span class="k"${n === 3 ? mark('tick') : ''}>${n === 3 ? either('tick', '', '✓') : n % 2 ? '✓' : ''}</span>${name}</p>`).join('')}${slot('field', '', '<label>Year of construction</label><span class="i"></span>')}<label>Remarks</label><span class="i"${mark('frame')} style="height:110px${either('frame', '', ';border-color:#c62828')}">${slot('remarks', '', sentence(12, 24))}</span><span class="g">Continue</span></form>`,
  );

/** An article under a bar that stays, with layers above the page. */
export const layers: Template = ({ slot, either, mark }) =>
  whole(
    `body{font:17px/1.65 Tinos,serif;color:#222}header span{position:relative}header span u{position:absolute;left:0;right:0;bottom:-16px;height:3px;background:#0b7}header{position:absolute;left:0;right:0;top:0;background:#fffffff2;border-bottom:1px solid #ddd;padding:15px 60px;font:15px Arimo;display:flex;gap:30px;align-items:center}main{width:720px;margin:90px auto 40px}.chat{position:absolute;right:26px;top:780px;width:62px;height:62px;border-radius:50%;background:#0b7;color:#fff;display:grid;place-items:center;font:26px Arimo;box-shadow:0 6px 18px #0004}.foot{position:absolute;left:0;right:0;top:820px;background:#222;color:#fff;padding:22px 60px;font:15px Arimo}.veil{position:absolute;inset:0;background:#0009}.box{position:absolute;left:390px;top:230px;width:500px;background:#fff;border-radius:12px;padding:30px;font:16px/1.5 Arimo}.toast{position:absolute;right:26px;top:84px;background:#14532d;color:#fff;border-radius:8px;padding:14px 22px;font:15px Arimo;box-shadow:0 5px 20px #0005}.side{position:absolute;left:30px;top:130px;width:170px;font:14px/1.9 Arimo;color:#777}.side b{color:#111;border-left:3px solid #0b7;padding-left:9px}`,
    `<main><h1>${slot('title', 'The slow return of the beaver', 'The slow return of the otter')}</h1>${repeat(14, (n) => `<p>${sentence(n + 700, 40 + ((n * 7) % 25))}</p>`)}</main><div class="side">${['Summary', 'Rivers', 'Dams', 'Farmers', 'Future'].map((name, n) => (n === Number(either('active', '1', '3')) ? `<b>${name}</b>` : name)).join('<br>')}</div><header><b>Riverside</b><span>Nature${either('underline', '', `<u${mark('underline')}></u>`)}</span><span>Travel</span><span>${slot('count', 'Saved 3', 'Saved 4')}</span></header>${either('chat', '', `<div class="chat"${mark('chat')}>?</div>`)}${slot('consent', '', `<div class="foot">We use cookies to count readers. <u>Accept</u> <u>Refuse</u></div>`)}${slot('toast', '', '<div class="toast">Saved for later</div>')}${either('dialog', '', `<div class="veil"${mark('dialog')}></div><div class="box"><h2>Stay a while?</h2><p>Subscribers read all articles, also on paper.</p></div>`)}`,
  );

/** A receipt with dotted leaders and a total, in equal widths. */
export const receipt: Template = ({ slot, either, mark }) => {
  const items = ['Rye bread', 'Butter', 'Milk 1 l', 'Apples 1.2 kg', 'Coffee', 'Soap', 'Candles', 'Matches', 'Oats'];
  const line = (name: string, n: number) =>
    `<div${n === 4 ? mark('line-gone') : ''}>${name}<u></u>${n === 6 ? slot('price', '6.80', '8.80') : ((n * 173 + 99) / 100).toFixed(2)}</div>`;
  const lines = items.map(line);
  if (either('line-gone', '', 'x')) lines.splice(4, 1);
  return whole(
    'body{background:#888;padding:24px}main{background:#fff;width:390px;margin:0 auto;padding:26px 24px;font:14px/1.7 Cousine,monospace;box-shadow:0 3px 14px #0007}main div{display:flex}u{flex:1;border-bottom:2px dotted #aaa;margin:0 6px 5px;text-decoration:none}h2{text-align:center;margin:0}.z{border-top:2px dashed #333;margin-top:9px;padding-top:9px;font-weight:700}.bars{display:flex;height:62px;margin-top:20px}.bars i{background:#000}',
    `<main><h2>KORNER SHOP</h2><p>${slot('time', '19-11-2026 17:42', '19-11-2026 17:43')}</p>${lines.join('')}<div class="z">TOTAL<u></u>${slot('total', '51.30', '53.30')}</div>${slot('stamp', '', '<div>Loyalty points<u></u>51</div>')}<div class="bars"${mark('barcode')}>${repeat(60, (n) => `<i style="width:${1 + ((n * 7 + (either('barcode', '', 'x') ? n % 3 : 0)) % 4)}px;margin-right:${1 + ((n * 5) % 3)}px"></i>`)}</div></main>`,
  );
};
