import { type PagePair, pair, paragraphs, repeat, sentence, type Template, whole, words } from './page.ts';
import { council, forum, menu, status } from './public.ts';
import { article, manual, news } from './reading.ts';
import { pricing, product, shop } from './shops.ts';

/** A museum: large pictures, a list of exhibitions, opening hours in a coloured box. */
const museum: Template = ({ slot, photo }) =>
  whole(
    `body{font:17px/1.5 Tinos,serif;background:#f7f4ef;color:#2b2622}header{display:flex;gap:40px;padding:26px 70px;font-size:15px}header b{font-size:26px;margin-right:auto}.hero{height:480px;width:100%;object-fit:cover;display:block}
    .show{display:grid;grid-template-columns:380px 1fr;gap:44px;padding:44px 70px;border-bottom:1px solid #d8d0c2}.show img{width:380px;height:250px}.hours{background:#7a2e1f;color:#fff;padding:34px 70px;display:flex;gap:80px}h2{font-size:30px;margin:0 0 10px}`,
    `<header><b>Museum of Rivers</b><span>Visit</span><span>Exhibitions</span><span>Collection</span></header><img class="hero" src="${photo(201)}">
    <div class="hours"><div><h2>Open today</h2>10.00 to ${slot('closing', '18.00', '21.00')}</div><div><h2>Tickets</h2>Adults ${slot('ticket', '€ 14', '€ 16')}</div></div>
    ${slot('opening', '', `<div class="show"><img src="${photo(220)}"><div><h2>${words(2600, 4)}</h2><p>${sentence(2601, 40)}</p></div></div>`)}
    ${repeat(4, (n) => `<div class="show"><img src="${photo(210 + n)}"><div><h2>${n === 2 ? slot('title', words(2610 + n, 4), words(2650, 5)) : words(2610 + n, 4)}</h2><p>${sentence(2620 + n, 44)}</p><p>${sentence(2630 + n, 20)}</p></div></div>`)}
    <div style="padding:30px 70px">${paragraphs(2, 2640, 40)}</div>`,
  );

/** Pairs that were written after the comparison was first tuned. */
export const HELD_OUT_PAIRS: readonly PagePair[] = [
  pair('nothing', 'museum', museum, []),
  pair('photo noise', 'museum', museum, ['photo']),
  pair('moved only', 'higher picture of a museum', museum, [], { style: '.hours{margin-top:23.4px}' }),
  pair('insert', 'exhibition', museum, ['opening']),
  pair('retext', 'title of an exhibition', museum, ['title']),
  pair('price digit', 'ticket', museum, ['ticket']),
  pair('number', 'closing time', museum, ['closing']),
  pair('several', 'exhibition, ticket and title', museum, ['opening', 'ticket', 'title']),
  pair('retext', 'option of a list', manual, ['option']),
  pair('retext', 'tax note', pricing, ['vat']),
  pair('number', 'number of reviews', product, ['count']),
  pair('price digit', 'price of a product', product, ['price']),
  pair('insert', 'old price', product, ['old-price']),
  pair('retext', 'author', article, ['author']),
  pair('retext', 'a word in a paragraph', news, ['word']),
  pair('retext', 'season of a menu', menu, ['season']),
  pair('insert', 'note of a menu', menu, ['note']),
  pair('number', 'age of a post', forum, ['ago']),
  pair('table cell', 'opening hours', council, ['hours']),
  pair('several', 'state and incident', status, ['state', 'incident']),
  pair('several', 'button and badge', shop, ['button', 'badge']),
];
