import { LRUCache } from 'lru-cache';
import { groupName } from '../../domain/group.ts';
import { Random } from './random.ts';
import { FIRST_WORDS, ODD_HOSTS, TRADES, type Trade } from './vocabulary.ts';

/** The website of one organisation. */
export interface Site {
  readonly index: number;
  readonly name: string;
  /** Without a trailing slash. */
  readonly origin: string;
  readonly groupName: string;
  readonly trade: Trade;
  /** The form of the URLs of its articles. */
  readonly urlStyle: 'dated' | 'numbered' | 'plain' | 'query';
  /** The position of the site name in the titles of its pages. */
  readonly titleStyle: 'before' | 'after' | 'none';
}

// Pages of a site come in bursts, so a small cache avoids nearly all of the work.
const CACHED_SITES = 2000;
const ODD_HOST_INTERVAL = 23;

/** Returns the site of any index, always the same for a seed. */
export function siteDirectory(seed: string): (index: number) => Site {
  const known = new LRUCache<number, Site>({ max: CACHED_SITES });
  return (index) => {
    let site = known.get(index);
    if (!site) {
      site = makeSite(seed, index);
      known.set(index, site);
    }
    return site;
  };
}

function makeSite(seed: string, index: number): Site {
  const random = new Random(seed, 'site', index);
  const trade = random.pick(TRADES);
  const first = random.pick(FIRST_WORDS);
  // Two words are not enough for distinct names of many sites.
  const middle = index > 300 ? ` ${random.pick(FIRST_WORDS)}` : '';
  const name = `${first}${middle} ${random.pick(trade.endings)}`;
  const host = oddHost(index) ?? publicHost(random, trade, name, index);
  const origin = new URL(host).origin;
  return {
    index,
    // An internationalised host is shown in its own script, not in Punycode.
    name: oddHost(index)?.replace(/^https?:\/\//, '') ?? name,
    origin,
    groupName: groupName(origin),
    trade,
    urlStyle: random.pick(['dated', 'numbered', 'plain', 'query'] as const),
    titleStyle: random.pick(['before', 'before', 'after', 'none'] as const),
  };
}

function oddHost(index: number): string | undefined {
  if (index % ODD_HOST_INTERVAL !== ODD_HOST_INTERVAL - 1) return undefined;
  return ODD_HOSTS[Math.floor(index / ODD_HOST_INTERVAL)];
}

function publicHost(random: Random, trade: Trade, name: string, index: number): string {
  const label = name.toLowerCase().replaceAll(' ', random.pick(['', '', '-']));
  const number = index > 20_000 ? String(index) : '';
  const prefix = random.pick(['www.', 'www.', '', '', 'm.', 'my.']);
  return `${random.chance(0.95) ? 'https' : 'http'}://${prefix}${label}${number}.${random.pick(trade.suffixes)}`;
}
