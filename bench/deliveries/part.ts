import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { openStore } from '../../src/store/open.ts';
import { sqlite } from '../../test/harness/engines.ts';
import { addTestWebhook, deliveriesOf } from '../../test/harness/receiver.ts';
import { addPerson, addWebpage } from '../../test/harness/records.ts';
import type { Row } from '../report.ts';
import { compare, type Effort } from '../rounds.ts';

const RECEIVER = fileURLToPath(import.meta.resolve('./receiver.ts'));
const EVENTS = 2_000;
const BAR_A_MINUTE = 10_000;

/**
 * Deliveries a minute to a fast receiver in a process of its own, on SQLite: alone, and while another webhook has a receiver that
 * never answers. The events are those of webpages that were added.
 */
export async function* deliveriesPart(effort: Effort): AsyncIterable<Row> {
  const receiver = fork(RECEIVER);
  try {
    const [port] = await once(receiver, 'message');
    const origin = `http://127.0.0.1:${port}`;
    const alone = () => measure(receiver, origin, ['quick']);
    const { product, limit, ratio, range } = await compare(effort.rounds, {
      limit: alone,
      product: () => measure(receiver, origin, ['quick', 'hanging']),
    });
    const aMinute = (rate: number) => `${Math.round(rate).toLocaleString('en')}/min`;
    yield {
      work: `deliveries of ${EVENTS} events to a fast receiver`,
      figure: aMinute(limit),
      against: aMinute(BAR_A_MINUTE),
      ratio: limit / BAR_A_MINUTE,
      bar: { atLeast: 1 },
    };
    yield {
      work: 'the same while another receiver hangs',
      figure: aMinute(product),
      against: `alone: ${aMinute(limit)}`,
      ratio,
      range,
      bar: { atLeast: 0.9 },
    };
  } finally {
    receiver.disconnect();
  }
}

async function countOf(receiver: ChildProcess): Promise<number> {
  receiver.send('count');
  const [count] = await once(receiver, 'message');
  return Number(count);
}

/** Adds webpages, then delivers their events to webhooks at these paths. Returns the deliveries to /quick in a minute. */
async function measure(receiver: ChildProcess, origin: string, paths: readonly string[]): Promise<number> {
  const place = await sqlite.makeDatabase();
  const store = await openStore(place.url);
  const { owner } = await addPerson(store);
  for (const path of paths) await addTestWebhook(store, owner, `${origin}/${path}`);
  await store.transaction(async (tx) => {
    for (let n = 0; n < EVENTS; n += 1) await addWebpage(tx, owner);
  });
  const before = await countOf(receiver);
  const began = performance.now();
  const running = deliveriesOf(store, { now: () => new Date() });
  while ((await countOf(receiver)) - before < EVENTS) await delay(20);
  const rate = (EVENTS / (performance.now() - began)) * 60_000;
  await running.stop();
  await store.close();
  await place.drop();
  return rate;
}
