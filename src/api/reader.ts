import { setImmediate as nextTurn } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';
import type { CollectionState } from '../domain/listing.ts';
import type { Caller } from '../domain/ports/tokens.ts';
import { type Soon, soon } from '../domain/soon.ts';
import type { Written } from '../domain/template.ts';
import { etagOfRevision } from '../http/etag.ts';
import type { Answering, Asking } from '../http/exchange.ts';
import { refuseBody } from './body.ts';
import { describeError } from './errors.ts';
import type { Gate } from './gate.ts';
import { type Asked, askedOf, type Listing, type Service } from './operations.ts';
import { makeSend, type Rendered, render, renderList } from './reply.ts';
import { placeOf, type ResponseCache } from './response-cache.ts';
import { linkOf, type Route } from './routes.ts';

export interface ReaderOptions extends Service {
  readonly gate: Gate;
  readonly cache: ResponseCache;
  readonly log: FastifyBaseLogger;
  /** Told of every answer. */
  readonly observe: (status: number, seconds: number) => void;
}

/** Answers a request for a record or a list of records, whatever happens. */
export type Read = (
  request: Asking,
  response: Answering,
  parameters: Readonly<Record<string, string>>,
  id: () => string,
) => Promise<void>;

/** Reads what a route names, for GET and HEAD. */
export function makeReader(route: Route, options: ReaderOptions): Read {
  const { links, gate, log, observe } = options;
  const send = makeSend({
    contentType: 'application/json',
    link: linkOf(route, links),
    cacheControl: 'private, no-cache',
    vary: 'Authorization, Accept-Encoding',
  });
  const find = finder(route, options);

  /**
   * What the caller asks for, while it is not known yet whether the gate opens: a database that has to be waited for is
   * asked both questions at once.
   */
  function lookAhead(request: Asking, parameters: Asked['parameters']): Ahead | undefined {
    const expected = gate.expect(request);
    if (!expected) return undefined;
    try {
      const finding = find(askedOf(expected, parameters, request.url ?? ''));
      if (finding instanceof Promise) finding.catch(() => undefined);
      return { caller: expected, finding };
    } catch {
      return undefined;
    }
  }

  const showsState = route.get.kind === 'list' && route.get.listing.known !== undefined;

  /** Whether what was found for the caller as it was before is what it asks for now: a token has one owner for ever. */
  function isSame(before: Caller, now: Caller): boolean {
    return before.owner === now.owner && (!showsState || before.webpages.revision === now.webpages.revision);
  }

  return async function read(request, response, parameters, id) {
    const began = performance.now();
    try {
      // That the body is in a coding which is not allowed, the parser says only after this call: then it is answered there.
      if (request.headers['transfer-encoding'] !== undefined) await nextTurn();
      const refused = gate.findRoom(request);
      if (refused) await refused;
      const entering = gate.enter(request, response);
      const ahead = entering instanceof Promise ? lookAhead(request, parameters) : undefined;
      const caller = entering instanceof Promise ? await entering : entering;
      try {
        const body = refuseBody(request);
        if (body) await body;
        const finding =
          ahead && isSame(ahead.caller, caller) ? ahead.finding : find(askedOf(caller, parameters, request.url ?? ''));
        const sending = send(request, response, finding instanceof Promise ? await finding : finding);
        if (sending) await sending;
      } finally {
        gate.leave(performance.now() - began);
      }
    } catch (error) {
      // Half an answer cannot become another one.
      if (response.headersSent) return void response.destroy();
      const { status, headers, body } = describeError(error, { log, id: id(), link: links.contextHeader });
      response.writeHead(status, headers);
      response.end(body);
    }
    observe(response.statusCode, (performance.now() - began) / 1000);
  };
}

interface Ahead {
  /** As it was before. */
  readonly caller: Caller;
  readonly finding: Soon<Rendered>;
}

type Find = (asked: Asked) => Soon<Rendered>;

function finder({ get: operation }: Route, { cache, ...service }: ReaderOptions): Find {
  if (operation.kind === 'item') return (asked) => showItem(service, operation.answer, asked, cache);
  if (operation.kind === 'list') return (asked) => showList(service, operation.listing, asked, cache);
  throw new Error(`${operation.id} is not a record.`);
}

/** A record as it was shown before, if nothing at all was written since. */
function showItem(
  service: Service,
  answer: (service: Service, asked: Asked) => Soon<string>,
  asked: Asked,
  cache: ResponseCache,
): Soon<Rendered> {
  const version = service.store.version();
  if (version === undefined) return soon(answer(service, asked), render);
  const place = placeOf(asked.caller.owner, asked.url, version);
  const known = cache.get(place);
  if (known) return known;
  return soon(answer(service, asked), (text) => {
    const rendered = render(text);
    return version === service.store.version() ? cache.keep(place, rendered) : rendered;
  });
}

/** Against someone who writes without pause, with odds that are small each time. */
const ATTEMPTS = 10;

/**
 * A page of a list, as it was shown before if nothing changed since. Records that change while the page is read give
 * another revision afterwards; then it is read again, so that total and members always belong together.
 */
function showList(service: Service, listing: Listing, asked: Asked, cache: ResponseCache): Soon<Rendered> {
  const { owner } = asked.caller;
  const show = (state: CollectionState, attempt: number): Soon<Rendered> => {
    const place = placeOf(owner, asked.url, state.revision);
    const known = cache.get(place);
    if (known) return known;
    const finish = (list: Written, isCurrent: boolean): Rendered => {
      const rendered = renderList(list, etagOfRevision(state.revision, `${owner} ${asked.url}`, service.manner));
      return isCurrent ? cache.keep(place, rendered) : rendered;
    };
    return soon(listing.show(service, asked, state), ({ list, revision }) => {
      if (revision === state.revision) return finish(list, true);
      return soon(listing.state(service, asked), (after) => {
        const changed = revision !== undefined || after.revision !== state.revision;
        return changed && attempt < ATTEMPTS ? show(after, attempt + 1) : finish(list, !changed);
      });
    });
  };
  return soon(listing.known?.(asked) ?? listing.state(service, asked), (state) => show(state, 1));
}
