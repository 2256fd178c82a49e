import { ORDERS, WEBPAGE_SORTS } from '../../src/domain/listing.ts';
import type { Child } from '../child.ts';
import type { Filled } from '../filled.ts';
import { measureLoad } from '../load.ts';
import { recordAnswer, startBare } from '../recorded.ts';
import { perSecond, type Row } from '../report.ts';
import { compare, type Effort, shuffle } from '../rounds.ts';
import { openWriter, renew, samplePaths } from './writer.ts';

export interface Bars {
  readonly item: number;
  readonly repeatedList: number;
  readonly newList: number;
  readonly notModified: number;
}

interface Work {
  readonly name: string;
  readonly route: string;
  readonly bar: number;
  readonly paths: readonly string[];
  readonly headers?: Readonly<Record<string, string>>;
  /** Runs before each round. */
  prepare?(): Promise<void>;
}

const WEBPAGE = '/v3/webpages/:webpage';
const LIST = '/v3/webpages';

/** Requests per second, compared with a bare Fastify route that sends the same bytes with the same headers. */
export async function* throughput(effort: Effort, filled: Filled, server: Child, bars: Bars): AsyncIterable<Row> {
  await using writer = await openWriter(filled);
  const { webpages, screenshots } = await samplePaths(filled);
  const authorization = { Authorization: `Bearer ${filled.token}` };
  const onePath = webpages.slice(0, 1);

  async function conditional(path: string): Promise<Record<string, string>> {
    const response = await fetch(server.origin + path, {
      headers: { ...authorization, 'Accept-Encoding': 'identity' },
    });
    await response.arrayBuffer();
    return { 'If-None-Match': response.headers.get('etag') ?? '' };
  }

  const works: Work[] = [
    { name: 'GET one webpage', route: WEBPAGE, paths: webpages, bar: bars.item },
    { name: 'GET one screenshot', route: `${WEBPAGE}/screenshots/:screenshot`, paths: screenshots, bar: bars.item },
    { name: 'list of 50, repeated', route: LIST, paths: [LIST], bar: bars.repeatedList },
    {
      name: 'list of 50, never asked for before',
      route: LIST,
      paths: shuffle(allPages(filled.webpages)),
      bar: bars.newList,
      prepare: () => renew(writer),
    },
    {
      name: 'list of 50, not modified (304)',
      route: LIST,
      paths: [LIST],
      headers: await conditional(LIST),
      bar: bars.notModified,
    },
    {
      name: 'one webpage, not modified (304)',
      route: WEBPAGE,
      paths: onePath,
      headers: await conditional(onePath[0] ?? ''),
      bar: bars.notModified,
    },
  ];

  for (const { name, route, bar, paths, prepare, ...work } of works) {
    const headers = { ...authorization, ...work.headers };
    await using bare = await startBare(await recordAnswer(route, server.origin + paths[0], headers));
    const load = { paths, headers, seconds: effort.seconds };
    const { product, limit, ratio, range } = await compare(effort.rounds, {
      limit: () => measureLoad({ ...load, origin: bare.origin }),
      async product() {
        await prepare?.();
        return measureLoad({ ...load, origin: server.origin });
      },
    });
    yield {
      work: name,
      figure: perSecond(product),
      against: `bare Fastify ${perSecond(limit)}`,
      ratio,
      range,
      bar: { atLeast: bar },
    };
  }
}

/** Every page of 50 in every order. 1,000,000 webpages have more pages than a round requests; with few, pages repeat. */
function allPages(webpages: number): string[] {
  const pages = Array.from({ length: Math.floor(webpages / 50) }, (_, index) => index + 1);
  return WEBPAGE_SORTS.flatMap((sort) =>
    ORDERS.flatMap((order) => pages.map((page) => `${LIST}?page=${page}&sort=${sort}&order=${order}`)),
  );
}
