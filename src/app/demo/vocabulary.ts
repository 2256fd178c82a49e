/** Names, sections, keywords and headlines of the synthetic sites. */

export const FIRST_WORDS =
  `Alder Amber Anchor Apex Arbor Aster Atlas Aurora Beacon Birch Blue Bright Brook Calder Canyon Cedar Civic
  Clear Clover Coastal Copper Coral Cove Crescent Delta Drift Eastgate Echo Elm Ember Evergreen Fairview Falcon Fern Field
  First Fjord Flint Forge Foxglove Garnet Glen Golden Grand Granite Green Grove Harbour Haven Hazel Heron High Hill Horizon
  Indigo Iron Ivy Jasper Juniper Keystone Kite Lake Lantern Lark Laurel Lighthouse Lime Linden Little Lotus Lumen Lunar Maple
  Marble Meadow Mercury Metro Mill Mint Mistral Moon Moss Mountain New Noble North Nova Oak Ocean Olive Onyx Open Orchard
  Otter Park Pearl Pine Pioneer Plum Polar Prairie Prime Quarry Quartz Quill Raven Red Reed Ridge River Robin Rowan Saffron
  Sage Salt Sand Scarlet Sequoia Silver Sky Slate Solar South Sparrow Spring Spruce Star Stone Summit Sun Swift Tandem Thistle
  Tidal Timber Topaz Union Urban Vale Velvet Verdant Vesper Violet Vista Walnut West White Wild Willow Winter Wren Yarrow Zephyr`.split(
    /\s+/,
  );

/** A kind of organisation. It determines the second word of a site's name, its sections and its keywords. */
export interface Trade {
  readonly endings: readonly string[];
  readonly suffixes: readonly string[];
  readonly sections: readonly string[];
  readonly keywords: readonly string[];
  readonly subjects: readonly string[];
}

const words = (text: string) => text.split(',').map((word) => word.trim());

export const TRADES: readonly Trade[] = [
  {
    endings: words('News, Times, Post, Courier, Herald, Chronicle, Gazette, Tribune, Observer, Dispatch'),
    suffixes: words('com, co.uk, org, news, com.au, fr, se, ie'),
    sections: words('politics, business, world, culture, sport, opinion, science, local'),
    keywords: words('news, press, politics, economy, elections, interview, opinion, front page'),
    subjects: words(
      'the harbour, the council, the election, the budget, the railway, the floods, the library, the strike',
    ),
  },
  {
    endings: words('Goods, Store, Supply, Outfitters, Market, Trading, Home, Living, Kitchen, Cycles'),
    suffixes: words('com, shop, store, de, co.uk, nl, com.br, ca'),
    sections: words('sale, new, gifts, clothing, garden, kitchen, outdoor, returns'),
    keywords: words('shop, prices, competitor, sale, campaign, product, delivery, catalogue'),
    subjects: words('wool blankets, kettles, walking boots, desk lamps, tents, linen shirts, bread knives, raincoats'),
  },
  {
    endings: words('Bank, Capital, Insurance, Pensions, Credit Union, Savings, Trust, Mutual'),
    suffixes: words('com, eu, ch, co.uk, com.sg, de'),
    sections: words('rates, terms, accounts, mortgages, reports, notices, fees, investors'),
    keywords: words('finance, compliance, terms and conditions, rates, legal, disclosure, quarterly, audit'),
    subjects: words(
      'savings rates, account fees, mortgage terms, card limits, fund prices, cover for travel, pension rules',
    ),
  },
  {
    endings: words('Museum, Gallery, Theatre, Library, Archive, Festival, Opera, Press'),
    suffixes: words('org, museum, art, org.uk, it, es, gr'),
    sections: words('exhibitions, collection, visit, tickets, stories, learning, events, press'),
    keywords: words('culture, exhibition, programme, tickets, collection, history, opening hours'),
    subjects: words('early maps, glass, the river, paper, portraits, weaving, the night sky, letters, garden design'),
  },
  {
    endings: words('University, Institute, College, Observatory, School, Laboratory, Academy'),
    suffixes: words('edu, ac.uk, edu.au, ac.jp, org, ac.nz'),
    sections: words('research, courses, admissions, people, publications, news, campus, alumni'),
    keywords: words('research, admissions, course, publication, funding, campus, ranking'),
    subjects: words(
      'soil carbon, sleep, tidal power, bees, fair algorithms, coral, city trees, old languages, batteries',
    ),
  },
  {
    endings: words('Council, Ministry, Agency, Commission, Water, Transport, Health, Parks'),
    suffixes: words('gov.uk, gov.au, gov, govt.nz, gc.ca, gov.ie, gov.in'),
    sections: words('notices, planning, services, consultations, statistics, guidance, news, contact'),
    keywords: words('government, public notice, regulation, statistics, guidance, consultation, deadline'),
    subjects: words('parking, air quality, bathing water, school places, bus routes, housing, recycling, licences'),
  },
  {
    endings: words('Software, Labs, Cloud, Data, Systems, Works, Studio, Robotics'),
    suffixes: words('io, dev, com, app, ai, cloud, tech, net'),
    sections: words('blog, docs, pricing, changelog, status, customers, careers, security'),
    keywords: words('software, pricing, release notes, documentation, status, competitor, security, api'),
    subjects: words('search, backups, queues, sign-in, invoices, dashboards, the mobile app, exports, permissions'),
  },
  {
    endings: words('Travel, Hotels, Railways, Airways, Ferries, Tours, Inns, Lodges'),
    suffixes: words('com, travel, eu, no, pt, co.jp, com.mx'),
    sections: words('offers, timetable, destinations, rooms, guides, fares, booking, baggage'),
    keywords: words('travel, fares, offers, timetable, booking, summer, season'),
    subjects: words(
      'the islands, night trains, winter fares, city breaks, the coast, mountain huts, family rooms, bicycles',
    ),
  },
];

/** `%` stands for a subject. */
export const HEADLINES = [
  'What we learned about %',
  'A quiet year for %',
  'The long road to %',
  'How % changed in ten years',
  'Everything new in %',
  'A short guide to %',
  'Ten questions about %',
  'Looking again at %',
  'The true cost of %',
  'Notes on %',
  'Rethinking %',
  'Behind the scenes: %',
  '%: the facts',
  'Where next for %?',
  'Our plan for %',
  'In pictures: %',
  'In defence of %',
  'The future of %',
];

export const PERIODS = ['spring', 'summer', 'autumn', 'winter', 'this week', 'an update', 'part two', 'a review'];

/** Keywords for sites of any trade. */
export const COMMON_KEYWORDS = [
  'watch',
  'weekly',
  'daily',
  'to review',
  'evidence',
  'redesign',
  'homepage',
  'mobile',
  'übersetzt',
  '重要',
];

/** Hosts without a public suffix, and internationalised hosts. */
export const ODD_HOSTS = [
  'http://localhost:3000',
  'http://intranet',
  'http://wiki.corp.internal:8080',
  'http://192.168.1.20',
  'http://10.0.4.17:8443',
  'http://[fd00::17]:8080',
  'https://müllerei-köster.de',
  'https://пример-новости.рф',
  'https://東京ガイド.jp',
  'https://παράδειγμα.ελ',
  'https://crêperie-du-port.fr',
  'https://smørrebrød.dk',
];
