import type { IncomingHttpHeaders, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { makeLinks } from '../../src/api/links.ts';
import { addWebhook } from '../../src/app/webhooks.ts';
import { ALL_EVENT_KINDS } from '../../src/domain/event.ts';
import type { Store } from '../../src/domain/ports/store.ts';
import type { WebhookDraft } from '../../src/domain/webhook.ts';
import { readAllow } from '../../src/guard/allow-list.ts';
import { makeGuard } from '../../src/guard/guard.ts';
import { openPoster } from '../../src/guard/post.ts';
import { makeRenderer } from '../../src/notify/render.ts';
import { type DeliveriesParts, runDeliveries } from '../../src/work/deliveries.ts';
import { SEALING_KEY } from './sealing-key.ts';
import { Clock } from './tracked.ts';

// Not by `import`: see src/http/node-http.ts.
const { createServer } = process.getBuiltinModule('node:http');

export interface Received {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** A real HTTP server for webhooks. It answers 200 unless `answer` does something else. */
export interface Receiver extends AsyncDisposable {
  readonly url: string;
  readonly received: readonly Received[];
  answer: (received: Received, response: ServerResponse) => void;
}

export async function openReceiver(): Promise<Receiver> {
  const received: Received[] = [];
  const server = createServer(async (request, response) => {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part);
    const one = { path: request.url ?? '', headers: request.headers, body: Buffer.concat(parts).toString() };
    received.push(one);
    receiver.answer(one, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const receiver: Receiver = {
    url: `http://127.0.0.1:${port}/hook`,
    received,
    answer: (_received, response) => response.end('ok'),
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return receiver;
}

const TEST_LINKS = makeLinks('https://archive.example', 'https://pictures.example');

/** Delivers with a clock that the test moves. Loopback addresses are allowed. */
export function deliveriesOf(
  store: Store,
  given: Partial<DeliveriesParts> & { clock?: Clock; allow?: string; timeoutMs?: number } = {},
) {
  const { clock = new Clock(new Date().toISOString()), allow = '127.0.0.1', timeoutMs = 15_000, ...others } = given;
  const stopping = new AbortController();
  const guard = makeGuard({ allow: readAllow(allow) });
  const switchedOff: string[] = [];
  const failures: unknown[] = [];
  const ended = runDeliveries(
    {
      store,
      sealingKey: SEALING_KEY,
      render: makeRenderer({ links: TEST_LINKS, publicUrl: 'https://archive.example', version: '1.2.3' }),
      openPoster: () => openPoster(guard, timeoutMs),
      // Tests move the clock by days. A lease that such a jump ended would be taken twice.
      leaseMs: 90 * 86_400_000,
      requestMs: 16_000,
      mail: true,
      now: clock.now,
      random: () => 0,
      idleMs: 5,
      switchedOff: async (_webhook, because) => void switchedOff.push(because),
      reportFailure: (error) => failures.push(error),
      ...others,
    },
    stopping.signal,
  );
  return {
    clock,
    switchedOff,
    failures,
    async stop() {
      stopping.abort();
      await ended;
    },
  };
}

export async function addTestWebhook(store: Store, owner: string, url: string, draft: Partial<WebhookDraft> = {}) {
  return addWebhook(
    { store, sealingKey: SEALING_KEY },
    owner,
    {
      name: 'test',
      url,
      format: 'json',
      kinds: ALL_EVENT_KINDS,
      scope: { kind: 'all' },
      leastShare: 0,
      signing: 'hmac',
      ...draft,
    },
    new Date(),
  );
}

/** Waits for something that another part of the program does. */
export async function until(isDone: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await isDone())) await delay(5);
}
