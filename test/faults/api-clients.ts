import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { connect } from '../../src/client/client.ts';
import { PagekeepError } from '../../src/client/errors.ts';

export interface ApiClients {
  /** The ids of the webpages whose addition the server has confirmed. */
  readonly added: readonly string[];
  /** The identifiers of the events in the order in which a client that polls has seen them. */
  readonly seen: readonly number[];
  /** Ends after the poller has seen everything up to this event. */
  stop(last: () => Promise<number>): Promise<void>;
}

/** Two programs at a server that is killed at any time: one adds and changes webpages, the other follows the events. */
export function startApiClients(url: string, token: string): ApiClients {
  const client = connect({ url, token, retries: 0 });
  const added: string[] = [];
  const seen: number[] = [];
  let stopping = false;
  let until: number | undefined;

  async function write(): Promise<void> {
    for (let n = 0; !stopping; n += 1) {
      const [idempotencyKey, address] = [randomUUID(), `https://added-${n}.example/`];
      const { identifier } = await insist(() => client.webpages.add({ url: address }, { idempotencyKey }));
      added.push(identifier);
      await insist(() => client.webpages.change(identifier, { name: `Number ${n}` }));
      await insist(() => client.webpages.pause(identifier));
      await delay(50);
    }
  }

  async function follow(): Promise<void> {
    while (until === undefined || (seen.at(-1) ?? 0) < until) {
      const after = seen.at(-1);
      try {
        for await (const { identifier } of client.events(after === undefined ? {} : { after: String(after) })) {
          seen.push(Number(identifier));
        }
      } catch (error) {
        if (!(error instanceof PagekeepError) || error.kind !== 'network') throw error;
      }
      await delay(20);
    }
  }

  const [writing, following] = [write(), follow()];
  return {
    added,
    seen,
    async stop(last) {
      stopping = true;
      await writing;
      until = await last();
      await following;
    },
  };
}

/** Repeats a request until the server answers. */
async function insist<Result>(request: () => Promise<Result>): Promise<Result> {
  for (;;) {
    try {
      return await request();
    } catch (error) {
      if (!(error instanceof PagekeepError) || error.kind !== 'network') throw error;
      await delay(20);
    }
  }
}
