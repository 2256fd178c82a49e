import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { presentEvent } from '../api/present-event.ts';
import { Problem } from '../domain/problem.ts';
import { readEventNumber } from './event-operations.ts';
import type { Manage } from './operation.ts';

interface StreamOptions {
  readonly owner: string;
  /** Aborted when the client hangs up or the server stops. */
  readonly signal: AbortSignal;
  readonly link: string;
  /** Rejects as soon as the token would not be admitted any more. */
  admit(): Promise<unknown>;
}

/** Open streams of a process, and of an account. */
const MOST_STREAMS = 500;
const MOST_OF_ACCOUNT = 10;

const LOOK_MS = 1_000;
/** Proxies and the server close connections without traffic after a minute. */
const BEAT_MS = 15_000;
const AT_ONCE = 100;

export type StreamEvents = (
  manage: Pick<Manage, 'store' | 'links'>,
  request: FastifyRequest,
  reply: FastifyReply,
  options: StreamOptions,
) => Promise<FastifyReply>;

/** Whether the client asks for server-sent events. */
export function wantsStream(request: FastifyRequest): boolean {
  return /\btext\/event-stream\b/i.test(request.headers.accept ?? '');
}

/** Sends the events of an account as server-sent events until the client hangs up, is not admitted, or the server stops. */
export function makeStreamEvents(): StreamEvents {
  const open = new Map<string, number>();
  let all = 0;

  return async ({ store, links }, request, reply, { owner, signal, link, admit }) => {
    let seen = await beginning(request, () => store.events.last(owner));
    const own = open.get(owner) ?? 0;
    if (own >= MOST_OF_ACCOUNT) {
      throw new Problem(
        'too-many',
        `The account has ${own} open streams of events; at most ${MOST_OF_ACCOUNT} are allowed.`,
      );
    }
    if (all >= MOST_STREAMS) throw new Problem('unavailable', 'Too many streams of events are open. Try again soon.');
    open.set(owner, own + 1);
    all += 1;
    request.standAside();
    reply.hijack();
    const { raw } = reply;
    try {
      raw.writeHead(200, {
        ...(reply.getHeaders() as Record<string, string>),
        status: '200 OK',
        'content-type': 'text/event-stream',
        'cache-control': 'private, no-store',
        'x-accel-buffering': 'no',
        link,
      });
      await write(raw, `retry: 2000\n: events after ${seen}\n\n`, signal);
      for (let beat = performance.now(); !signal.aborted; ) {
        // Before the events, so that a long backlog is not sent to a token that was revoked.
        if (performance.now() - beat >= BEAT_MS) {
          await admit();
          await write(raw, ':\n\n', signal);
          beat = performance.now();
        }
        if ((await store.events.last(owner)) > seen) {
          const events = await store.events.after(owner, seen, AT_ONCE);
          for (const event of events) {
            const data = JSON.stringify(presentEvent(links, event));
            await write(raw, `id: ${event.number}\nevent: ${event.kind}\ndata: ${data}\n\n`, signal);
            seen = event.number;
          }
          if (events.length === AT_ONCE) continue;
        }
        await delay(LOOK_MS, undefined, { signal }).catch(() => undefined);
      }
    } catch (error) {
      // The answer has begun, so the client sees only its end, and asks again.
      if (!(error instanceof Problem)) request.log.warn({ err: error }, 'a stream of events ended');
    } finally {
      all -= 1;
      const left = (open.get(owner) ?? 1) - 1;
      if (left === 0) open.delete(owner);
      else open.set(owner, left);
      // A stop would wait for a client that does not read. It asks again from its last whole event on.
      if (raw.writableNeedDrain) raw.destroy();
      else raw.end();
    }
    return reply;
  };
}

/** A client without Last-Event-ID and without the parameter gets what happens from now on. */
function beginning(request: FastifyRequest, last: () => Promise<number>): Promise<number> | number {
  const header = request.headers['last-event-id'];
  if (header !== undefined && header !== '') return readEventNumber('The header Last-Event-ID', String(header));
  const { after } = request.query as { after?: unknown };
  return after === undefined ? last() : readEventNumber('The parameter "after"', String(after));
}

/** Waits for a slow reader. The server closes the connection of a client that reads too slowly. */
async function write(raw: FastifyReply['raw'], text: string, signal: AbortSignal): Promise<void> {
  if (!raw.write(text)) await once(raw, 'drain', { signal }).catch(() => undefined);
}
