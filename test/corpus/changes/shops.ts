import { paragraphs, repeat, sentence, type Template, whole, words } from './page.ts';

/** A shop with a grid of cards. */
export const shop: Template = ({ slot, either, mark, photo }) => {
  const card = (n: number, extra = '') =>
    `<div class="card"${extra}>${n === 2 ? slot('badge', '', '<i class="badge">−20 %</i>') : ''}<img src="${n === 5 ? either('product-photo', photo(60 + n), photo(99)) : photo(60 + n)}"${n === 5 ? mark('product-photo') : ''}><h3>${words(700 + n, 3)}</h3><p>${sentence(720 + n, 7 + (n % 4))}</p><div class="row"><b>€ ${n === 1 ? slot('price', '24.90', '19.90') : n === 6 ? slot('price-low', '118.00', '118.50') : `${11 + n * 7}.${n}0`}</b>${n === 3 ? slot('button', '<span class="buy">Add to basket</span>', '<span class="buy sold">Sold out</span>') : n === 7 ? slot('button-colour', '<span class="buy">Add to basket</span>', '<span class="buy" style="background:#b3541e">Add to basket</span>') : '<span class="buy">Add to basket</span>'}</div></div>`;
  const cards = Array.from({ length: 9 }, (_, n) => card(n));
  if (either('new-card', '', 'yes')) cards.splice(2, 0, card(30, mark('new-card')));
  if (either('card-gone', '', 'yes')) cards.splice(4, 1);
  else if (mark('card-gone')) cards[4] = card(4, mark('card-gone'));
  return whole(
    `body{font:15px/1.5 Arimo,sans-serif;background:#f5f5f2;color:#222}header{background:#fff;padding:20px 60px;display:flex;gap:30px;align-items:center;box-shadow:0 1px 6px #0002}.hero{background:linear-gradient(120deg,#234d3c,#7fa05f);color:#fff;padding:56px 60px;font-size:34px}
    .cards{display:grid;grid-template-columns:repeat(4,1fr);gap:24px;padding:40px 60px}.card{background:#fff;border-radius:12px;border:1px solid #e4e4df;padding:16px;position:relative}.card img{width:100%;height:170px;object-fit:cover;border-radius:8px}.row{display:flex;justify-content:space-between;align-items:center}b{font-size:19px}
    .buy{background:#234d3c;color:#fff;border-radius:8px;padding:7px 12px;font-size:13px}.sold{background:#c9c9c2;color:#555}.badge{position:absolute;top:8px;right:8px;background:#d4213d;color:#fff;border-radius:20px;padding:5px 12px;font:700 14px Arimo}.strip{background:#ffe9a8;text-align:center;padding:9.4px;font-weight:700}
    .cookie{position:fixed;left:0;right:0;bottom:0;background:#111;color:#fff;padding:22px 60px}`,
    `${slot('strip', '', '<div class="strip">Free shipping this week</div>')}<header><b>Kettle & Thread</b><span>Kitchen</span><span>Textiles</span><span>Garden</span><span style="margin-left:auto">Basket ${slot('basket', '(0)', '(3)')}</span></header><div class="hero">Made slowly, in small numbers</div>
    <div class="cards">${cards.join('')}</div><div style="padding:20px 60px 90px">${paragraphs(2, 790, 60)}</div>${slot('cookie', '', '<div class="cookie">We use cookies. They are delicious. Accept or decline.</div>')}`,
  );
};

/** One product with a gallery, options and reviews. */
export const product: Template = ({ slot, either, mark, photo }) =>
  whole(
    `body{font:16px/1.55 Arimo,sans-serif;color:#1c2430}.page{width:1160px;margin:30px auto;display:grid;grid-template-columns:600px 1fr;gap:48px}.big{width:600px;height:600px;border-radius:14px}.thumbs{display:flex;gap:12px;margin-top:12px}.thumbs img{width:110px;height:110px;border-radius:8px}
    .price{font-size:36px;font-weight:700}.old{color:#888;text-decoration:line-through;font-size:20px;margin-left:10px}.stock{color:#0a7f3f}.go{display:inline-block;background:#0b57d0;color:#fff;padding:14px 40px;border-radius:30px;font-weight:700;margin:18px 0}table{border-collapse:collapse;width:100%}td{border-top:1px solid #dde;padding:9px 4px}.review{border-top:1px solid #dde;padding:16px 0}.stars{color:#d98200;letter-spacing:2px}`,
    `<div class="page"><div><img class="big" src="${either('carousel', photo(101), photo(102))}"${mark('carousel')}><div class="thumbs">${repeat(4, (n) => `<img src="${photo(101 + n)}">`)}</div></div>
    <div><h1>${words(800, 5)}</h1><p>${sentence(801, 22)}</p><div><span class="price">€ ${slot('price', '149.00', '129.00')}</span>${slot('old-price', '', '<span class="old">€ 149.00</span>')}</div><p class="stock">${slot('stock', 'In stock, 14 left', 'Sold out until March')}</p><span class="go">Buy now</span>
    <table>${repeat(7, (n) => `<tr><td>${words(810 + n, 2)}</td><td>${n === 4 ? slot('spec', words(820 + n, 3), words(870, 4)) : words(820 + n, 3)}</td></tr>`)}</table></div></div>
    <div style="width:1160px;margin:0 auto"><h2>Reviews (${slot('count', '38', '39')})</h2>${slot('review', '', `<div class="review"><span class="stars">★★★★☆</span><p>${sentence(850, 30)}</p></div>`)}${repeat(5, (n) => `<div class="review"><span class="stars">★★★★★</span><p>${sentence(840 + n, 24 + n * 6)}</p></div>`)}</div>`,
  );

/** Prices of a service in three plans. */
export const pricing: Template = ({ slot, mark, either }) => {
  const plan = (name: string, price: string, items: readonly string[], dark: boolean) =>
    `<div class="plan${dark ? ' dark' : ''}"><h3>${name}</h3><div class="sum">${price}</div><span class="try">Try for 30 days</span><ul>${items.map((item) => `<li>${item}</li>`).join('')}</ul></div>`;
  const guest = either('item-gone', 'shown', '') ? `<li${mark('item-gone')}>Guest links</li>` : '';
  return whole(
    `body{font:16px/1.5 "Hanken Grotesk",Arimo,sans-serif;background:#fcfbf9;color:#191a1f}.top{display:flex;justify-content:flex-end;gap:32px;padding:24px 80px}.top b{margin-right:auto;font-size:22px}h1{text-align:center;font-size:56px;margin:60px 0 10px}.sub{text-align:center;color:#667}
    .plans{display:grid;grid-template-columns:repeat(3,340px);gap:24px;justify-content:center;margin:48px 0}.plan{border:1px solid #dcd8d0;border-radius:16px;padding:32px;background:#fff}.dark{background:#1e2a5a;color:#fff}.sum{font-size:44px;font-weight:700}.try{display:block;border:1.5px solid currentColor;border-radius:24px;text-align:center;padding:9px;margin:18px 0}
    .faq{width:760px;margin:80px auto;border-top:1px solid #ddd}.faq div{border-bottom:1px solid #ddd;padding:18px 0}.new{background:#0f1d3a;color:#fff;text-align:center;padding:12.4px;font-size:15px}`,
    `${slot('announcement', '', '<div class="new">Version 3 is here: boards that draw themselves</div>')}<div class="top"><b>tessel</b><span>Product</span><span>Templates</span><span>Pricing</span><span>Help</span></div><h1>Plans for teams of every size</h1><p class="sub">Change or cancel at any time. ${slot('vat', 'Prices without VAT.', 'Prices include VAT.')}</p>
    <div class="plans">${plan('Solo', '€0', ['3 boards', 'Export as PNG'], false).replace('</ul>', `${guest}<li>Community help</li></ul>`)}${plan('Team', slot('team-price', '€12', '€15'), ['Boards without limit', 'Guest links', 'History of 90 days', 'Answers within a day'], true)}${plan('Studio', '€29', ['Everything in Team', 'Sign-on with your own directory', 'History without end'], false)}</div>
    <div class="faq">${repeat(6, (n) => `<div><b>${words(910 + n, 6)}?</b><p>${sentence(930 + n, 26)}</p></div>`)}${slot('question', '', `<div><b>${words(950, 7)}?</b><p>${sentence(951, 30)}</p></div>`)}${repeat(3, (n) => `<div><b>${words(960 + n, 6)}?</b><p>${sentence(970 + n, 20)}</p></div>`)}</div>`,
  );
};
