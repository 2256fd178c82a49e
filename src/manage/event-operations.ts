import { Type } from '../api/json-schema.ts';
import { presentEvent } from '../api/present-event.ts';
import { eventName } from '../domain/event.ts';
import { notFound, Problem } from '../domain/problem.ts';
import { printable } from '../domain/text.ts';
import { operation } from './operation.ts';
import { Event, Events } from './schemas/event.ts';
import { limit } from './schemas/parts.ts';

/** Numbers of events have at most 16 digits. */
export function readEventNumber(name: string, text: string): number {
  const number = /^\d{1,16}$/.test(text) ? Number(text) : Number.NaN;
  if (Number.isSafeInteger(number)) return number;
  throw new Problem('invalid', `${name} is ${printable(text)}, but must be the identifier of an event.`);
}

export const listEvents = operation({
  id: 'listEvents',
  summary: 'List events, or follow them',
  description:
    'In the order of their identifiers, beginning after one. A client that continues after the last identifier that it has seen misses nothing. With "Accept: text/event-stream" the answer is a stream of server-sent events that stays open, and the header Last-Event-ID takes the place of the parameter. Events are kept for some days.',
  tag: 'events',
  scope: 'read',
  streams: true,
  query: Type.Object({
    after: Type.Optional(
      Type.String({ maxLength: 16, description: 'Identifier of the last event that the client has.' }),
    ),
    limit,
  }),
  answers: [{ status: 200, description: 'A page of the list, or the stream.', schema: Events }],
  async run({ store, links, own }, { owner, query }) {
    const after = query.after === undefined ? 0 : readEventNumber('The parameter "after"', query.after);
    const size = query.limit as number;
    const found = await store.events.after(owner, after, size + 1);
    const shown = found.slice(0, size);
    const last = shown.at(-1);
    const list = `${own.base}/events`;
    const at = (number: number) => `${list}?after=${number}&limit=${size}`;
    return {
      body: {
        type: 'Collection',
        id: list,
        members: shown.map((event) => presentEvent(links, event)),
        view: {
          type: 'PartialCollectionView',
          id: at(after),
          first: at(0),
          ...(found.length > size && last && { next: at(last.number) }),
        },
      },
    };
  },
});

export const getEvent = operation({
  id: 'getEvent',
  summary: 'Get an event',
  tag: 'events',
  scope: 'read',
  answers: [{ status: 200, description: 'The record.', schema: Event }],
  errors: [404],
  async run({ store, links }, { owner, parameters }) {
    const { event: name = '' } = parameters;
    const number = /-(\d{1,16})$/.exec(name)?.[1];
    const found = number === undefined ? undefined : await store.events.find(owner, Number(number));
    if (!found || eventName(found) !== name) throw notFound('event');
    return { body: presentEvent(links, found) };
  },
});
