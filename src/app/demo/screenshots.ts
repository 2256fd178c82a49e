import type { Picture, Screenshot } from '../../domain/screenshot.ts';
import { DESIGNS_EACH } from './design.ts';
import type { PictureBook } from './pictures.ts';
import { Random } from './random.ts';
import { type DemoWebpage, KEPT_UNTIL } from './webpages.ts';
import { TRADES } from './words.ts';

const NEVER_CAPTURED = 0.12;
// With this exponent the most captured of a million pages has some hundredth of all captures.
const SKEW = 1.1;

/** How many captures each of `webpages` has, in order: `total` in sum, most pages few, some none, a few very many. */
export function* captureCounts(seed: string, webpages: number, total: number): Generator<number> {
  let sum = 0;
  for (const weight of weights(seed, webpages)) sum += weight;
  // Rounding the running sum, not each share, makes the total exact without holding the shares.
  let passed = 0;
  let given = 0;
  for (const weight of weights(seed, webpages)) {
    passed += weight;
    const until = Math.round((total * passed) / sum);
    yield until - given;
    given = until;
  }
}

function* weights(seed: string, count: number): Generator<number> {
  const random = new Random(seed, 'weights');
  for (let index = 0; index < count; index += 1) {
    const captured = !random.chance(NEVER_CAPTURED) || index === 0;
    const weight = random.skewed(SKEW);
    yield captured ? weight : 0;
  }
}

/** The captures of one webpage from the day it was added, evenly but not exactly, each with how the page looked then. */
export function* demoCaptures(page: DemoWebpage, count: number, book: PictureBook): Generator<Screenshot> {
  const { webpage, site, kind } = page;
  const random = new Random(webpage.id);
  const begin = Date.parse(webpage.createdAt);
  const design = TRADES.indexOf(site.trade) * DESIGNS_EACH + (site.index % DESIGNS_EACH);
  // Half of the pages are captured as a phone sees them now and then.
  const phone = random.chance(0.5) ? 0.15 : 0;
  let before: Picture | undefined;
  for (let index = 0; index < count; index += 1) {
    const at = Math.floor(begin + ((index + random.fraction() * 0.8) / count) * (KEPT_UNTIL - begin));
    const isFavorite = random.chance(0.06);
    const version = Math.floor((index * book.versions) / count);
    const view = random.chance(phone) ? 'phone' : kind;
    const picture = book.find({ design, view, version });
    const createdAt = new Date(at).toISOString();
    const modified = isFavorite ? at + Math.floor(random.fraction() * (KEPT_UNTIL - at)) : at;
    yield {
      id: random.identifier(at),
      webpageId: webpage.id,
      isFavorite,
      verdict: picture === before ? 'unchanged' : 'fine',
      createdAt,
      modifiedAt: new Date(modified).toISOString(),
      picture,
    };
    before = picture;
  }
}
