import type { Webpage } from '../../domain/webpage.ts';
import { Random } from './random.ts';
import { type Site, siteDirectory } from './sites.ts';
import { COMMON_KEYWORDS, HEADLINES, PERIODS } from './vocabulary.ts';

/** The period of the synthetic archive. Fixed, so that a seed always gives the same archive. */
export const ARCHIVE_START = Date.UTC(2019, 2, 1, 8);
export const ARCHIVE_END = Date.UTC(2026, 6, 1);

export interface DemoWebpage {
  readonly webpage: Webpage;
  readonly site: Site;
  readonly kind: 'home' | 'article';
}

// The eight largest sites have about 40 % of the pages, and the number of sites grows with the number of pages: 200 pages
// have about 30 sites, 10,000 about 350, a million about 5,000.
const LARGE_SITES = 8;
const SKEW = 0.75;
// People add several pages of a site at once.
const LONGEST_BURST = 40;

/**
 * Webpages in the order in which they were added, more per year over time. The first one does not depend on the count,
 * so that a second fill with the same seed can be detected.
 */
export function* demoWebpages(seed: string, count: number): Generator<DemoWebpage> {
  const random = new Random(seed, 'webpages');
  const siteAt = siteDirectory(seed);
  const pagesOf = new Map<number, number>();
  let burst = 0;
  let site = siteAt(0);
  for (let index = 0; index < count; index += 1) {
    if (burst === 0) {
      site = siteAt(Math.floor(LARGE_SITES * (random.skewed(SKEW) - 1)));
      burst = Math.min(Math.floor(random.skewed(1)), LONGEST_BURST);
    }
    burst -= 1;
    const ordinal = pagesOf.get(site.index) ?? 0;
    pagesOf.set(site.index, ordinal + 1);
    const within = index === 0 ? 0 : random.fraction();
    const at = Math.floor(ARCHIVE_START + (ARCHIVE_END - ARCHIVE_START) * ((index + within) / count) ** 0.7);
    yield makePage(random, site, ordinal, at);
  }
}

function makePage(random: Random, site: Site, ordinal: number, at: number): DemoWebpage {
  const id = random.identifier(at);
  const { title, path } = contents(random, site, ordinal);
  const modified = random.chance(0.2) ? at + Math.floor(random.fraction() * (ARCHIVE_END - at)) : at;
  return {
    site,
    kind: ordinal <= site.trade.sections.length ? 'home' : 'article',
    webpage: {
      id,
      name: nameOf(site, title),
      url: `${site.origin}${path}`,
      keywords: keywordsOf(random, site),
      groupName: site.groupName,
      createdAt: new Date(at).toISOString(),
      modifiedAt: new Date(modified).toISOString(),
    },
  };
}

/** First the home page, then the sections, then any number of articles. */
function contents(random: Random, site: Site, ordinal: number): { title: string; path: string } {
  if (ordinal === 0) return { title: '', path: '/' };
  const section = site.trade.sections[ordinal - 1];
  if (section) return { title: capitalize(section), path: `/${section}` };
  const headline = random.pick(HEADLINES).replace('%', random.pick(site.trade.subjects));
  const title = capitalize(random.chance(0.4) ? `${headline}, ${random.pick(PERIODS)}` : headline);
  return { title, path: pathOf(random, site, slug(title), ordinal) };
}

function pathOf(random: Random, site: Site, slugged: string, ordinal: number): string {
  const section = random.pick(site.trade.sections);
  if (site.urlStyle === 'numbered') return `/${section}/${10_000 + ordinal}-${slugged}`;
  if (site.urlStyle === 'query') return `/${section}?id=${10_000 + ordinal}`;
  if (site.urlStyle === 'plain') return `/${section}/${slugged}-${ordinal}`;
  const month = String(random.between(1, 12)).padStart(2, '0');
  return `/${random.between(2015, 2026)}/${month}/${slugged}-${ordinal}.html`;
}

function nameOf(site: Site, title: string): string {
  if (title === '') return site.name;
  if (site.titleStyle === 'none') return title;
  return site.titleStyle === 'before' ? `${site.name}: ${title}` : `${title} – ${site.name}`;
}

function keywordsOf(random: Random, site: Site): string[] {
  const common = random.some(site.trade.keywords, random.between(0, 3));
  return random.chance(0.3) ? [...common, random.pick(COMMON_KEYWORDS)] : common;
}

function capitalize(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

function slug(title: string): string {
  return title
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');
}
