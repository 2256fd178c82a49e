import { type PagePair, pair } from '../../../test/corpus/changes/page.ts';
import { pageFile } from '../page-file.ts';

const page = (name: string) => pageFile(new URL(`./pages/${name}.page`, import.meta.url));

const admin = page('admin');
const album = page('album');
const arabicBlog = page('arabic-blog');
const arabicCheckout = page('arabic-checkout');
const blog = page('blog');
const cafe = page('cafe');
const chinese = page('chinese');
const invoice = page('invoice');
const japanese = page('japanese');
const jobs = page('jobs');
const magazine = page('magazine');
const ninjaManual = page('ninja-manual');
const nodeApi = page('node-api');
const oldTables = page('old-tables');
const post = page('post');
const pricing = page('pricing');
const resume = page('resume');
const rustModule = page('rust-module');
const shop = page('shop');
const shopItem = page('shop-item');
const table = page('table');
const tasks = page('tasks');
const uptime = page('uptime');

const phone = { widths: [390, 390] } as const;
const wide = { widths: [1600, 1600] } as const;

/** Pages of public themes and documentation, with edits whose author did not know the code of the comparison. */
export const REAL_PAIRS: readonly PagePair[] = [
  // Pairs without a change.
  pair('nothing', 'status page', uptime, []),
  pair('nothing', 'Arabic form', arabicCheckout, []),
  pair('photo noise', 'shop', shop, ['photo']),
  pair('photo noise', 'head of a blog', blog, ['photo']),
  pair('photo noise', 'album', album, ['photo'], wide),
  pair('photo noise', 'photograph behind a box', cafe, ['photo']),
  pair('sub-pixel shift', 'to the right', cafe, [], { style: '.cta-inner{left:.35px}' }),
  pair('sub-pixel shift', 'downwards, dark', rustModule, [], { style: 'main{transform:translateY(.4px)}' }),
  pair('sub-pixel shift', 'Arabic', arabicBlog, [], { style: 'main{transform:translate(.45px,.2px)}' }),
  pair('sub-pixel shift', 'Japanese on a phone', japanese, [], { ...phone, style: 'main{transform:translateX(.3px)}' }),
  pair('moved only', 'more space in a long manual', ninjaManual, [], { style: 'h2{margin-top:27.7px}' }),
  pair('animation', 'symmetric spinner', uptime, ['spinner']),
  pair('animation', 'end of a fade', admin, [], { style: '#content{opacity:.99}' }),
  pair('animation', 'phase of a gradient', pricing, [], {
    style: '.bg-light{background:linear-gradient(90deg,#f8f9fa,#f6f8fa)!important}',
  }),
  pair('reorder', 'two products', shop, ['sorted']),
  pair('reorder', 'two tasks of a column', tasks, ['sorted']),
  pair('reorder', 'three rows', table, ['sorted']),
  // Pairs with one change.
  pair('price', 'product in a grid', shop, ['price']),
  pair('price', 'product beside a picture', shopItem, ['price']),
  pair('price', 'plan in large type', pricing, ['price']),
  pair('price', 'total of an invoice', invoice, ['total']),
  pair('price', 'range of a salary', jobs, ['salary']),
  pair('stock', 'product', shopItem, ['stock']),
  pair('number', 'earnings', admin, ['earnings']),
  pair('number', 'pending', admin, ['pending'], wide),
  pair('number', 'phone', cafe, ['phone']),
  pair('number', 'argument of Chinese code', chinese, ['number']),
  pair('counter', 'cart', shop, ['cart']),
  pair('counter', 'alerts', admin, ['counter']),
  pair('counter', 'Arabic cart', arabicCheckout, ['count']),
  pair('date', 'of a post', blog, ['date']),
  pair('date', 'in Arabic', arabicBlog, ['date']),
  pair('date', 'of a manual', ninjaManual, ['date']),
  pair('date', 'on a card', tasks, ['day']),
  pair('date', 'of a position', resume, ['until']),
  pair('date', 'year in a paragraph', cafe, ['founded']),
  pair('date', 'age of a picture', album, ['age']),
  pair('version', 'documentation', nodeApi, ['version']),
  pair('version', 'dark documentation', rustModule, ['version']),
  pair('version', 'below a heading', nodeApi, ['added']),
  pair('footer year', 'shop', shop, ['year']),
  pair('footer year', 'magazine on a phone', magazine, ['year'], phone),
  pair('headline', 'new on top', blog, ['headline']),
  pair('headline', 'new on top on a phone', blog, ['headline'], phone),
  pair('headline', 'in Arabic', arabicBlog, ['headline']),
  pair('card', 'product gone', shop, ['card-gone']),
  pair('card', 'product gone on a phone', shop, ['card-gone'], phone),
  pair('card', 'job gone', jobs, ['job-gone']),
  pair('card', 'another post', magazine, ['replaced']),
  pair('columns', 'new task in the third of four', tasks, ['task']),
  pair('columns', 'task gone in the second of four', tasks, ['task-gone']),
  pair('table row', 'in the middle', table, ['row']),
  pair('table row', 'period', uptime, ['row']),
  pair('table row', 'line of an invoice', invoice, ['line']),
  pair('table cell', 'striped table', table, ['cell']),
  pair('chart', 'bar', admin, ['bar']),
  pair('chart', 'thin bar', uptime, ['bar']),
  pair('image swap', 'product', shopItem, ['picture']),
  pair('image swap', 'in an album', album, ['picture']),
  pair('image swap', 'behind a box', cafe, ['picture']),
  pair('banner', 'above a dark navigation', pricing, ['banner']),
  pair('cookie bar', 'over a magazine', magazine, ['cookies']),
  pair('cookie bar', 'in a corner', jobs, ['cookies']),
  pair('sticky header', 'over an album', album, ['sticky']),
  pair('button colour', 'product', shopItem, ['button']),
  pair('button colour', 'older posts', blog, ['button']),
  pair('button colour', 'search', jobs, ['button']),
  pair('button text', 'album', album, ['label']),
  pair('recolour', 'card', admin, ['recoloured']),
  pair('recolour', 'cell of an old table', oldTables, ['cell']),
  pair('status dot', 'uptime', uptime, ['dot']),
  pair('link colour', 'one link', nodeApi, ['link']),
  pair('menu', 'entry of a gradient sidebar', admin, ['menu']),
  pair('menu', 'entry of documentation', nodeApi, ['nav']),
  pair('menu', 'entry of an old table', oldTables, ['menu']),
  pair('menu', 'saved report', table, ['report']),
  pair('sidebar', 'category', post, ['category']),
  pair('sidebar', 'category gone', magazine, ['category-gone']),
  pair('sidebar', 'Arabic archive', arabicBlog, ['archive']),
  pair('longer paragraph', 'product', shopItem, ['longer']),
  pair('longer paragraph', 'sentence in the middle', post, ['sentence']),
  pair('longer paragraph', 'Arabic sentence', arabicBlog, ['sentence']),
  pair('paragraph', 'Chinese', chinese, ['paragraph']),
  pair('section', 'replaced', post, ['section']),
  pair('section', 'text replaced', resume, ['interests']),
  pair('section', 'new position', resume, ['job']),
  pair('section', 'question of an old table', oldTables, ['question']),
  pair('comment', 'new', post, ['comment']),
  pair('rating', 'two stars', shop, ['rating']),
  pair('badge', 'sale', shop, ['badge']),
  pair('badge', 'popular plan', pricing, ['popular']),
  pair('badge', 'tag of a job', jobs, ['tag']),
  pair('code', 'new line', nodeApi, ['code']),
  pair('code', 'string on dark', rustModule, ['string']),
  pair('notice', 'on dark', rustModule, ['notice']),
  pair('form', 'Arabic field', arabicCheckout, ['field']),
  pair('form', 'Arabic error', arabicCheckout, ['error']),
  pair('form', 'ticked', jobs, ['ticked']),
  pair('feature', 'included now', pricing, ['feature']),
  pair('pagination', 'next page', magazine, ['page']),
  pair('opening hours', 'Wednesday', cafe, ['hours']),
  pair('opening hours', 'Sunday', cafe, ['sunday']),
  pair('letter', 'misspelt word', shop, ['letter']),
  pair('letter', 'in a heading', blog, ['letter']),
  pair('word', 'Chinese', chinese, ['word']),
  pair('word', 'Japanese', japanese, ['ending']),
  pair('word', 'deep in a long manual', ninjaManual, ['deep']),
  pair('sentence', 'Japanese on a phone', japanese, ['sentence'], phone),
  pair('heading size', 'one heading', post, [], { style: 'h2.mt-5{font-size:2.6rem}', restyled: 'h2.mt-5' }),
  // Pairs with several changes.
  pair('several', 'percentage and progress', admin, ['percent', 'progress']),
  pair('several', 'counters of a status page', uptime, ['up-for', 'checked']),
  pair('several', 'an outage', uptime, ['dot', 'down', 'incidents', 'bar']),
  pair('several', 'price and sum in Arabic', arabicCheckout, ['price', 'sum']),
  pair('several', 'entry and section on dark', rustModule, ['entry', 'section']),
  pair('several', 'entry, section and claim of a manual', ninjaManual, ['entry', 'section', 'claim']),
  pair('several', 'price, badge and product gone', shop, ['price', 'badge', 'card-gone']),
  pair('several', 'headline and date', blog, ['headline', 'date']),
  pair('several', 'banner, price and feature', pricing, ['banner', 'price', 'feature']),
  pair('several', 'line, total and address', invoice, ['line', 'total', 'address']),
];
