import { LRUCache } from 'lru-cache';
import { groupName } from '../../domain/group.ts';
import { Random } from './random.ts';
import { FIRST_WORDS, ODD_HOSTS, TRADES, type Trade } from './words.ts';

/** One organisation's presence on the web. */
export interface Site {
  readonly index: number;
  readonly name: string;
  /** Without a slash at the end. */
  readonly origin: string;
  readonly groupName: string;
  readonly trade: Trade;
  /** How its articles are addressed. */
  readonly addresses: 'dated' | 'numbered' | 'plain' | 'query';
  /** Where the name of the site stands in the titles of its pages. */
  readonly title: 'before' | 'after' | 'none';
}

// Sites come in bursts, so a few at hand save nearly all of the work.
const AT_HAND = 2000;
const ODD_EVERY = 23;

/** The sites of one seed, by number: any number names one. */
export function siteDirectory(seed: string): (index: number) => Site {
  const known = new LRUCache<number, Site>({ max: AT_HAND });
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
  // Far down the list two words are soon used up, as they are on the web.
  const middle = index > 300 ? ` ${random.pick(FIRST_WORDS)}` : '';
  const name = `${first}${middle} ${random.pick(trade.endings)}`;
  const host = oddHost(index) ?? publicHost(random, trade, name, index);
  const origin = new URL(host).origin;
  return {
    index,
    // A host in another script is known by that, not by its encoding in the address.
    name: oddHost(index)?.replace(/^https?:\/\//, '') ?? name,
    origin,
    groupName: groupName(origin),
    trade,
    addresses: random.pick(['dated', 'numbered', 'plain', 'query'] as const),
    title: random.pick(['before', 'before', 'after', 'none'] as const),
  };
}

function oddHost(index: number): string | undefined {
  if (index % ODD_EVERY !== ODD_EVERY - 1) return undefined;
  return ODD_HOSTS[Math.floor(index / ODD_EVERY)];
}

function publicHost(random: Random, trade: Trade, name: string, index: number): string {
  const label = name.toLowerCase().replaceAll(' ', random.pick(['', '', '-']));
  const number = index > 20_000 ? String(index) : '';
  const prefix = random.pick(['www.', 'www.', '', '', 'm.', 'my.']);
  return `${random.chance(0.95) ? 'https' : 'http'}://${prefix}${label}${number}.${random.pick(trade.suffixes)}`;
}
