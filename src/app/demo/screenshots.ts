import type { Picture, Screenshot } from '../../domain/screenshot.ts';
import type { PictureSet } from './pictures.ts';
import { Random } from './random.ts';
import { TRADES } from './vocabulary.ts';
import { ARCHIVE_END, type DemoWebpage } from './webpages.ts';

const NEVER_CAPTURED = 0.12;
// Measured with five seeds and a million webpages: the webpage with the most captures has 0.3 to 3.6 % of all. With an
// exponent near 1 the mean does not converge, and that webpage had up to 30 %.
const SKEW = 1.5;

/** The number of captures of each webpage, `total` in sum: most have few, some have none, a few have very many. */
export function* captureCounts(seed: string, webpages: number, total: number): Generator<number> {
  let sum = 0;
  for (const weight of weights(seed, webpages)) sum += weight;
  // Rounding the running sum instead of each share makes the total exact without storing the shares.
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

/** The captures of one webpage, at nearly regular intervals from the day it was added. */
export function* demoCaptures(page: DemoWebpage, count: number, pictures: PictureSet): Generator<Screenshot> {
  const { webpage, site, kind } = page;
  const random = new Random(webpage.id);
  const begin = Date.parse(webpage.createdAt);
  const trade = TRADES.indexOf(site.trade);
  let before: Picture | undefined;
  for (let index = 0; index < count; index += 1) {
    const at = Math.floor(begin + ((index + random.fraction() * 0.8) / count) * (ARCHIVE_END - begin));
    const isFavorite = random.chance(0.06);
    const version = Math.floor((index * pictures.versions) / count);
    const picture = pictures.find({ trade, kind, version });
    const createdAt = new Date(at).toISOString();
    const modified = isFavorite ? at + Math.floor(random.fraction() * (ARCHIVE_END - at)) : at;
    yield {
      id: random.identifier(at),
      webpageId: webpage.id,
      isFavorite,
      verdict: picture === before ? 'unchanged' : 'fine',
      url: webpage.url,
      createdAt,
      modifiedAt: new Date(modified).toISOString(),
      picture,
    };
    before = picture;
  }
}
